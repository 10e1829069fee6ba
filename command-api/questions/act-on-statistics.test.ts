import { randomUUID } from 'node:crypto'
import { addGenerated, questionAggregate, resolveReviewRequests } from '@medicready/domain/questions/question'
import { systemClock } from '@medicready/platform/clock'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createReadModels, questionRow } from '../testing/generation-read-models.ts'
import { startTestStores } from '../testing/test-stores.ts'
import { actOnStatistics } from './withdraw-question.ts'

const { sql, eventStore, commands, close } = await startTestStores()
const rows = await createReadModels(sql)
afterAll(close)
beforeEach(async () => void (await Promise.all([rows.questions.delete(), rows.question_statistics.delete()])))

const context = () => ({ commandId: randomUUID(), actorId: 'test', correlationId: 'test', now: systemClock() })
const content = cleanContent(0, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
const run = () => actOnStatistics({ sql, commands, clock: systemClock, signal: new AbortController().signal })
const typesOf = async (questionId: string) => (await eventStore.readStream(`question-${questionId}`)).map(({ type }) => type)

/** A pilot with statistics. */
async function pilot(
  statistics: { answers?: number; correct?: number; discrimination?: number | null; version?: number } = {},
): Promise<string> {
  const { answers = 60, correct = 40, discrimination = 0.3, version = 1 } = statistics
  const questionId = randomUUID()
  const generation = { model: 'gpt-test', promptVersion: '1' }
  await commands.execute(questionAggregate, questionId, addGenerated({ questionId, content, generation }), context())
  await rows.questions.set(questionRow(questionId, content, { is_pilot: true }))
  await rows.question_statistics.set({
    question_id: questionId,
    version,
    answers,
    correct_answers: correct,
    total_time_seconds: 600,
    discrimination,
  })
  return questionId
}

test('a question answered right less often than by guessing is withdrawn, and stays in use once an educator keeps it', async () => {
  const questionId = await pilot({ correct: 14, discrimination: -0.2 })
  expect(await run()).toEqual({ withdrawn: 1 })
  const kept = {
    version: 1,
    requestsSeen: 0,
    decision: 'kept',
    note: 'It is hard, and right.',
    content: null,
    resolvedBy: randomUUID(),
    now: systemClock(),
  } as const
  await commands.execute(questionAggregate, questionId, resolveReviewRequests(kept), context())
  expect(await run()).toEqual({ withdrawn: 0 })
  expect(await typesOf(questionId)).toEqual(['QuestionAdded', 'QuestionWithdrawn', 'QuestionReviewResolved', 'QuestionProtected'])
})

test.each([
  ['at chance', { correct: 15 }],
  ['below chance over too few answers', { answers: 49, correct: 2 }],
])('a question %s stays', async (_, statistics) => {
  await pilot({ discrimination: 0, ...statistics })
  expect(await run()).toEqual({ withdrawn: 0 })
})

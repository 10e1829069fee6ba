import { randomUUID } from 'node:crypto'
import type { Fact } from '@medicready/domain/events'
import { examAggregate } from '@medicready/domain/exams/exam'
import { answerInExam, choiceOf, examAnswered, examCompleted, examStarted } from '@medicready/domain/exams/testing/exam-facts'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { type QuestionEvent, questionAggregate, resolveReviewRequests } from '@medicready/domain/questions/question'
import { REVIEW_REQUESTS_A_DAY } from '@medicready/domain/questions/shown/review-rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { assignDailyQuestions, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { everyFact } from '@medicready/platform/testing/event-log'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { createReadTables } from '@medicready/projector/testing/read-tables'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dependenciesOver } from '../dependencies.ts'
import { startTestStores } from '../testing/test-stores.ts'
import { requestReview } from './review-requests.ts'
import { freePlace, withdrawDoubted } from './withdraw-question.ts'

const DAY = '2026-03-05'
const noon = `${DAY}T12:00:00.000Z`

const stores = await startTestStores()
const { sql, eventStore } = stores
/** Two machines, each with its own cache. */
const deps = dependenciesOver(stores)
const otherMachine = dependenciesOver(stores)
const { commands } = deps
const clock = () => noon

const rows = await createReadTables(sql, questions, studyDays)
beforeEach(async () => void (await Promise.all([rows.questions.delete(), rows.question_deliveries.delete()])))
afterAll(stores.close)

let metBefore = 0
/** The worker's reactions to everything since, each event handled twice, as after a crash. */
async function react(): Promise<void> {
  const facts = await everyFact(eventStore)
  for (const fact of facts.slice(metBefore))
    for (const _time of ['once', 'again']) {
      if (fact.type === 'QuestionReviewRequested') await withdrawDoubted(fact, { ...deps, clock })
      if (fact.type === 'QuestionReviewResolved' || fact.type === 'QuestionRevised') await freePlace(fact, { commands, clock })
    }
  metBefore = facts.length
}

const content = cleanContent(0, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
const context = (now = noon) => ({ commandId: randomUUID(), actorId: 'test', correlationId: 'test', now })

/** Drawable questions of one module. */
async function bank(count: number, module: 'Trauma' | 'Pediatrics' | 'Geriatrics'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const questionId of ids) {
    const added: QuestionEvent = {
      type: 'QuestionAdded',
      data: { questionId, version: 1, source: 'curated', bankId: questionId, generation: null, content: { ...content, module } },
    }
    await commands.execute(questionAggregate, questionId, () => [added], context())
    await rows.questions.set({ id: questionId, module, is_active: true })
  }
  return ids
}

async function revised(questionId: string): Promise<void> {
  const revision: QuestionEvent = {
    type: 'QuestionRevised',
    data: { questionId, version: 2, cause: 'bank', content: { ...content, clinicalPearl: 'Look twice.' } },
  }
  await commands.execute(questionAggregate, questionId, () => [revision], context())
}

/** A user who was given these questions on a day. */
async function learner(questionIds: readonly string[], date = DAY): Promise<string> {
  const userId = randomUUID()
  const candidates = questionIds.map((questionId) => ({
    questionId,
    questionVersion: 1,
    module: 'Trauma' as const,
    set: null,
    ...asItStands,
  }))
  const assign = assignDailyQuestions({ userId, date, dailyLimit: -1, candidates, count: candidates.length })
  await commands.execute(studyDayAggregate, studyDayId(userId, date), assign, context())
  return userId
}

const ask = (userId: string, questionId: string, { version = null, now = noon, on = deps }: Partial<Parameters<typeof asked>[2]> = {}) =>
  asked(userId, questionId, { version, now, on })
const asked = (userId: string, questionId: string, { version, now, on }: { version: number | null; now: string; on: typeof deps }) =>
  requestReview(on, { userId, questionId, reason: 'Two answers fit.', version }, context(now))

const factsOf = async <Type extends Fact['type']>(type: Type, questionIds: readonly string[]) =>
  (await everyFact(eventStore)).filter(
    (fact) => fact.type === type && 'questionId' in fact.data && questionIds.includes(fact.data.questionId),
  )

test('a user cannot request a review of a question they were not given, whatever version they claim', async () => {
  const [mine = '', others = ''] = await bank(2, 'Trauma')
  const [ana] = [await learner([mine]), await learner([others])]
  for (const version of [null, 1, 2]) await expect(ask(ana, others, { version })).rejects.toThrow(new Rejection('questionNotFound'))
  await expect(ask(ana, mine, { version: 2 })).rejects.toThrow(new Rejection('questionNotFound'))
  await expect(ask(ana, randomUUID())).rejects.toThrow(new Rejection('questionNotFound'))
  expect(await factsOf('QuestionReviewRequested', [mine, others])).toEqual([])
  expect(await factsOf('ReviewRequestCounted', [mine, others])).toEqual([])
  expect(await ask(ana, mine, { version: 1 })).toBe('requested')
})

test('an old delivery is found through the read model, but confirmed in the log', async () => {
  const [mine = '', others = ''] = await bank(2, 'Trauma')
  const ana = await learner([mine], '2026-01-10')
  for (const questionId of [mine, others])
    await rows.question_deliveries.set({
      user_id: ana,
      question_id: questionId,
      first_delivered_on: '2026-01-10',
      last_delivered_on: '2026-01-10',
    })
  expect(await ask(ana, mine)).toBe('requested')
  await expect(ask(ana, others)).rejects.toThrow(new Rejection('questionNotFound'))
})

test("a question from an exam is found once the exam has ended, and only through one's own exam", async () => {
  const [mine = ''] = await bank(1, 'Trauma')
  const [ana, ben] = [randomUUID(), randomUUID()]
  const ofAna = { userId: ana, examId: randomUUID(), date: DAY }
  const answer = answerInExam({ questionId: mine, date: DAY })
  const started = examStarted(ofAna, { first: choiceOf(answer), poolId: randomUUID(), startedAt: noon })
  await commands.execute(examAggregate, ofAna.examId, () => [started, examAnswered(ofAna, answer)], context())
  for (const userId of [ana, ben])
    await rows.question_deliveries.set({
      user_id: userId,
      question_id: mine,
      first_delivered_on: DAY,
      last_delivered_on: DAY,
      answered_on: DAY,
      exam_id: ofAna.examId,
    })
  await expect(ask(ana, mine)).rejects.toThrow(new Rejection('questionNotFound'))
  await commands.execute(examAggregate, ofAna.examId, () => [examCompleted(ofAna, [answer])], context())
  await expect(ask(ben, mine)).rejects.toThrow(new Rejection('questionNotFound'))
  await expect(ask(ana, mine, { version: 2 })).rejects.toThrow(new Rejection('questionNotFound'))
  expect(await ask(ana, mine, { version: 1 })).toBe('requested')
})

test('ten requests a day are allowed, even when sent to many machines at once, and ten again the next day', async () => {
  const ids = await bank(REVIEW_REQUESTS_A_DAY + 5, 'Trauma')
  const ana = await learner(ids)
  const answers = await Promise.allSettled(ids.map((id, n) => ask(ana, id, { on: n % 2 ? deps : otherMachine })))
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as Rejection).code] : []))
  for (const code of refusals) expect(['reviewLimitReached', 'conflict']).toContain(code)
  for (const id of ids) await ask(ana, id).catch((error: Rejection) => expect(error.code).toBe('reviewLimitReached'))
  expect(await factsOf('QuestionReviewRequested', ids)).toHaveLength(REVIEW_REQUESTS_A_DAY)

  const open = (await factsOf('QuestionReviewRequested', ids)).map(({ data }) => ('questionId' in data ? data.questionId : ''))
  // Repeated requests are answered again and cost nothing.
  for (const id of open) expect(await ask(ana, id)).toBe('requested')
  for (const id of ids) await ask(ana, id, { now: '2026-03-06T12:00:00.000Z' })
  expect(await factsOf('QuestionReviewRequested', ids)).toHaveLength(ids.length)
})

test('a request about an older version is answered but does not count', async () => {
  const [questionId = ''] = await bank(1, 'Trauma')
  const ana = await learner([questionId])
  await revised(questionId)
  expect(await ask(ana, questionId)).toBe('superseded')
  expect(await factsOf('ReviewRequestCounted', [questionId])).toEqual([])
})

test('three throwaway accounts cannot withdraw the bank', async () => {
  const ids = await bank(100, 'Pediatrics')
  // They were given every question, which takes many days, and ask as often as allowed.
  const accounts = [await learner(ids), await learner(ids), await learner(ids)]
  for (const day of ['2026-03-05', '2026-03-06'])
    for (const id of ids.slice(0, 25))
      for (const userId of accounts) await ask(userId, id, { now: `${day}T12:00:00.000Z` }).catch(() => undefined)
  await react()
  expect(await factsOf('QuestionReviewRequested', ids)).toHaveLength(accounts.length * 2 * REVIEW_REQUESTS_A_DAY)
  const withdrawn = await factsOf('QuestionWithdrawn', ids)
  expect(withdrawn).toHaveLength(2)
  // The educators are told once.
  expect(await factsOf('WithdrawalsStopped', ids)).toMatchObject([{ data: { module: 'Pediatrics', withdrawn: 2, questions: 102 } }])
})

test('a decision frees a place for another, and a kept question stays in use however many report it', async () => {
  const [first = '', second = '', third = ''] = await bank(3, 'Geriatrics')
  const doubters = await Promise.all(Array.from({ length: 6 }, () => learner([first, second, third])))
  for (const userId of doubters.slice(0, 3)) await ask(userId, first)
  await react()
  expect(await factsOf('QuestionWithdrawn', [first])).toHaveLength(1)
  for (const userId of doubters.slice(0, 3)) await ask(userId, second)
  await react()
  expect(await factsOf('QuestionWithdrawn', [second])).toEqual([])
  expect(await factsOf('WithdrawalsStopped', [second])).toHaveLength(1)

  const review = { version: 1, requestsSeen: 3, note: 'It is right.', content: null, resolvedBy: randomUUID(), now: noon } as const
  await commands.execute(questionAggregate, first, resolveReviewRequests({ ...review, decision: 'kept' }), context())
  await react()
  for (const userId of doubters.slice(3)) await ask(userId, first)
  await ask(doubters[3] ?? '', second)
  await react()
  expect(await factsOf('QuestionReviewRequested', [first])).toHaveLength(6)
  expect(await factsOf('QuestionWithdrawn', [first])).toHaveLength(1)
  expect(await factsOf('QuestionWithdrawn', [second])).toHaveLength(1)
})

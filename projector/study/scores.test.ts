import type { Fact } from '@medicready/domain/events'
import { asLogEntries, Chance, history } from '@medicready/platform/testing/history'
import { expect, test } from 'vitest'
import { foldEntries } from '../fold.ts'
import type { Projection, Row } from '../projection.ts'
import { tableSql } from '../tables.ts'
import { leaderboardProjection } from './leaderboard.ts'
import { studyDays } from './study-days.ts'
import { userProgress } from './user-progress.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const curated = '00000000-0000-4000-8000-000000000002'
const pilot = '00000000-0000-4000-8000-000000000003'

const content = (() => {
  const [first] = history({ seed: 1, students: 0, days: 0, questionsPerModule: 1 })
  if (first?.fact.type !== 'QuestionAdded') throw new Error('A history begins with its questions.')
  return first.fact.data.content
})()

const added: Fact[] = [
  {
    type: 'QuestionAdded',
    data: { questionId: curated, version: 1, source: 'curated', bankId: 'trauma-001', generation: null, content },
  },
  {
    type: 'QuestionAdded',
    data: { questionId: pilot, version: 1, source: 'ai', bankId: null, generation: { model: 'm', promptVersion: '1' }, content },
  },
]
const revised: Fact = { type: 'QuestionRevised', data: { questionId: pilot, version: 2, cause: 'review', content } }
const promoted: Fact = { type: 'QuestionPromoted', data: { questionId: pilot, version: 1, answers: 50, discrimination: 0.2 } }

const answer = (questionId: string, isCorrect: boolean): Fact => ({
  type: 'AnswerSubmitted',
  data: {
    userId,
    date: '2026-03-01',
    questionId,
    questionVersion: 1,
    module: 'Trauma',
    selectedAnswer: 'A',
    isCorrect,
    timeSpentSeconds: 20,
    confidence: null,
    flaggedForReview: false,
    studySessionId: null,
  },
})

/** The one row of a table that a log leaves behind. */
function rowOf(projection: Projection, name: string, facts: readonly Fact[]): Row | null | undefined {
  const chance = new Chance(1)
  const metadata = { schemaVersion: '1', correlationId: 'test', causationId: 'test', commandId: 'test', actorId: 'test' }
  const events = facts.map((fact) => ({
    id: chance.uuid(),
    streamName: 'any-1',
    revision: 0n,
    fact,
    metadata: { ...metadata, occurredAt: '2026-03-01T12:00:00.000Z' },
  }))
  const tables = Object.entries(projection.tables).map(([table, definition]) => tableSql('memory', table, definition))
  const changes = foldEntries(
    projection,
    tables,
    [...asLogEntries(events)],
    () => null,
    () => undefined,
  )
  for (const [table, changed] of changes) if (table.name === name) return [...changed.values()][0]?.row
  return null
}

const models = [
  ['user_progress', userProgress, 'total_questions', 'scored_answers', 'correct_answers'],
  ['leaderboard', leaderboardProjection, 'total_answered', 'scored_answers', 'correct_answers'],
  ['study_days', studyDays, 'answered', 'scored', 'correct'],
] as const

test.each(models)('%s: an answer to a pilot is an answer, and neither right nor wrong', (name, projection, answered, scored, correct) => {
  const before = [...added, answer(curated, true), answer(curated, false)]
  for (const isCorrect of [true, false])
    expect(rowOf(projection, name, [...before, answer(pilot, isCorrect), revised, answer(pilot, isCorrect)])).toMatchObject({
      [answered]: 4,
      [scored]: 2,
      [correct]: 1,
    })
})

test.each(models)(
  '%s: once a pilot is promoted, new answers to it count, and earlier ones still do not',
  (name, projection, answered, scored, correct) => {
    const row = rowOf(projection, name, [...added, answer(pilot, true), promoted, answer(pilot, true), answer(pilot, false)])
    expect(row).toMatchObject({ [answered]: 3, [scored]: 2, [correct]: 1 })
  },
)

import type { FactOf } from '@medicready/domain/events'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { asLogEntries, Chance, type HistoryEvent, history } from '@medicready/platform/testing/history'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { foldEntries } from '../fold.ts'
import { GenerationFold } from '../generation-fold.ts'
import { openEmpty } from '../generations.ts'
import type { Row } from '../projection.ts'
import { tableSql } from '../tables.ts'
import { readModels } from '../testing/read-models.ts'
import {
  DISCRIMINATION_MIN_ANSWERS,
  discriminationOf,
  LONGEST_COUNTED_SECONDS,
  questionStatistics,
  REST_MIN_ANSWERS,
  REST_SCALE,
} from './question-statistics.ts'

type Submitted = FactOf<'AnswerSubmitted'>['data']
type Happening = { readonly answer: Submitted } | { readonly promoted: string }

const uuid = (kind: string, n: number) => `00000000-0000-4000-8000-0000000${kind}${String(n).padStart(4, '0')}`
const learner = (n: number) => uuid('1', n)
const question = (n: number) => uuid('2', n)
/** Questions of these numbers begin as pilots. */
const pilots = [0, 1]

const answer = (user: number, of: number, isCorrect: boolean, more: Partial<Submitted> = {}): Happening => ({
  answer: {
    userId: learner(user),
    date: '2026-03-01',
    questionId: question(of),
    questionVersion: 1,
    module: 'Trauma',
    selectedAnswer: isCorrect ? 'A' : 'B',
    isCorrect,
    timeSpentSeconds: 20,
    confidence: null,
    flaggedForReview: false,
    studySessionId: null,
    ...more,
  },
})

const content = (() => {
  const [first] = history({ seed: 1, students: 0, days: 0, questionsPerModule: 1 })
  if (first?.fact.type !== 'QuestionAdded') throw new Error('A history begins with its questions.')
  return first.fact.data.content
})()

function logOf(happenings: readonly Happening[]): LogEntry[] {
  const chance = new Chance(1)
  const event = (streamName: string, fact: HistoryEvent['fact']): HistoryEvent => ({
    id: chance.uuid(),
    streamName,
    revision: 0n,
    fact,
    metadata: {
      schemaVersion: '1',
      correlationId: 'test',
      causationId: 'test',
      commandId: 'test',
      actorId: 'test',
      occurredAt: '2026-03-01T12:00:00.000Z',
    },
  })
  const added = pilots.map((n) =>
    event(`question-${question(n)}`, {
      type: 'QuestionAdded',
      data: {
        questionId: question(n),
        version: 1,
        source: 'ai',
        bankId: null,
        generation: { model: 'm', promptVersion: '1' },
        content,
      },
    }),
  )
  const rest = happenings.map((happening) =>
    'answer' in happening
      ? event('studyDay-1', { type: 'AnswerSubmitted', data: happening.answer })
      : event(`question-${happening.promoted}`, {
          type: 'QuestionPromoted',
          data: { questionId: happening.promoted, version: 1, answers: 50, discrimination: 0.2 },
        }),
  )
  return [...asLogEntries([...added, ...rest])]
}

const tables = Object.entries(questionStatistics.tables).map(([name, definition]) => tableSql('memory', name, definition))

/** Folds in memory; answers the statistics by question and version. */
function folded(happenings: readonly Happening[]): Map<string, Row> {
  const changes = foldEntries(
    questionStatistics,
    tables,
    logOf(happenings),
    () => null,
    () => undefined,
  )
  const found = new Map<string, Row>()
  for (const [table, changed] of changes)
    if (table.name === 'question_statistics')
      for (const { row } of changed.values()) if (row) found.set(`${row.question_id}@${row.version}`, row)
  return found
}

interface Naive {
  answers: number
  correct_answers: number
  total_time_seconds: number
  choices: Map<string, number>
  pairs: { item: number; rest: number }[]
}

/** The same from the definition: every answer looks at all that came before it. */
function naively(happenings: readonly Happening[]): Map<string, Naive> {
  const onTrial = new Set(pilots.map(question))
  const first: (Submitted & { isScored: boolean })[] = []
  const found = new Map<string, Naive>()
  for (const happening of happenings) {
    if ('promoted' in happening) {
      onTrial.delete(happening.promoted)
      continue
    }
    const { answer: given } = happening
    const { userId, questionId, questionVersion, isCorrect } = given
    const mine = first.filter((one) => one.userId === userId)
    if (mine.some((one) => one.questionId === questionId && one.questionVersion >= questionVersion)) continue
    const rest = mine.filter((one) => one.isScored && one.questionId !== questionId)
    first.push({ ...given, isScored: !onTrial.has(questionId) })
    const key = `${questionId}@${questionVersion}`
    const known: Naive = found.get(key) ?? {
      answers: 0,
      correct_answers: 0,
      total_time_seconds: 0,
      choices: new Map<string, number>(),
      pairs: [],
    }
    found.set(key, known)
    known.answers += 1
    known.correct_answers += Number(isCorrect)
    known.total_time_seconds += Math.min(given.timeSpentSeconds, LONGEST_COUNTED_SECONDS)
    known.choices.set(given.selectedAnswer, (known.choices.get(given.selectedAnswer) ?? 0) + 1)
    if (rest.length >= REST_MIN_ANSWERS)
      known.pairs.push({ item: Number(isCorrect), rest: rest.filter((one) => one.isCorrect).length / rest.length })
  }
  return found
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** As textbooks have it: (M₁ − M₀) / s · √(p·q). */
function pointBiserial(pairs: Naive['pairs']): number | null {
  const right = pairs.filter(({ item }) => item === 1).map(({ rest }) => rest)
  const wrong = pairs.filter(({ item }) => item === 0).map(({ rest }) => rest)
  const middle = mean(pairs.map(({ rest }) => rest))
  const spread = Math.sqrt(mean(pairs.map(({ rest }) => (rest - middle) ** 2)))
  if (right.length === 0 || wrong.length === 0 || spread < 1e-9) return null
  const p = right.length / pairs.length
  return ((mean(right) - mean(wrong)) / spread) * Math.sqrt(p * (1 - p))
}

/** Rest scores are whole ten-thousandths, which moves a correlation by less than this. */
const TOLERANCE = 0.002

/** Answers how many discriminations were compared. */
function expectAsNaive(happenings: readonly Happening[]): number {
  let compared = 0
  const rows = folded(happenings)
  const wanted = naively(happenings)
  expect([...rows.keys()].sort()).toEqual([...wanted.keys()].sort())
  for (const [key, { pairs, choices, ...counts }] of wanted) {
    const row = rows.get(key)
    expect(new Map(Object.entries(row?.choices ?? {}))).toEqual(choices)
    expect(row).toMatchObject({ ...counts, rest_scores: pairs.length, rest_scores_correct: pairs.filter(({ item }) => item === 1).length })
    const discrimination = row?.discrimination ?? null
    const exact = pairs.length < DISCRIMINATION_MIN_ANSWERS ? null : pointBiserial(pairs)
    if (exact === null || discrimination === null) expect(discrimination).toBe(exact)
    else {
      expect(Math.abs((discrimination as number) - exact)).toBeLessThan(TOLERANCE)
      compared += 1
    }
  }
  return compared
}

/** Fifty learners over sixteen questions, each in two versions, with one promotion on the way. */
const school = (chance: Chance): Happening[] =>
  Array.from({ length: 1_200 }, (_, n) =>
    n === 600
      ? { promoted: question(0) }
      : answer(chance.below(50), chance.below(16), chance.happens(0.7), { questionVersion: chance.happens(0.1) ? 2 : 1 }),
  )

test('equal what the definitions give, for any order of answers, repeats, versions, pilots and promotions', () => {
  const happening = fc.oneof(
    {
      weight: 40,
      arbitrary: fc
        .record({
          user: fc.nat(9),
          of: fc.nat(7),
          version: fc.constantFrom(1, 1, 1, 2),
          choice: fc.constantFrom('A', 'A', 'B', 'C', '', '__proto__', 'constructor'),
          seconds: fc.oneof(fc.nat(120), fc.constant(86_400)),
        })
        .map(({ user, of, version, choice, seconds }) =>
          answer(user, of, choice === 'A', { questionVersion: version, selectedAnswer: choice, timeSpentSeconds: seconds }),
        ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...pilots).map((n): Happening => ({ promoted: question(n) })) },
  )
  // Long logs come from a seed: their shapes matter more than that they can be made shorter.
  const longLog = fc.integer().map((seed) => school(new Chance(seed)))
  const log = fc.oneof(fc.array(happening, { maxLength: 200, size: 'max' }), longLog)
  let compared = 0
  fc.assert(
    fc.property(log, (happenings) => {
      compared += expectAsNaive(happenings)
    }),
    { numRuns: 40 },
  )
  expect(compared).toBeGreaterThan(50)
})

test('find what tells the able from the others', () => {
  const chance = new Chance(3)
  const happenings: Happening[] = []
  const abilities = Array.from({ length: 80 }, () => 0.2 + 0.7 * chance.number())
  for (const [user, ability] of abilities.entries())
    for (let of = 10; of < 50; of++) happenings.push(answer(user, of, chance.happens(ability)))
  for (const [user, ability] of abilities.entries()) {
    happenings.push(answer(user, 2, ability > 0.5))
    happenings.push(answer(user, 3, ability <= 0.5))
    happenings.push(answer(user, 4, chance.happens(0.5)))
    happenings.push(answer(user, 5, true))
  }
  expectAsNaive(happenings)
  const of = (n: number) => folded(happenings).get(`${question(n)}@1`)?.discrimination
  expect(of(2)).toBeGreaterThan(0.6)
  expect(of(3)).toBeLessThan(-0.6)
  expect(Math.abs(of(4) as number)).toBeLessThan(0.25)
  expect(of(5)).toBeNull()
})

test('count the first answer of a person to a version, and none after it', () => {
  const rows = folded([
    answer(1, 5, false),
    answer(1, 5, true),
    answer(1, 5, true, { questionVersion: 2 }),
    answer(1, 5, false, { questionVersion: 1 }),
    answer(2, 5, true),
  ])
  expect(rows.get(`${question(5)}@1`)).toMatchObject({ answers: 2, correct_answers: 1, choices: { A: 1, B: 1 } })
  expect(rows.get(`${question(5)}@2`)).toMatchObject({ answers: 1, correct_answers: 1, choices: { A: 1 } })
})

test('say nothing of discrimination while rest scores are few, or all the same', () => {
  const sums = (rests: readonly number[], right: number) => ({
    rest_scores: rests.length,
    rest_scores_correct: right,
    rest_sum: rests.reduce((sum, rest) => sum + rest, 0),
    rest_sum_correct: rests.slice(0, right).reduce((sum, rest) => sum + rest, 0),
    rest_sum_of_squares: rests.reduce((sum, rest) => sum + rest * rest, 0),
  })
  const rests = Array.from({ length: DISCRIMINATION_MIN_ANSWERS }, (_, n) => REST_SCALE - 100 * n)
  expect(discriminationOf(sums(rests.slice(1), 10))).toBeNull()
  expect(discriminationOf(sums(rests, 0))).toBeNull()
  expect(discriminationOf(sums(rests, rests.length))).toBeNull()
  expect(discriminationOf(sums(rests, 10))).toBeGreaterThan(0.8)
  expect(
    discriminationOf(
      sums(
        rests.map(() => 6_667),
        10,
      ),
    ),
  ).toBeNull()
})

test('leave the same bytes whatever the size of the batches', async () => {
  const entries = logOf(school(new Chance(5)))
  const bytes = await Promise.all(
    [1, 7, 500].map(async (batchSize) => {
      const { url, drop } = await createTestDatabase()
      const sql = connectPostgres(url, { name: 'test', max: 4, parameters: { synchronous_commit: 'off' } })
      onTestFinished(async () => {
        await sql.end({ timeout: 1 })
        await drop()
      })
      const generation = await openEmpty(sql, questionStatistics)
      const { signal } = new AbortController()
      const fold = new GenerationFold({ sql, projection: questionStatistics, generation, state: 'live', logger, signal })
      for (let start = 0; start < entries.length; start += batchSize)
        expect(await fold.advance(entries.slice(start, start + batchSize))).toEqual({ kind: 'advanced' })
      return readModels(sql)
    }),
  )
  expect(bytes[0]).toEqual(bytes[2])
  expect(bytes[1]).toEqual(bytes[2])
  const discriminating = bytes[2]?.question_statistics?.filter((row) => !/,,\d+,\d+,\d+,\d+,\d+\)$/.test(row)) ?? []
  expect(discriminating.length).toBeGreaterThan(5)
}, 60_000)

import type { FactOf } from '@medicready/domain/events'
import { chosenBy } from '@medicready/domain/questions/content/item'
import { Chance } from '@medicready/platform/testing/chance'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import type { RowOf } from '../definition.ts'
import {
  DISCRIMINATION_MIN_ANSWERS,
  discriminationOf,
  LONGEST_COUNTED_SECONDS,
  questionStatistics,
  REST_MIN_ANSWERS,
  REST_SCALE,
} from './question-statistics.ts'

type Submitted = FactOf<'AnswerSubmitted'>['data']
type Statistics = RowOf<typeof questionStatistics.tables.question_statistics>

const uuid = (kind: string, n: number) => `00000000-0000-4000-8000-0000000${kind}${String(n).padStart(4, '0')}`
const learner = (n: number) => uuid('1', n)
const question = (n: number) => uuid('2', n)
const choice = (option: string): Submitted['answer'] => ({ kind: 'multiple_choice', option })

const answer = (user: number, of: number, isCorrect: boolean, more: Partial<Submitted> = {}): Submitted => ({
  userId: learner(user),
  date: '2026-03-01',
  questionId: question(of),
  questionVersion: 1,
  module: 'Trauma',
  answer: choice(isCorrect ? 'a' : 'b'),
  isCorrect,
  isScored: true,
  mode: 'practice',
  studySessionId: null,
  timeSpentSeconds: 20,
  confidence: null,
  flaggedForReview: false,
  givenAt: null,
  ...more,
})

const factsOf = (answers: readonly Submitted[]) => answers.map((data) => ({ type: 'AnswerSubmitted' as const, data }))

/** The statistics by question and version. */
async function folded(answers: readonly Submitted[]): Promise<Map<string, Statistics>> {
  const { question_statistics } = await given(questionStatistics, factsOf(answers)).rows()
  return new Map(question_statistics.map((row) => [`${row.question_id}@${row.version}`, row]))
}

interface Naive {
  answers: number
  correct_answers: number
  total_time_seconds: number
  options: Map<string, number>
  pairs: { item: number; rest: number }[]
}

/** The same computed from the definition: every answer looks at all earlier ones. */
function naively(answers: readonly Submitted[]): Map<string, Naive> {
  const first: Submitted[] = []
  const found = new Map<string, Naive>()
  for (const given of answers) {
    const { userId, questionId, questionVersion, isCorrect } = given
    const mine = first.filter((one) => one.userId === userId)
    if (mine.some((one) => one.questionId === questionId && one.questionVersion >= questionVersion)) continue
    const rest = mine.filter((one) => one.isScored && one.questionId !== questionId)
    first.push(given)
    const key = `${questionId}@${questionVersion}`
    const known: Naive = found.get(key) ?? {
      answers: 0,
      correct_answers: 0,
      total_time_seconds: 0,
      options: new Map<string, number>(),
      pairs: [],
    }
    found.set(key, known)
    known.answers += 1
    known.correct_answers += Number(isCorrect)
    known.total_time_seconds += Math.min(given.timeSpentSeconds, LONGEST_COUNTED_SECONDS)
    for (const id of given.answer ? chosenBy(given.answer) : []) known.options.set(id, (known.options.get(id) ?? 0) + 1)
    if (rest.length >= REST_MIN_ANSWERS)
      known.pairs.push({ item: Number(isCorrect), rest: rest.filter((one) => one.isCorrect).length / rest.length })
  }
  return found
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** As in textbooks: (M₁ − M₀) / s · √(p·q). */
function pointBiserial(pairs: Naive['pairs']): number | null {
  const right = pairs.filter(({ item }) => item === 1).map(({ rest }) => rest)
  const wrong = pairs.filter(({ item }) => item === 0).map(({ rest }) => rest)
  const middle = mean(pairs.map(({ rest }) => rest))
  const spread = Math.sqrt(mean(pairs.map(({ rest }) => (rest - middle) ** 2)))
  if (right.length === 0 || wrong.length === 0 || spread < 1e-9) return null
  const p = right.length / pairs.length
  return ((mean(right) - mean(wrong)) / spread) * Math.sqrt(p * (1 - p))
}

/** Rest scores are whole ten-thousandths, which changes a correlation by less than this. */
const TOLERANCE = 0.002

/** Returns how many discriminations were compared. */
async function expectAsNaive(answers: readonly Submitted[]): Promise<number> {
  let compared = 0
  const rows = await folded(answers)
  const wanted = naively(answers)
  expect([...rows.keys()].sort()).toEqual([...wanted.keys()].sort())
  for (const [key, { pairs, options, ...counts }] of wanted) {
    const row = rows.get(key)
    expect(new Map(Object.entries(row?.options ?? {}))).toEqual(options)
    expect(row).toMatchObject({ ...counts, rest_scores: pairs.length, rest_scores_correct: pairs.filter(({ item }) => item === 1).length })
    const discrimination = row?.discrimination ?? null
    const exact = pairs.length < DISCRIMINATION_MIN_ANSWERS ? null : pointBiserial(pairs)
    if (exact === null || discrimination === null) expect(discrimination).toBe(exact)
    else {
      expect(Math.abs(discrimination - exact)).toBeLessThan(TOLERANCE)
      compared += 1
    }
  }
  return compared
}

/**
 * Fifty learners and sixteen questions, each in two versions; two of the questions are pilots for the first half of
 * the time.
 */
const school = (chance: Chance): Submitted[] =>
  Array.from({ length: 1_200 }, (_, n) => {
    const of = chance.below(16)
    const questionVersion = chance.happens(0.1) ? 2 : 1
    return answer(chance.below(50), of, chance.happens(0.7), { questionVersion, isScored: of > 1 || (of === 0 && n > 600) })
  })

test('equal their definitions for any order of answers, repeats, versions, pilots and promotions', async () => {
  const submitted = fc
    .record({
      user: fc.nat(9),
      of: fc.nat(7),
      version: fc.constantFrom(1, 1, 1, 2),
      option: fc.constantFrom('a', 'a', 'b', 'c', 'constructor', null),
      isScored: fc.constantFrom(true, true, true, false),
      seconds: fc.oneof(fc.nat(120), fc.constant(86_400)),
    })
    .map(({ user, of, version, option, isScored, seconds }) =>
      answer(user, of, option === 'a', {
        questionVersion: version,
        answer: option === null ? null : choice(option),
        isScored,
        timeSpentSeconds: seconds,
      }),
    )
  // Long logs come from a seed: their shapes matter more than whether they can be shortened.
  const longLog = fc.integer().map((seed) => school(new Chance(seed)))
  const log = fc.oneof(fc.array(submitted, { maxLength: 200, size: 'max' }), longLog)
  let compared = 0
  await fc.assert(
    fc.asyncProperty(log, async (answers) => {
      compared += await expectAsNaive(answers)
    }),
    { numRuns: 40 },
  )
  expect(compared).toBeGreaterThan(50)
})

test('show which questions distinguish good learners from others', async () => {
  const chance = new Chance(3)
  const answers: Submitted[] = []
  const abilities = Array.from({ length: 80 }, () => 0.2 + 0.7 * chance.number())
  for (const [user, ability] of abilities.entries())
    for (let of = 10; of < 50; of++) answers.push(answer(user, of, chance.happens(ability)))
  for (const [user, ability] of abilities.entries()) {
    answers.push(answer(user, 2, ability > 0.5))
    answers.push(answer(user, 3, ability <= 0.5))
    answers.push(answer(user, 4, chance.happens(0.5)))
    answers.push(answer(user, 5, true))
  }
  await expectAsNaive(answers)
  const rows = await folded(answers)
  const of = (n: number) => rows.get(`${question(n)}@1`)?.discrimination
  expect(of(2)).toBeGreaterThan(0.6)
  expect(of(3)).toBeLessThan(-0.6)
  expect(Math.abs(of(4) as number)).toBeLessThan(0.25)
  expect(of(5)).toBeNull()
})

test('count only the first answer of a person to a version', () =>
  given(
    questionStatistics,
    factsOf([
      answer(1, 5, false),
      answer(1, 5, true),
      answer(1, 5, true, { questionVersion: 2 }),
      answer(1, 5, false, { questionVersion: 1 }),
      answer(2, 5, true),
    ]),
  ).leaves({
    question_statistics: [
      { question_id: question(5), version: 1, answers: 2, correct_answers: 1, options: { a: 1, b: 1 } },
      { question_id: question(5), version: 2, answers: 1, correct_answers: 1, options: { a: 1 } },
    ],
  }))

test('count learners who ran out of time, but no option for them', () =>
  given(questionStatistics, factsOf([answer(1, 5, false, { answer: null })])).leaves({
    question_statistics: [{ answers: 1, correct_answers: 0, options: {} }],
  }))

test('have no discrimination while rest scores are few or all the same', () => {
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

test('the answers kept for a version give the same discrimination', async () => {
  const chance = new Chance(7)
  const answers = Array.from({ length: 40 }, (_, user) =>
    Array.from({ length: 8 }, (_, of) => answer(user, of, chance.happens(user / 40), { questionVersion: 1 + (of % 2) })),
  ).flat()
  const rows = await given(questionStatistics, factsOf([...answers, ...answers.slice(0, 20)])).rows()
  for (const known of rows.question_statistics) {
    const own = rows.version_answers.filter((row) => row.question_id === known.question_id && row.version === known.version)
    const scores = own.flatMap(({ rest_score, is_correct }) => (rest_score === null ? [] : [{ rest: rest_score, is_correct }]))
    const right = scores.filter(({ is_correct }) => is_correct)
    const sumOf = (of: readonly { rest: number }[], power = 1) => of.reduce((sum, { rest }) => sum + rest ** power, 0)
    expect([known.answers, known.correct_answers]).toEqual([own.length, own.filter(({ is_correct }) => is_correct).length])
    expect(known.total_time_seconds).toBe(own.reduce((sum, { time_seconds }) => sum + time_seconds, 0))
    const sums = { rest_scores: scores.length, rest_scores_correct: right.length, rest_sum: sumOf(scores) }
    expect(known.discrimination).toBe(discriminationOf({ ...sums, rest_sum_correct: sumOf(right), rest_sum_of_squares: sumOf(scores, 2) }))
  }
})

import { randomUUID } from 'node:crypto'
import type { FirstLanguage } from '@medicready/domain/accounts/shown/background'
import { numbersFrom } from '@medicready/domain/core/seeded-numbers'
import { type CalibrationEvent, MOST_CALIBRATED_AN_EVENT } from '@medicready/domain/exams/calibration-facts'
import { addGenerated, questionAggregate, requestReview } from '@medicready/domain/questions/question'
import { systemClock } from '@medicready/platform/clock'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { users } from '@medicready/projector/read-models/accounts/users'
import { itemCalibrations } from '@medicready/projector/read-models/exams/item-calibrations'
import { practiceExams } from '@medicready/projector/read-models/exams/practice-exams'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import { createReadTables } from '@medicready/projector/testing/read-tables'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestStores } from '../testing/test-stores.ts'
import { CALIBRATION_USER_ID } from './act-on-calibration.ts'
import { calibrateItems, finishCalibration } from './calibrate-items.ts'
import { readFirstAnswers } from './first-answers.ts'

const { sql, eventStore, commands, close } = await startTestStores()
afterAll(close)
const rows = await createReadTables(sql, questions, userResponses, practiceExams, users, itemCalibrations)
beforeEach(async () => {
  for (const table of Object.values(rows)) await table.delete()
})

const context = () => ({ commandId: randomUUID(), actorId: 'test', correlationId: 'test', now: systemClock() })
const content = cleanContent(0, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
let night = 0
/** Each test has its own days. */
const depsOn = (on: string) => ({ sql, commands, clock: () => `${on}T08:20:00.000Z`, signal: new AbortController().signal })
const run = (on: string) => calibrateItems(depsOn(on))
const nextDay = () => new Date(Date.UTC(2026, 0, ++night)).toISOString().slice(0, 10)
const runsOf = async (on: string) => (await eventStore.readStream(`calibration-${on}`)).map(({ data }) => data as CalibrationEvent['data'])
const typesOf = async (questionId: string) => (await eventStore.readStream(`question-${questionId}`)).map(({ type }) => type)

async function question({ isPilot = false } = {}): Promise<string> {
  const questionId = randomUUID()
  const generation = { model: 'gpt-test', promptVersion: '1' }
  await commands.execute(questionAggregate, questionId, addGenerated({ questionId, content, generation }), context())
  await rows.questions.set({ id: questionId, is_active: true, is_pilot: isPilot })
  await rows.question_versions.set({ question_id: questionId, version: 1, difficulty: 'moderate' })
  return questionId
}

interface Given {
  readonly userId?: string
  readonly questionId: string
  readonly version?: number
  readonly isCorrect?: boolean
  readonly isScored?: boolean
  readonly isAnswered?: boolean
  readonly minute?: number
}

const answerRow = (given: Given) => ({
  user_id: given.userId ?? randomUUID(),
  question_id: given.questionId,
  question_version: given.version ?? 1,
  is_correct: given.isCorrect ?? true,
  is_scored: given.isScored ?? true,
  answer: (given.isAnswered ?? true) ? ({ kind: 'fill_in_blank', value: 1 } as const) : null,
  answered_at: new Date(Date.UTC(2026, 0, 1, 0, given.minute ?? 0)).toISOString(),
})
const answer = (...all: Given[]) => rows.user_responses.set(...all.map(answerRow))

/** In the order of these columns. */
type GivenInExam = readonly [string, number, string, string, number, boolean | null, boolean, string | null]
const columns = ['exam_id', 'order_in_exam', 'user_id', 'question_id', 'question_version', 'is_correct', 'is_pilot', 'answered_at'] as const
const given = (...all: GivenInExam[]) =>
  rows.practice_exam_questions.set(...all.map((row) => Object.fromEntries(row.map((value, place) => [columns[place], value]))))

/** Learners who answer all of these questions; the last one according to ability, or as given. */
async function learners(count: number, questions: readonly string[], last?: (ability: number) => boolean): Promise<string[]> {
  const numbers = numbersFrom(`learners ${count}`)
  const chance = () => numbers() / 2 ** 32
  const rows = Array.from({ length: count }, () => {
    const userId = randomUUID()
    const ability = 4 * chance() - 2
    return questions.map((questionId, place) => {
      const isLast = place === questions.length - 1
      const byAbility = chance() < 1 / (1 + Math.exp(-ability))
      return { userId, questionId, isScored: !isLast, isCorrect: isLast && last ? last(ability) : byAbility, minute: place }
    })
  })
  await answer(...rows.flat())
  return rows.map(([first]) => first?.userId ?? '')
}

test('only first answers count, from study and from exams that have ended', async () => {
  const [userId, other, one, two, three] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const [ended, open] = [randomUUID(), randomUUID()]
  await rows.practice_exams.set({ id: ended, is_completed: true }, { id: open, is_completed: false })
  await given(
    [ended, 1, other, two, 1, false, true, '2026-01-01T00:03:00Z'],
    [ended, 2, other, three, 1, null, false, null],
    [ended, 3, userId, one, 2, true, false, '2026-01-01T00:05:00Z'],
    [open, 1, userId, two, 1, true, false, '2026-01-01T00:04:00Z'],
  )
  await answer(
    { userId, questionId: one, isCorrect: false, minute: 1 },
    { userId, questionId: one, isCorrect: true, version: 2, minute: 2 },
    { userId, questionId: three, isAnswered: false, minute: 3 },
    { userId, questionId: three, minute: 4 },
  )
  const { answers, learners, items } = await readFirstAnswers(sql)
  const found = [...answers.items].map((item, place) => ({ ...items[item], right: answers.right[place], scored: answers.scored[place] }))
  expect(learners).toHaveLength(2)
  expect(found).toHaveLength(2)
  expect(found).toContainEqual({ questionId: one, questionVersion: 1, right: 0, scored: 1 })
  expect(found).toContainEqual({ questionId: two, questionVersion: 1, right: 0, scored: 0 })
})

test('questions shown in an abandoned exam count as seen but not as answered', async () => {
  const [userId, exam, answered, due, never] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await rows.practice_exams.set({ id: exam, given_up_at: '2026-01-01T00:02:00Z', questions_answered: 1 })
  await given(
    [exam, 1, userId, answered, 1, true, false, '2026-01-01T00:01:00Z'],
    [exam, 2, userId, due, 1, null, false, null],
    [exam, 3, userId, never, 1, null, false, null],
  )
  await answer(...[answered, due, never].map((questionId) => ({ userId, questionId, minute: 5 })))
  expect((await readFirstAnswers(sql)).items).toEqual([{ questionId: never, questionVersion: 1 }])
})

test('a calibration is recorded once a day, and again only when there are more answers', async () => {
  const questions = await Promise.all(Array.from({ length: 6 }, () => question()))
  const [on, next] = [nextDay(), nextDay()]
  await learners(29, questions)
  expect(await run(on)).toEqual({ items: 0, promoted: 0, doubted: 0 })
  expect(await runsOf(on)).toEqual([])
  await learners(11, questions)
  expect(await run(on)).toEqual({ items: 6, promoted: 0, doubted: 0 })
  await run(on)
  const [first, ...more] = await runsOf(on)
  expect(more).toEqual([])
  expect(first).toMatchObject({ on, part: 1, of: 1, answers: 240, learners: 40 })
  expect(first?.items.map(({ questionId }) => questionId)).toEqual([...questions].sort())
  expect(
    first?.items.every(({ answers, standardError, discrimination }) => answers === 40 && standardError < 0.5 && discrimination === 1),
  ).toBe(true)

  await rows.calibrations.set({ calibration_id: first?.calibrationId ?? '', calibrated_on: on, answers: 240, is_whole: true })
  await run(next)
  expect(await runsOf(next)).toEqual([])
})

test('an unfinished calibration is completed with its own parts, or replaced by a new one if answers came in', async () => {
  const questions = await Promise.all(Array.from({ length: MOST_CALIBRATED_AN_EVENT + 1 }, () => randomUUID()))
  await learners(30, questions)
  const days = [nextDay(), nextDay()] as const
  expect(await finishCalibration(depsOn(days[0]))).toBeNull()
  for (const on of days) {
    // Stopped before the second part.
    const stopped = new Error('The worker is stopped.')
    const upToTheFirst: typeof commands.execute = (aggregate, id, decide, context) =>
      commands.execute(aggregate, id, decide, context).finally(() => {
        throw stopped
      })
    const dying = Object.assign(Object.create(commands), { execute: upToTheFirst })
    await expect(calibrateItems({ ...depsOn(on), commands: dying })).rejects.toBe(stopped)
    expect((await runsOf(on)).map(({ part, of }) => [part, of])).toEqual([[1, 2]])
    if (on === days[1]) await learners(1, questions)
    await finishCalibration(depsOn(on))
    expect(await finishCalibration(depsOn(on))).toBeNull()
  }
  const [same, other] = [await runsOf(days[0]), await runsOf(days[1])]
  expect(same.map(({ part, of }) => [part, of])).toEqual([
    [1, 2],
    [2, 2],
  ])
  expect(new Set(same.map(({ calibrationId }) => calibrationId)).size).toBe(1)
  expect(other.map(({ part, of, learners }) => [part, of, learners])).toEqual([
    [1, 2, 30],
    [1, 2, 31],
    [2, 2, 31],
  ])
  expect(new Set(other.map(({ calibrationId }) => calibrationId)).size).toBe(2)
  expect(other[1]?.calibrationId).toBe(other[2]?.calibrationId)
})

test('groups with 100 known members are compared, and a review is requested for an item much harder for one of them', async () => {
  const questions = await Promise.all(Array.from({ length: 20 }, () => question()))
  const [harder = ''] = questions
  const userIds = await learners(400, questions)
  const [english, spanish] = [userIds.slice(0, 200), userIds.slice(200, 320)]
  const told = (id: string, first_language: FirstLanguage, program: string | null) => ({ id, first_language, paramedic_program: program })
  await rows.users.set(
    ...english.map((id) => told(id, 'english', null)),
    ...spanish.map((id, place) => told(id, 'spanish', place < 99 ? (['Aspen College', 'ASPEN  college'][place % 2] ?? null) : 'Birch')),
    ...userIds.slice(320).map((id) => told(id, 'german', 'Cedar')),
  )
  for (const [user_id, is_correct] of [
    [spanish.slice(0, 12), true],
    [spanish.slice(12), false],
  ] as const)
    await rows.user_responses.update({ question_id: harder, user_id }, { is_correct })
  const on = nextDay()
  expect(await run(on)).toMatchObject({ doubted: 1 })
  const [found] = await runsOf(on)
  const comparisons = found?.items.flatMap((item) => item.comparisons) ?? []
  // Not the 80 with another language, the 99 of a program, or the rest.
  expect(new Set(comparisons.map(({ focal, reference }) => `${focal} ${reference}`))).toEqual(new Set(['spanish english']))
  expect(found?.items.find(({ questionId }) => questionId === harder)?.comparisons).toMatchObject([
    { by: 'first_language', focalAnswers: 120, referenceAnswers: 200, class: 'C' },
  ])
  const [, asked] = await eventStore.readStream(`question-${harder}`)
  expect(asked?.data).toMatchObject({ reason: expect.stringContaining('those whose first language is Spanish are right less often') })
})

test('a pilot with enough answers that discriminates well is promoted once; one that good learners miss stays a pilot', async () => {
  const questions = await Promise.all(Array.from({ length: 20 }, () => question()))
  const [good, useless] = [await question({ isPilot: true }), await question({ isPilot: true })]
  await learners(60, [...questions, good])
  expect(await run(nextDay())).toMatchObject({ promoted: 1 })
  await rows.questions.update({ id: good }, { is_pilot: false })
  await rows.user_responses.delete()
  await learners(64, [...questions, useless], (ability) => ability < 0)
  expect(await run(nextDay())).toMatchObject({ promoted: 0 })
  expect(await typesOf(good)).toEqual(['QuestionAdded', 'QuestionPromoted'])
  expect(await typesOf(useless)).toEqual(['QuestionAdded'])
})

test('a pilot under review stays a pilot', async () => {
  const questions = await Promise.all(Array.from({ length: 20 }, () => question()))
  const pilot = await question({ isPilot: true })
  await commands.execute(questionAggregate, pilot, requestReview({ userId: randomUUID(), reason: 'Two answers?', version: 1 }), context())
  await learners(60, [...questions, pilot])
  expect(await run(nextDay())).toMatchObject({ promoted: 0 })
})

test('a review is requested for an item whose difficulty has changed, once for each version', async () => {
  const questions = await Promise.all(Array.from({ length: 6 }, () => question()))
  const [moved = '', kept = ''] = questions
  await learners(150, questions)
  const on = nextDay()
  await run(on)
  const [first] = await runsOf(on)
  for (const { questionId, difficulty } of first?.items ?? []) {
    const before = questionId === moved ? difficulty - 1.5 : difficulty
    await rows.item_calibrations.set({
      question_id: questionId,
      question_version: 1,
      settled_difficulty: before,
      settled_standard_error: 0.3,
    })
  }
  expect(await run(nextDay())).toMatchObject({ doubted: 1 })
  expect(await run(nextDay())).toMatchObject({ doubted: 0 })
  expect(await typesOf(moved)).toEqual(['QuestionAdded', 'QuestionReviewRequested'])
  expect(await typesOf(kept)).toEqual(['QuestionAdded'])
  const [, asked] = await eventStore.readStream(`question-${moved}`)
  expect(asked?.data).toMatchObject({ userId: CALIBRATION_USER_ID, reason: expect.stringContaining('has become harder') })
})

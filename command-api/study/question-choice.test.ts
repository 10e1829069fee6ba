import { tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { fold } from '@medicready/domain/core/decider'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { asItStands, because, type DeliveredQuestion, portionsOf } from '@medicready/domain/questions/delivered-question'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { assignDailyQuestions, drawForSession, leftToday, studyDayAggregate } from '@medicready/domain/study/study-day'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { practiceExams } from '@medicready/projector/read-models/exams/practice-exams'
import { guidelineChanges } from '@medicready/projector/read-models/questions/guideline-changes'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { answerHistories } from '@medicready/projector/read-models/study/answer-histories'
import { cards } from '@medicready/projector/read-models/study/cards'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { studySessions } from '@medicready/projector/read-models/study/study-sessions'
import { userProgress } from '@medicready/projector/read-models/study/user-progress'
import { createReadTables } from '@medicready/projector/testing/read-tables'
import fc from 'fast-check'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { QuestionChoice, type SessionAsked } from './question-choice.ts'

const database = await createTestDatabase()
const sql = connectPostgres(database.url, { name: 'test' })
await sql`CREATE SCHEMA IF NOT EXISTS read`
/** The read models used for the choice. */
const rows = await createReadTables(
  sql,
  questions,
  studyDays,
  userProgress,
  answerHistories,
  studySessions,
  practiceExams,
  users,
  cards,
  guidelineChanges,
)
let choice: QuestionChoice
let userId: string

beforeEach(async () => {
  userId = uuidV4()
  choice = new QuestionChoice(sql)
  await rows.questions.delete()
  await noteChange()
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

type QuestionRow = RowOf<typeof questions.tables.questions>
const { item, tags } = questionContent()
let changes = 0
const noteChange = () => rows.question_catalog.set({ id: 1, changes: ++changes })
async function change(id: string | readonly string[], to: Partial<QuestionRow>): Promise<void> {
  await rows.questions.update({ id }, to)
  await noteChange()
}

/** Adds a number of questions to a module. Returns their IDs. */
async function add(module: ModuleName, count: number): Promise<string[]> {
  const question = { version: 1, module, is_active: true, difficulty: 'easy', item, tags } as const
  const added = await rows.questions.set(...Array.from({ length: count }, () => question))
  await noteChange()
  return added.map(({ id }) => id)
}

/** Adds a set to a module. Returns the IDs of its parts. */
async function addSet(module: ModuleName, of: number): Promise<string[]> {
  const ids = await add(module, of)
  const set = `set-${uuidV4()}`
  for (const [index, id] of ids.entries()) await change(id, { scenario: { set, part: index + 1, of, patient: 'A man of 40.' } })
  return ids
}

async function deliver(questionIds: readonly string[], day: string, learner = userId) {
  const delivered = await rows.questions.where({ id: questionIds })
  await rows.question_deliveries.set(
    ...delivered.map(({ id, module }) => ({ user_id: learner, question_id: id, module, last_delivered_on: day })),
  )
}

const openExam = (drawn: readonly DeliveredQuestion[]) => rows.study_sessions.set({ user_id: userId, mode: 'timed_exam', questions: drawn })

const best = (count: number, modules: readonly ModuleName[] = moduleNames, seed = 'seed') =>
  choice.best({ userId, modules, seed, count, alreadyDelivered: new Set() })
const anything: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }
const idsOf = (questions: readonly { questionId: string }[]) => questions.map(({ questionId }) => questionId)

test('questions new to the learner come first, then the longest unseen', async () => {
  const ids = await add('Trauma', 30)
  await deliver(ids.slice(0, 10), '2026-01-03')
  await deliver(ids.slice(10, 20), '2026-01-02')
  await deliver(ids.slice(20, 25), '2026-01-01')
  await deliver(ids, '2026-01-04', uuidV4())
  const chosen = idsOf(await best(18))
  expect(chosen).toHaveLength(18)
  expect(chosen.slice(0, 5).toSorted()).toEqual(ids.slice(25).toSorted())
  expect(chosen.slice(5, 10).toSorted()).toEqual(ids.slice(20, 25).toSorted())
  expect(ids.slice(10, 20)).toEqual(expect.arrayContaining(chosen.slice(10)))
  expect(idsOf(await best(100)).toSorted()).toEqual(ids.toSorted())
})

test('the seed chooses among repeats last seen on the same day', async () => {
  await deliver(await add('Trauma', 40), '2026-01-01')
  const [one, again, other] = [await best(5), await best(5), await best(5, ['Trauma'], 'another seed')]
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})

test('modules take turns, the weakest first, and no other modules are used', async () => {
  for (const module of ['Trauma', 'Pediatrics', 'Geriatrics'] as const) await deliver((await add(module, 4)).slice(0, 2), '2026-01-01')
  await rows.user_progress.set(
    { user_id: userId, module: 'Trauma', scored_answers: 20, correct_answers: 18 },
    { user_id: userId, module: 'Pediatrics', scored_answers: 20, correct_answers: 2 },
  )
  const chosen = await best(8, ['Trauma', 'Pediatrics'])
  expect(chosen.map(({ module }) => module)).toEqual(Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? 'Pediatrics' : 'Trauma')))
})

test('questions out of use are not chosen, neither as new nor as repeats', async () => {
  const ids = await add('Trauma', 6)
  await deliver(ids.slice(0, 3), '2026-01-01')
  expect(await best(6)).toHaveLength(6)
  await change([ids[0] ?? '', ids[5] ?? ''], { is_active: false })
  expect(idsOf(await best(6)).toSorted()).toEqual(ids.slice(1, 5).toSorted())
})

test('the latest version of a question is given', async () => {
  const [fresh = '', seen = ''] = await add('Trauma', 2)
  await deliver([seen], '2026-01-01')
  await change([fresh, seen], { version: 3 })
  const version = { questionVersion: 3, module: 'Trauma', set: null }
  expect(await best(2)).toEqual([
    { ...version, questionId: fresh, shuffle: null, why: because('new_unstudied') },
    {
      ...version,
      questionId: seen,
      shuffle: expect.any(Number),
      why: { ...because('longest_unseen'), lastSeen: '2026-01-01' },
    },
  ])
})

test('a set is chosen as a whole, in order, if it fits', async () => {
  const set = await addSet('Trauma', 4)
  const singles = await add('Trauma', 3)
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const all = idsOf(await best(7, ['Trauma'], seed))
    expect(all.toSorted()).toEqual([...set, ...singles].toSorted())
    expect(all.filter((id) => set.includes(id))).toEqual(set)
    expect(all.indexOf(set[3] ?? '')).toBe(all.indexOf(set[0] ?? '') + 3)
    expect(idsOf(await best(3, ['Trauma'], seed)).toSorted()).toEqual(singles.toSorted())
  }
  expect((await best(7)).filter((question) => question.set).map(({ set: place }) => [place?.part, place?.of])).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4],
  ])
})

test('a set with a part that is withdrawn, missing or in another module is not chosen', async () => {
  const [withdrawn, apart, begun] = [await addSet('Trauma', 3), await addSet('Trauma', 3), await addSet('Trauma', 3)]
  await rows.questions.delete({ id: begun[0] ?? '' })
  await change(withdrawn[1] ?? '', { is_active: false })
  await change(apart[2] ?? '', { module: 'Pediatrics' })
  expect(await best(10)).toEqual([])
  await deliver([...withdrawn, ...apart, ...begun.slice(1)], '2026-01-01')
  expect(await best(10)).toEqual([])
})

test('a set is repeated as a whole, after what was unseen for longer; single questions fill the space where it does not fit', async () => {
  const set = await addSet('Trauma', 3)
  const [older, newer] = [await add('Trauma', 1), await add('Trauma', 4)]
  await deliver(older, '2026-01-01')
  await deliver(set, '2026-01-02')
  await deliver(newer, '2026-01-03')
  expect(idsOf(await best(4))).toEqual([...older, ...set])
  expect(idsOf(await best(3))[0]).toBe(older[0])
  expect(newer).toEqual(expect.arrayContaining(idsOf(await best(3)).slice(1)))
  expect(idsOf(await best(8)).slice(0, 4)).toEqual([...older, ...set])
})

test('without questions, or if none are asked for, none are chosen', async () => {
  expect(await best(5)).toEqual([])
  await add('Trauma', 3)
  expect(await best(0)).toEqual([])
  expect(await best(5, ['Geriatrics'])).toEqual([])
})

describe('for a session', () => {
  const forSession = (asked: Partial<SessionAsked> = {}) =>
    choice.forSession({
      userId,
      modules: ['Trauma'],
      mode: 'practice',
      today: '2026-02-01',
      seed: 'seed',
      count: 5,
      quiz: null,
      about: null,
      left: Number.POSITIVE_INFINITY,
      most: 50,
      alreadyDelivered: new Set(),
      ...asked,
    })
  const note = (questionIds: readonly string[], history: Partial<RowOf<typeof answerHistories.tables.answer_histories>>) =>
    rows.answer_histories.set(...questionIds.map((question_id) => ({ user_id: userId, question_id, ...history })))

  test('questions already given that day are used only if there are no others', async () => {
    const ids = await add('Trauma', 6)
    expect(idsOf(await forSession({ alreadyDelivered: new Set(ids.slice(0, 4)) })).toSorted()).toEqual(ids.slice(4).toSorted())
    expect(idsOf(await forSession({ count: 6, alreadyDelivered: new Set(ids) })).toSorted()).toEqual(ids.toSorted())
  })

  test('a review contains only missed, then flagged questions, the longest unseen first', async () => {
    const [missed, earlier, flagged] = [await add('Trauma', 1), await add('Pediatrics', 1), await add('Trauma', 1)]
    const known = await add('Trauma', 2)
    await deliver(earlier, '2026-01-01')
    await deliver([...flagged, ...known], '2026-01-02')
    await deliver(missed, '2026-01-03')
    await note([...missed, ...earlier], { is_missed: true, missed: 2 })
    await note(flagged, { is_flagged: true })
    const chosen = await forSession({ mode: 'review' })
    expect(idsOf(chosen)).toEqual([...earlier, ...missed, ...flagged])
    expect(chosen.map(({ why }) => why)).toEqual([
      { cause: 'missed', lastSeen: '2026-01-01', recall: null, missed: 2 },
      { cause: 'missed', lastSeen: '2026-01-03', recall: null, missed: 2 },
      { cause: 'flagged', lastSeen: '2026-01-02', recall: null, missed: 0 },
    ])
    expect(chosen.every(({ shuffle }) => shuffle !== null)).toBe(true)
  })

  test('a review starts with due cards, those least likely to be known first, without suspended ones', async () => {
    const [known, forgotten, later, missed, suspended] = (await add('Trauma', 5)) as [string, string, string, string, string]
    await deliver([known, forgotten, later, missed, suspended], '2026-01-20')
    await note([known, later], {})
    await note([forgotten, missed, suspended], { is_missed: true, missed: 1 })
    await rows.users.set({ id: userId })
    const card = (question_id: string, stability: number, next_review_date: string, is_active = true) =>
      rows.spaced_repetition_cards.set({
        user_id: userId,
        question_id,
        question_version: 1,
        module: 'Trauma',
        stability,
        difficulty: 5,
        last_review_date: '2026-01-20',
        next_review_date,
        is_active,
      })
    await card(known, 20, '2026-02-01')
    await card(forgotten, 2, '2026-01-22')
    await card(later, 60, '2026-03-20')
    await card(missed, 4, '2026-02-02')
    await card(suspended, 4, '2026-01-22', false)
    const review = await forSession({ mode: 'review' })
    expect(idsOf(review)).toEqual([forgotten, known, missed])
    expect(review.map(({ why }) => why)).toEqual([
      { cause: 'due', lastSeen: '2026-01-20', recall: expect.closeTo(0.72, 1), missed: 1 },
      { cause: 'due', lastSeen: '2026-01-20', recall: expect.closeTo(0.93, 1), missed: 0 },
      { cause: 'missed', lastSeen: '2026-01-20', recall: null, missed: 1 },
    ])
    // Questions whose guideline has changed are due at once.
    await rows.question_guidelines.set({ question_id: later, changed_version: 2 }, { question_id: known, changed_version: null })
    const [changed] = await forSession({ mode: 'review' })
    expect([changed?.questionId, changed?.why?.cause]).toEqual([later, 'changed'])
    await rows.question_guidelines.delete()
    // Before an exam everything comes once more.
    await rows.users.update({ id: userId }, { exam_date: '2026-02-02' })
    expect(idsOf(await forSession({ mode: 'review' }))).toContain(later)
    await rows.users.update({ id: userId }, { exam_date: '2026-01-30' })
    expect(idsOf(await forSession({ mode: 'review' }))).toEqual([forgotten, known, missed])
  })

  test('a quiz contains only matching questions and records which filters matched', async () => {
    const [hard, easy, missed] = [await add('Trauma', 2), await add('Trauma', 2), await add('Trauma', 1)]
    await change([...hard, ...missed], { difficulty: 'hard' })
    await deliver([...missed, easy[0] ?? ''], '2026-01-01')
    await note(missed, { is_missed: true, missed: 1 })
    const all = await forSession({ quiz: { ...anything, difficulties: ['hard'] } })
    expect(idsOf(all).toSorted()).toEqual([...hard, ...missed].toSorted())
    expect(all.map(({ why }) => why?.cause)).toEqual(['quiz', 'quiz', 'quiz'])
    const own = await forSession({ quiz: { ...anything, difficulties: ['hard'], histories: ['missed', 'new'] } })
    expect(own.map(({ why }) => why?.cause)).toEqual(['new', 'new', 'missed'])
    expect(idsOf(await forSession({ quiz: { ...anything, histories: ['missed'] } }))).toEqual(missed)
  })

  test('a short quiz contains no larger set, whatever was given that day', async () => {
    const set = await addSet('Trauma', 3)
    const [single = ''] = await add('Trauma', 1)
    await deliver([single], '2026-01-01')
    const alreadyDelivered = new Set(['a', 'b'])
    expect(idsOf(await forSession({ quiz: anything, count: 1, alreadyDelivered }))).toEqual([single])
    expect(idsOf(await forSession({ quiz: anything, count: 3, alreadyDelivered }))).toEqual(set)
  })

  test('a slower look starts with its question, even if it was already given that day', async () => {
    const ids = await add('Trauma', 4)
    const [about = ''] = ids
    await deliver([about], '2026-02-01')
    await note([about], { is_missed: true, missed: 8 })
    const chosen = await forSession({ mode: 'tutor_mode', about, modules: [], alreadyDelivered: new Set([about]) })
    expect(chosen).toHaveLength(3)
    expect(chosen[0]).toMatchObject({ questionId: about, why: { cause: 'missed', missed: 8 } })
  })

  test('a review makes room for the most urgent set, up to the session limit', async () => {
    const [set, [single = '']] = [await addSet('Trauma', 3), await add('Trauma', 1)]
    await deliver([...set, single], '2026-01-01')
    await note([set[1] ?? '', single], { is_flagged: true })
    await rows.answer_histories.update({ question_id: set[1] ?? '' }, { is_missed: true })
    const review = async (asked: Partial<SessionAsked>) => idsOf(await forSession({ mode: 'review', ...asked }))
    expect(await review({ count: 1 })).toEqual(set)
    expect(await review({ count: 4 })).toEqual([...set, single])
    expect(await review({ count: 1, most: 2 })).toEqual([single])
    expect(await review({ count: 1, left: 2 })).toEqual([single])
  })

  test('a set is reviewed as a whole if any of its parts was missed', async () => {
    const set = await addSet('Trauma', 3)
    await deliver(set, '2026-01-01')
    await note([set[1] ?? ''], { is_missed: true, missed: 1 })
    for (const asked of [{ mode: 'review' as const }, { quiz: { ...anything, histories: ['missed' as const] } }]) {
      const chosen = await forSession(asked)
      expect(idsOf(chosen)).toEqual(set)
      expect(portionsOf(chosen).flat()).toEqual(chosen)
      expect(chosen.map(({ why }) => why?.cause)).toEqual(['missed', undefined, undefined])
      // One part is due, so the whole set is reviewed; a quiz has the requested number.
      expect(idsOf(await forSession({ ...asked, count: 2 }))).toEqual('mode' in asked ? set : [])
    }
  })

  test("questions of the learner's open exam are never chosen", async () => {
    const [inExam = '', other = ''] = await add('Trauma', 2)
    await deliver([inExam, other], '2026-01-01')
    await note([inExam, other], { is_missed: true, missed: 1 })
    await openExam([{ questionId: inExam, questionVersion: 1, module: 'Trauma', set: null, ...asItStands }])
    const asked = [{ mode: 'practice' as const }, { mode: 'review' as const }, { quiz: anything }]
    for (const each of asked) expect(idsOf(await forSession(each))).toEqual([other])
    await rows.study_sessions.update({ user_id: userId }, { completed_at: new Date().toISOString() })
    for (const each of asked) expect(idsOf(await forSession(each)).toSorted()).toEqual([inExam, other].toSorted())
  })
})

/** The maximum number of questions for portions of these sizes within a limit. */
const mostOf = (room: number, [size, ...others]: readonly number[]): number =>
  size === undefined ? 0 : Math.max(mostOf(room, others), size <= room ? size + mostOf(room - size, others) : 0)

test('sessions and daily questions have the requested number if the bank and the limit allow it', async () => {
  const history = fc.record({
    /** How many questions of the bank were given before, in percent; the last of them on this day. */
    given: fc.constantFrom(0, 30, 70, 100),
    /** Whether the read models already show the day's deliveries. */
    isBehind: fc.boolean(),
  })
  const draws = fc.array(
    fc.record({
      mode: fc.constantFrom('daily', 'practice', 'review', 'tutor_mode', 'timed_exam', 'quiz'),
      count: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const bank = fc.array(fc.record({ singles: fc.nat(5), sets: fc.array(fc.integer({ min: 3, max: 6 }), { maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 2,
  })
  await fc.assert(
    fc.asyncProperty(
      bank,
      history,
      fc.constantFrom(...tierNames),
      draws,
      fc.string(),
      async (bank, { given, isBehind }, tier, draws, seed) => {
        userId = uuidV4()
        choice = new QuestionChoice(sql)
        for (const table of [rows.questions, rows.question_deliveries, rows.study_sessions, rows.answer_histories]) await table.delete()
        const portions: string[][] = []
        for (const [index, { singles, sets }] of bank.entries()) {
          const module = moduleNames[index] as ModuleName
          for (const id of await add(module, singles)) portions.push([id])
          for (const of of sets) portions.push(await addSet(module, of))
        }
        const before = portions.filter((_, index) => (index * 37) % 100 < given)
        for (const [index, ids] of before.entries()) await deliver(ids, `2026-01-${10 + (index % 3)}`)
        const toReview = before.filter((_, index) => index % 2 === 0)
        for (const [question_id = ''] of toReview)
          await rows.answer_histories.set({ user_id: userId, question_id, missed: 1, is_missed: true })

        const { dailyLimit, mostSessionQuestions } = tiers[tier]
        const day = { userId, date: '2026-02-01', dailyLimit }
        let state = studyDayAggregate.initial
        const withheld = new Set<string>()
        for (const [index, { mode, count: asked }] of draws.entries()) {
          const alreadyDelivered = new Set(state.delivered.keys())
          const [left, count] = [leftToday(state, dailyLimit), Math.min(asked, mostSessionQuestions)]
          const free = (mode === 'review' ? toReview : portions).filter(([id = '']) => !withheld.has(id))
          const [fresh, again] = [
            free.filter(([id = '']) => !alreadyDelivered.has(id)),
            free.filter(([id = '']) => alreadyDelivered.has(id)),
          ]
          const sizes = (portions: readonly string[][]) => portions.map(({ length }) => length)
          const wish = { userId, modules: moduleNames, seed: `${seed} ${index}`, alreadyDelivered }

          if (mode === 'daily') {
            const missing = Math.max(0, Math.min(count - state.daily.length, left))
            const candidates = await choice.best({ ...wish, count: missing })
            if (left === 0) continue
            const events = assignDailyQuestions({ ...day, candidates, count })(state)
            state = fold(studyDayAggregate, events, state)
            expect(candidates).toHaveLength(mostOf(missing, sizes(fresh)))
            expect(state.delivered.size - alreadyDelivered.size).toBe(candidates.length)
            if (!isBehind) await rows.question_deliveries.delete({ question_id: idsOf(candidates) })
            if (!isBehind) await deliver(idsOf(candidates), '2026-02-01')
            continue
          }

          const begun = mode === 'quiz' ? 'tutor_mode' : mode
          const quiz = mode === 'quiz' ? anything : null
          const [studySessionId, today, most] = [uuidV4(), day.date, mostSessionQuestions]
          const candidates = await choice.forSession({ ...wish, mode: begun, quiz, about: null, today, count, left, most })
          const largest = mode === 'review' ? most : count
          const fits = (room: number) => fresh.some(({ length }) => length <= room)
          const draw = () => drawForSession({ ...day, mode: begun, studySessionId, candidates, count: most })(state)
          if (!fits(Math.min(largest, left)) && fits(largest)) {
            expect(draw).toThrow(new Rejection('dailyLimitReached'))
            continue
          }
          state = fold(studyDayAggregate, draw(), state)
          const drawn = state.sessions.get(studySessionId)?.questions ?? []
          const room = fits(Math.min(largest, left)) ? Math.min(count, left) : count
          const from = fits(Math.min(largest, left)) ? fresh : again
          if (mode !== 'review') expect(drawn).toHaveLength(mostOf(room, sizes(from)))
          else {
            // The most urgent one comes regardless of its size, and the others fill the rest.
            const first = from.find((ids) => ids.includes(drawn[0]?.questionId ?? ''))
            expect(first === undefined).toBe(!from.some(({ length }) => length <= most))
            const others = sizes(from.filter((one) => one !== first))
            if (first) expect(drawn).toHaveLength(first.length + mostOf(Math.max(0, room - first.length), others))
          }
          if (isBehind || drawn.length === 0) continue
          await rows.question_deliveries.delete({ question_id: idsOf(drawn) })
          await deliver(idsOf(drawn), '2026-02-01')
          if (mode !== 'timed_exam') continue
          for (const { questionId } of drawn) withheld.add(questionId)
          await openExam(drawn)
        }
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

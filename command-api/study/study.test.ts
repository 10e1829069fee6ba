import type { Tier } from '@medicready/domain/billing/shown/tiers'
import { grantTier, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { type BankQuestion, QuestionContent } from '@medicready/domain/questions/content/content'
import { correctAnswerOf, distractorsOf } from '@medicready/domain/questions/content/item'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { multipleChoice } from '@medicready/domain/questions/kinds/choosing'
import {
  addGenerated,
  promoteQuestion,
  publishQuestion,
  questionAggregate,
  withdrawForCorrectRate,
} from '@medicready/domain/questions/question'
import { assignDailyQuestions, drawForSession, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { everyFact } from '@medicready/platform/testing/event-log'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { practiceExams } from '@medicready/projector/read-models/exams/practice-exams'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { answerHistories } from '@medicready/projector/read-models/study/answer-histories'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { studySessions } from '@medicready/projector/read-models/study/study-sessions'
import { studyStreaks } from '@medicready/projector/read-models/study/study-streaks'
import { userProgress } from '@medicready/projector/read-models/study/user-progress'
import { createReadTables, type ReadTables, rowsIn } from '@medicready/projector/testing/read-tables'
import fc from 'fast-check'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AccountDays } from '../accounts/account-days.ts'
import { ensureAdministrator } from '../accounts/change-role.ts'
import { recentTierOf } from '../billing/tier.ts'
import { ownContext } from '../command-context.ts'
import { Commands } from '../commands.ts'
import { BEHIND_MILLISECONDS, type Dependencies, dependenciesOver, RecentStates } from '../dependencies.ts'
import { bankDirectory, loadBank, questionIdOf, readBank } from '../questions/load-bank.ts'
import { startTestCommandApi, type TestCommandApi } from '../testing/test-command-api.ts'
import { dayBeforeOf } from './day-of-question.ts'
import { endBrokenStreaks } from './streaks.ts'
import { submitAnswer } from './submit-answer.ts'

/** Used for the choice. The projector would have filled them. */
const readModels = [questions, studyDays, userProgress, answerHistories, studySessions, practiceExams, users, studyStreaks] as const

let api: TestCommandApi
let rows: ReadTables<typeof readModels>
let deps: Dependencies
let commands: Commands
let traumaBank: BankQuestion[]
const noon = '2026-03-01T12:00:00.000Z'

beforeAll(async () => {
  api = await startTestCommandApi()
  deps = dependenciesOver(api)
  commands = deps.commands
  traumaBank = (await readBank(bankDirectory)).filter(({ module, scenario }) => module === 'Trauma' && scenario === null).slice(0, 20)
  await loadBank(
    deps,
    traumaBank,
    ownContext('test', () => noon),
  )
  const projector = connectPostgres(api.urlOf('projector'), { name: 'test projector' })
  await createReadTables(projector, ...readModels)
  await projector.end()
  rows = rowsIn(api.sql, ...readModels)
})
beforeEach(async () => {
  api.clock.now = noon
  // Every test begins with the same questions and without figures, whatever other tests changed.
  for (const table of [rows.questions, rows.users, rows.study_streaks, rows.earned_freezes, rows.spent_freezes]) await table.delete()
  await offer(traumaBank)
})
afterAll(() => api.close())

let changes = 0
const noteChange = () => rows.question_catalog.set({ id: 1, changes: ++changes })
async function show(...shown: readonly Partial<RowOf<typeof questions.tables.questions>>[]): Promise<void> {
  const asAdded = { version: 1, is_active: true, source: 'curated', situation: 'active' } as const
  await rows.questions.set(...shown.map((question) => ({ ...asAdded, ...question })))
  await noteChange()
}

/** Adds these questions to the read model. */
const offer = (bank: readonly BankQuestion[]) => show(...bank.map(({ id, module }) => ({ id: questionIdOf(id), module })))

/** A set of four parts in the log and in the read model. Returns the IDs of its parts. */
async function offerSet(): Promise<string[]> {
  const name = `trauma-set-${uuidV4()}`
  const ids = []
  for (const part of [1, 2, 3, 4]) {
    const questionId = uuidV4()
    const scenario = { set: name, part, of: 4, patient: 'A man of 40 lies in the road.' }
    const content = questionContent({ stem: `What now, after ${part - 1} answers?`, scenario })
    const publish = publishQuestion({ questionId, bankId: `${name}-${part}`, content })
    await commands.execute(
      questionAggregate,
      questionId,
      publish,
      ownContext('test', () => noon),
    )
    await show({ id: questionId, module: 'Trauma', scenario })
    ids.push(questionId)
  }
  return ids
}

async function student(tier: Tier = 'free') {
  const person = { email: `${uuidV4()}@example.com`, password: 'correct horse' }
  const context = () => ownContext('test', () => api.clock.now)
  const { userId } = await ensureAdministrator(deps, person, context())
  await commands.execute(subscriptionAggregate, userId, grantTier({ userId, tier }), context())
  const { token } = (await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: person })).json()
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    userId,
    post,
    select: () => post('/api/user/modules', { module: 'Trauma' }),
    generate: (count: number, key?: string) => post('/api/daily-questions/generate', { count }, key ? { 'idempotency-key': key } : {}),
    answer: (questionId: string, selectedAnswer: string, key?: string) =>
      post(`/api/questions/${questionId}/answer`, { selectedAnswer, timeSpent: 20 }, key ? { 'idempotency-key': key } : {}),
    patchSettings: (payload: object) =>
      api.app.inject({ method: 'PATCH', url: '/api/user/settings', payload, headers: { authorization: `Bearer ${token}` } }),
    patch: (id: string, isActive: boolean) =>
      api.app.inject({
        method: 'PATCH',
        url: `/api/user/modules/${id}`,
        payload: { isActive },
        headers: { authorization: `Bearer ${token}` },
      }),
  }
}

const eventsOf = async (userId: string, type: string) =>
  (await everyFact(api.eventStore)).filter((fact) => fact.type === type && 'userId' in fact.data && fact.data.userId === userId)

async function rightAnswer(questionId: string): Promise<{ right: string; wrong: string }> {
  const [added] = await api.eventStore.readStream(`question-${questionId}`)
  if (added?.type !== 'QuestionAdded') throw new Error('There is no such question.')
  const { item } = added.data.content
  return { right: correctAnswerOf(item), wrong: distractorsOf(item)[0]?.text ?? '' }
}

describe('modules', () => {
  test('are selected, deactivated and reactivated', async () => {
    const ana = await student()
    const selected = (await ana.select()).json()
    expect(selected).toEqual({ id: expect.any(String), module: 'Trauma', isActive: true })
    expect((await ana.select()).json()).toEqual(selected)
    expect((await ana.patch(selected.id, false)).json()).toEqual({ ...selected, isActive: false })
    expect((await ana.select()).json()).toEqual(selected)
  })

  test('of other users are not found', async () => {
    const [ana, ben] = [await student(), await student()]
    const { id } = (await ana.select()).json()
    expect((await ben.patch(id, false)).json()).toMatchObject({ code: 'moduleNotFound' })
  })
})

describe('the daily limit', () => {
  test('requires modules first', async () => {
    const ana = await student()
    expect((await ana.generate(1)).json()).toEqual({ message: 'Please select your study modules first.', code: 'modulesNotSelected' })
  })

  test('gives a free account one question in all for 50 simultaneous requests', async () => {
    const ana = await student()
    await ana.select()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ana.generate(5)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(49).fill(429)])
    const assigned = await eventsOf(ana.userId, 'DailyQuestionsAssigned')
    expect(assigned).toMatchObject([{ data: { questions: [{ module: 'Trauma' }] } }])
  })

  test('depends on the tier, and a repeated request gets the first answer', async () => {
    const ana = await student('basic')
    await ana.select()
    const key = uuidV4()
    const first = await ana.generate(10, key)
    expect(first.json().count).toBe(5)
    expect((await ana.generate(10, key)).json()).toEqual(first.json())
    expect((await ana.generate(10)).statusCode).toBe(429)
  })

  test('of premium is ten a day, without an overall limit', async () => {
    const ana = await student('premium')
    await ana.select()
    expect((await ana.generate(10)).json().count).toBe(10)
    expect((await ana.generate(10)).json().count).toBe(10)
  })

  test('starts anew each day', async () => {
    const ana = await student()
    await ana.select()
    expect((await ana.generate(1)).statusCode).toBe(200)
    api.clock.now = '2026-03-02T00:00:00.000Z'
    expect((await ana.generate(1)).statusCode).toBe(200)
  })

  test('is also used up by answering undelivered questions', async () => {
    const ana = await student()
    const [one, other] = ['trauma-001', 'trauma-002'].map(questionIdOf) as [string, string]
    expect((await ana.answer(one, (await rightAnswer(one)).right)).json()).toMatchObject({ isCorrect: true })
    expect((await ana.answer(other, (await rightAnswer(other)).right)).statusCode).toBe(429)
    expect(await eventsOf(ana.userId, 'QuestionsDrawn')).toHaveLength(1)
  })
})

test('a question of the day is flagged for review once, and only if it was delivered', async () => {
  const ana = await student()
  await ana.select()
  const questionId = (await ana.generate(1)).json().questions[0].questionId
  const flag = (id: string) => ana.post(`/api/questions/${id}/review-later`, {})
  for (let again = 0; again < 3; again++) expect((await flag(questionId)).json()).toEqual({ flaggedForReview: true })
  expect(await eventsOf(ana.userId, 'QuestionFlaggedForReview')).toHaveLength(1)
  expect((await flag(uuidV4())).json()).toMatchObject({ code: 'questionNotFound' })
})

describe('answers that waited offline', () => {
  const monday = '2026-03-02T18:00:00.000Z'
  const wednesday = '2026-03-04T09:00:00.000Z'

  async function onMonday(tier: Tier = 'premium') {
    api.clock.now = monday
    const ana = await student(tier)
    await ana.select()
    const [question] = (await ana.generate(1)).json().questions
    const questionId: string = question.questionId
    const given = await rightAnswer(questionId)
    const send = (waited: object, key?: string) => {
      const body = { questionId, selectedAnswer: given.right, timeSpent: 20, ...waited }
      return ana.post('/api/user/responses', body, key ? { 'idempotency-key': key } : {})
    }
    const recorded = async () =>
      (await eventsOf(ana.userId, 'AnswerSubmitted')).map(({ data, metadata }) => ({ ...data, at: metadata.occurredAt }))
    return { ana, questionId, ...given, send, recorded }
  }

  test('count on the day when they were given, and record both times', async () => {
    const { send, recorded } = await onMonday()
    api.clock.now = wednesday
    const key = uuidV4()
    const first = await send({ givenAt: '2026-03-02T20:00:00.000Z' }, key)
    expect(first.json()).toMatchObject({ isCorrect: true })
    expect((await send({ givenAt: '2026-03-02T20:00:00.000Z' }, key)).json()).toEqual(first.json())
    expect(await recorded()).toMatchObject([{ date: '2026-03-02', givenAt: '2026-03-02T20:00:00.000Z', at: wednesday }])
  })

  test('follow the midnight rule as if they had been sent at once', async () => {
    const { send, recorded } = await onMonday()
    api.clock.now = wednesday
    await send({ givenAt: '2026-03-03T20:00:00.000Z' })
    expect(await recorded()).toMatchObject([{ date: '2026-03-02', givenAt: '2026-03-03T20:00:00.000Z' }])
  })

  test('count once, from whichever device they arrive first', async () => {
    const { send, recorded, wrong } = await onMonday()
    api.clock.now = wednesday
    await Promise.all([1, 2, 3, 4].map((hour) => send({ givenAt: `2026-03-02T2${hour - 1}:00:00.000Z` })))
    expect((await send({ selectedAnswer: wrong, givenAt: '2026-03-02T19:00:00.000Z' })).json()).toMatchObject({ isCorrect: true })
    expect(await recorded()).toHaveLength(1)
  })

  test('are refused after three days, for a day before the question was delivered, and for a future time', async () => {
    const early = await onMonday()
    await early.send({ givenAt: '2026-03-01T20:00:00.000Z' })
    expect(await early.recorded()).toMatchObject([{ date: '2026-03-02', givenAt: null, at: monday }])
    const ahead = await onMonday()
    await ahead.send({ givenAt: '2026-03-03T20:00:00.000Z' })
    expect(await ahead.recorded()).toMatchObject([{ date: '2026-03-02', givenAt: null, at: monday }])
    const late = await onMonday()
    api.clock.now = '2026-03-05T20:00:01.000Z'
    expect((await late.send({ givenAt: '2026-03-02T20:00:00.000Z' })).json()).toMatchObject({ code: 'answerTooLate' })
    expect(await late.recorded()).toEqual([])
  })

  test('do not use up the limit of a day on which they were not delivered', async () => {
    const { ana, send, recorded } = await onMonday('free')
    api.clock.now = wednesday
    await send({ givenAt: '2026-03-02T20:00:00.000Z' })
    expect(await recorded()).toMatchObject([{ date: '2026-03-02' }])
    expect((await ana.generate(1)).json().count).toBe(1)
  })

  test('do not count for another user who signs in there', async () => {
    const { ana, send, recorded } = await onMonday()
    expect((await send({ givenAt: monday, givenBy: uuidV4() })).json()).toMatchObject({ code: 'answerOfAnother' })
    expect(await recorded()).toEqual([])
    expect((await send({ givenAt: monday, givenBy: ana.userId })).statusCode).toBe(200)
  })

  test('count outside of a session that has ended meanwhile, unless it was timed', async () => {
    const { ana, recorded } = await onMonday()
    const begin = async (mode: string) => (await ana.post('/api/study-session/generate', { mode, count: 2 })).json()
    const { sessionId, questions } = await begin('practice')
    const timed = await begin('timed_exam')
    for (const id of [sessionId, timed.sessionId]) await ana.post(`/api/study-sessions/${id}/complete`, {})
    api.clock.now = wednesday
    const send = async (id: string, studySessionId: string) =>
      ana.post('/api/user/responses', {
        questionId: id,
        selectedAnswer: (await rightAnswer(id)).right,
        timeSpent: 3,
        studySessionId,
        givenAt: '2026-03-02T19:00:00.000Z',
      })
    for (let again = 0; again < 2; again++)
      expect((await send(questions[0].id, sessionId)).json()).toMatchObject({ isWithheld: false, isCorrect: true })
    expect(await recorded()).toMatchObject([{ date: '2026-03-02', studySessionId: null, questionId: questions[0].id }])
    expect((await send(timed.questions[0].id, timed.sessionId)).json()).toMatchObject({ code: 'sessionEnded' })
  })
})

test('in a timed exam the server measures the time for each question', async () => {
  const ana = await student('premium')
  await ana.select()
  const { sessionId, questions } = (await ana.post('/api/study-session/generate', { mode: 'timed_exam', count: 3 })).json()
  const answerAt = async (now: string, { id }: { id: string }) => {
    api.clock.now = now
    const selectedAnswer = (await rightAnswer(id)).right
    return ana.post('/api/user/responses', { questionId: id, selectedAnswer, timeSpent: 5, studySessionId: sessionId })
  }
  expect((await answerAt('2026-03-01T12:01:30.000Z', questions[0])).statusCode).toBe(200)
  expect((await answerAt('2026-03-01T12:03:30.000Z', questions[1])).statusCode).toBe(200)
  expect((await answerAt('2026-03-01T12:05:10.000Z', questions[2])).statusCode).toBe(200)
  expect((await eventsOf(ana.userId, 'AnswerSubmitted')).map(({ data }) => 'isCorrect' in data && data.isCorrect)).toEqual([
    true,
    false,
    true,
  ])
})

test('at the limit neither the key nor the options of an undelivered question are revealed', async () => {
  const ana = await student()
  const [one, other] = ['trauma-003', 'trauma-004'].map(questionIdOf) as [string, string]
  expect((await ana.answer(one, (await rightAnswer(one)).right)).statusCode).toBe(200)
  const { right, wrong } = await rightAnswer(other)
  const refused = await Promise.all([right, wrong, 'No option of it'].map((words) => ana.answer(other, words)))
  for (const answer of refused) {
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual(refused[0]?.json())
  }
})

describe('answers', () => {
  test('are marked at once, and the first one counts', async () => {
    const ana = await student('basic')
    await ana.select()
    const questionId = (await ana.generate(1)).json().questions[0].questionId
    const { right, wrong } = await rightAnswer(questionId)
    const first = (await ana.answer(questionId, wrong)).json()
    expect(first).toMatchObject({ isCorrect: false, selectedAnswer: wrong, question: { correctAnswer: right } })
    expect(first.question.rationales).toHaveLength(3)
    const again = await Promise.all(Array.from({ length: 20 }, () => ana.answer(questionId, right)))
    for (const answer of again) expect(answer.json()).toEqual(first)
    expect(await eventsOf(ana.userId, 'AnswerSubmitted')).toHaveLength(1)
  })

  test('record what was true when they were given: why the question was delivered and whether it counted', async () => {
    const [ana, ben, cleo] = [await student(), await student(), await student()]
    const context = () => ownContext('test', () => api.clock.now)
    const questionId = uuidV4()
    const generation = { model: 'a model', promptVersion: '1' }
    const content = QuestionContent.parse(traumaBank[0])
    await commands.execute(questionAggregate, questionId, addGenerated({ questionId, content, generation }), context())
    for (const { userId } of [ana, ben]) {
      const candidates = [{ questionId, questionVersion: 1, module: content.module, set: null, ...asItStands }]
      const assign = assignDailyQuestions({ userId, date: '2026-03-01', dailyLimit: 1, candidates, count: 1 })
      await commands.execute(studyDayAggregate, studyDayId(userId, '2026-03-01'), assign, context())
    }
    const { right } = await rightAnswer(questionId)
    await ana.answer(questionId, right)
    expect(await eventsOf(ana.userId, 'AnswerSubmitted')).toMatchObject([{ data: { mode: 'daily', isScored: false } }])
    // The service still remembers the question as a pilot.
    const promote = promoteQuestion({ version: 1, answers: 60, discrimination: 0.3, standardError: 0.3 })
    await commands.execute(questionAggregate, questionId, promote, context())
    await ben.answer(questionId, right)
    expect(await eventsOf(ben.userId, 'AnswerSubmitted')).toMatchObject([{ data: { mode: 'daily', isScored: true } }])
    await cleo.answer(questionId, right)
    expect(await eventsOf(cleo.userId, 'AnswerSubmitted')).toMatchObject([{ data: { mode: null, isScored: true } }])
  })

  test('that are no valid choice or belong to no question change nothing', async () => {
    const ana = await student()
    const questionId = questionIdOf('trauma-003')
    expect((await ana.answer(questionId, 'Something else')).json()).toMatchObject({ code: 'answerNotAChoice' })
    expect((await ana.answer(questionId, '  ')).json()).toMatchObject({ message: 'Please select an answer before submitting.' })
    expect((await ana.answer(uuidV4(), 'Anything')).json()).toMatchObject({ code: 'questionNotFound' })
    expect(await eventsOf(ana.userId, 'QuestionsDrawn')).toEqual([])
  })

  test('are marked by the delivered version, even if the question was revised since', async () => {
    const ana = await student()
    // A question that no other test draws.
    const original = (await readBank(bankDirectory)).find(({ id }) => id === 'trauma-030')
    if (!original) throw new Error('The bank has no such question.')
    const questionId = questionIdOf(original.id)
    const load = (question: BankQuestion, hour: number) =>
      loadBank(
        dependenciesOver(api),
        [question],
        ownContext('test', () => `2026-03-01T${hour}:00:00.000Z`),
      )
    await rows.questions.delete()
    await load(original, 12)
    await offer([original])
    await ana.select()
    expect((await ana.generate(1)).json().questions).toMatchObject([{ questionId }])
    const [distractor, ...others] = distractorsOf(original.item)
    const right = correctAnswerOf(original.item)
    const turned = { ...original, item: multipleChoice(distractor?.text ?? '', [...others, { text: right, rationale: 'Turned.' }]) }
    await load(turned, 13)
    expect((await ana.answer(questionId, right)).json()).toMatchObject({ isCorrect: true, question: { version: 1 } })
  })

  test('the same key with another answer is another command', async () => {
    const ana = await student('basic')
    const [one, other] = ['trauma-005', 'trauma-006'].map(questionIdOf) as [string, string]
    const key = uuidV4()
    const first = (await ana.answer(one, (await rightAnswer(one)).right, key)).json()
    const second = (await ana.answer(other, (await rightAnswer(other)).right, key)).json()
    expect(first.question.id).toBe(one)
    expect(second.question.id).toBe(other)
    expect((await ana.post('/api/user/modules', { module: 'Trauma' }, { 'idempotency-key': 'short' })).statusCode).toBe(400)
  })
})

describe('a time zone change', () => {
  const move = (ana: Awaited<ReturnType<typeof student>>, timeZone: string) => ana.patchSettings({ timeZone })

  test('gives no second day of questions, and the next day begins at the next midnight', async () => {
    api.clock.now = '2026-03-01T20:00:00.000Z'
    const ana = await student()
    await ana.select()
    const [{ questionId: given }] = (await ana.generate(1)).json().questions
    // In Tokyo it is 2 March already.
    expect((await move(ana, 'Asia/Tokyo')).json()).toMatchObject({ timeZone: 'Asia/Tokyo', formerTimeZone: 'UTC' })
    const another = traumaBank.map(({ id }) => questionIdOf(id)).find((id) => id !== given) ?? ''
    for (const now of ['2026-03-01T20:00:01.000Z', '2026-03-01T23:59:59.999Z']) {
      api.clock.now = now
      expect((await ana.generate(1)).json()).toMatchObject({ code: 'dailyLimitReached' })
      expect((await ana.answer(another, (await rightAnswer(another)).right)).json()).toMatchObject({ code: 'dailyLimitReached' })
      expect((await move(ana, 'UTC')).json()).toMatchObject({ code: 'timeZoneChangedLately' })
    }
    api.clock.now = '2026-03-02T00:00:00.000Z'
    expect((await ana.generate(1)).statusCode).toBe(200)
    expect((await ana.generate(1)).statusCode).toBe(429)
    api.clock.now = '2026-03-02T15:00:00.000Z'
    expect((await ana.generate(1)).statusCode).toBe(200)
    // Back in the west it is 2 March again, which was already used, so the account stays on 3 March.
    api.clock.now = '2026-03-02T21:00:00.000Z'
    expect((await move(ana, 'UTC')).statusCode).toBe(200)
    expect((await ana.generate(1)).statusCode).toBe(429)
    api.clock.now = '2026-03-03T23:59:59.000Z'
    expect((await ana.generate(1)).statusCode).toBe(429)
  })

  test('takes effect the next day in a process that already knew the account', async () => {
    api.clock.now = '2026-03-01T20:00:00.000Z'
    const ana = await student()
    const elsewhere = new AccountDays(new Commands(api.eventStore))
    const today = () => elsewhere.today(ana.userId, api.clock.now)
    expect(await today()).toBe('2026-03-01')
    expect((await move(ana, 'America/Denver')).statusCode).toBe(200)
    expect(await today()).toBe('2026-03-01')
    api.clock.now = '2026-03-02T06:59:00.000Z'
    expect(await today()).toBe('2026-03-01')
    api.clock.now = '2026-03-02T07:00:00.000Z'
    expect(await today()).toBe('2026-03-02')
  })

  test('keeps the streak of a learner who studies each day while traveling', async () => {
    api.clock.now = '2026-03-01T20:00:00.000Z'
    const ana = await student('premium')
    const answered = async (bankId: string) => {
      const questionId = questionIdOf(bankId)
      expect((await ana.answer(questionId, (await rightAnswer(questionId)).right)).statusCode).toBe(200)
    }
    await answered('trauma-010')
    await move(ana, 'Asia/Tokyo')
    api.clock.now = '2026-03-02T11:00:00.000Z'
    await answered('trauma-011')
    api.clock.now = '2026-03-03T11:00:00.000Z'
    await answered('trauma-012')
    const days = (await eventsOf(ana.userId, 'AnswerSubmitted')).map(({ data }) => 'date' in data && data.date)
    expect(days).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
  })
})

describe('around midnight', () => {
  const beforeMidnight = '2026-03-01T23:59:59.900Z'
  const afterMidnight = '2026-03-02T00:00:01.000Z'

  async function atWork(tier: Tier = 'free') {
    api.clock.now = beforeMidnight
    const ana = await student(tier)
    await ana.select()
    return ana
  }
  const daysOf = async (userId: string, type: string) =>
    (await eventsOf(userId, type)).map(({ data }) => ('date' in data ? data.date : undefined))

  test("a repeated answer still belongs to the day before and does not use up the new day's limit", async () => {
    const ana = await atWork()
    const questionId = questionIdOf('trauma-001')
    const { right } = await rightAnswer(questionId)
    const key = uuidV4()
    const first = await ana.answer(questionId, right, key)
    expect(first.json()).toMatchObject({ isCorrect: true })
    api.clock.now = afterMidnight
    const again = await ana.answer(questionId, right, key)
    expect(again.json()).toEqual(first.json())
    expect(again.headers['consistency-token']).toBe(first.headers['consistency-token'])
    expect(await daysOf(ana.userId, 'AnswerSubmitted')).toEqual(['2026-03-01'])
    expect(await daysOf(ana.userId, 'QuestionsDrawn')).toEqual(['2026-03-01'])
    expect((await ana.generate(1)).statusCode).toBe(200)
  })

  test('this holds even if the new day gives the same question', async () => {
    const ana = await atWork('premium')
    const questionId = questionIdOf('trauma-001')
    const { right } = await rightAnswer(questionId)
    const key = uuidV4()
    await ana.answer(questionId, right, key)
    api.clock.now = afterMidnight
    const assign = { userId: ana.userId, date: '2026-03-02', dailyLimit: -1, count: 1 }
    const candidates = [{ questionId, questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }]
    const context = { commandId: uuidV4(), actorId: 'test', correlationId: 'test', now: afterMidnight }
    const decide = assignDailyQuestions({ ...assign, candidates })
    await commands.execute(studyDayAggregate, studyDayId(ana.userId, '2026-03-02'), decide, context)
    await ana.answer(questionId, right, key)
    expect(await daysOf(ana.userId, 'AnswerSubmitted')).toEqual(['2026-03-01'])
    await ana.answer(questionId, right)
    expect(await daysOf(ana.userId, 'AnswerSubmitted')).toEqual(['2026-03-01', '2026-03-02'])
  })

  test('a repeated request for questions returns those of the day before', async () => {
    const ana = await atWork()
    const key = uuidV4()
    const first = await ana.generate(1, key)
    api.clock.now = afterMidnight
    expect((await ana.generate(1, key)).json()).toEqual(first.json())
    expect(await daysOf(ana.userId, 'DailyQuestionsAssigned')).toEqual(['2026-03-01'])
    expect((await ana.generate(1)).statusCode).toBe(200)
    expect((await ana.generate(1)).statusCode).toBe(429)
  })

  test('an unanswered question is answered for its own day, once; then the new day asks it again', async () => {
    const ana = await atWork()
    const { questionId } = (await ana.generate(1)).json().questions[0]
    const { right, wrong } = await rightAnswer(questionId)
    api.clock.now = afterMidnight
    const key = uuidV4()
    for (let again = 0; again < 3; again++) expect((await ana.answer(questionId, wrong, key)).json()).toMatchObject({ isCorrect: false })
    expect(await daysOf(ana.userId, 'AnswerSubmitted')).toEqual(['2026-03-01'])
    expect(await daysOf(ana.userId, 'QuestionsDrawn')).toEqual([])
    expect((await ana.answer(questionId, right)).json()).toMatchObject({ isCorrect: true })
    expect(await daysOf(ana.userId, 'AnswerSubmitted')).toEqual(['2026-03-01', '2026-03-02'])
    expect(await daysOf(ana.userId, 'QuestionsDrawn')).toEqual(['2026-03-02'])
    expect((await ana.generate(1)).statusCode).toBe(429)
  })

  test('a question of the day before can be flagged, but not one from two days ago', async () => {
    const ana = await atWork()
    const { questionId } = (await ana.generate(1)).json().questions[0]
    const flag = () => ana.post(`/api/questions/${questionId}/review-later`, {})
    api.clock.now = afterMidnight
    for (let again = 0; again < 3; again++) expect((await flag()).json()).toEqual({ flaggedForReview: true })
    expect(await daysOf(ana.userId, 'QuestionFlaggedForReview')).toEqual(['2026-03-01'])
    api.clock.now = '2026-03-03T00:00:00.000Z'
    expect((await flag()).json()).toMatchObject({ code: 'questionNotFound' })
  })

  test('for any commands sent and resent, each is appended once, and no day exceeds its limit', async () => {
    const questionIds = ['trauma-001', 'trauma-002', 'trauma-003'].map(questionIdOf)
    const answers = new Map(await Promise.all(questionIds.map(async (id) => [id, await rightAnswer(id)] as const)))
    const key = fc.constantFrom('key-one-0', 'key-two-0')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('answer' as const), question: fc.constantFrom(...questionIds), key }),
      fc.record({ kind: fc.constant('generate' as const), key }),
      fc.record({ kind: fc.constant('midnight' as const) }),
    )
    // One learner for all runs, because signing in is slow; each run has its own two days, and the days before them are
    // empty.
    const ana = await atWork()
    let first = '2026-04-01'
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        first = addDays(first, 3)
        const second = addDays(first, 1)
        api.clock.now = `${first}T23:59:59.900Z`
        for (const sent of steps) {
          if (sent.kind === 'midnight') api.clock.now = `${second}T00:00:01.000Z`
          if (sent.kind === 'generate') expect([200, 429]).toContain((await ana.generate(1, sent.key)).statusCode)
          if (sent.kind === 'answer')
            expect([200, 429]).toContain((await ana.answer(sent.question, answers.get(sent.question)?.right ?? '', sent.key)).statusCode)
        }
        const days = await Promise.all([first, second].map((date) => api.eventStore.readStream(`studyDay-${studyDayId(ana.userId, date)}`)))
        const commandIds = days.map((facts) => new Set(facts.map(({ metadata }) => metadata.commandId)))
        expect([...(commandIds[0] ?? [])].filter((id) => commandIds[1]?.has(id))).toEqual([])
        for (const facts of days) {
          const delivered = facts.flatMap((fact) =>
            fact.type === 'DailyQuestionsAssigned' || fact.type === 'QuestionsDrawn' ? fact.data.questions : [],
          )
          expect(delivered.length).toBeLessThanOrEqual(1)
          const types = facts.map(({ type }) => type)
          expect(types.filter((type) => type === 'AnswerSubmitted').length).toBeLessThanOrEqual(delivered.length)
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('a set', () => {
  const right = 'Narrowed pulse pressure'
  const opened = (answer: { json: () => { opened: { id: string; stem: string } | null } }) => answer.json().opened?.id ?? null

  /** A learner whose daily questions are the four parts of a set. */
  async function withSet() {
    await rows.questions.delete()
    const set = await offerSet()
    const ana = await student('basic')
    await ana.select()
    const given = (await ana.generate(4)).json().questions.map(({ questionId }: { questionId: string }) => questionId)
    expect(given).toEqual(set)
    return { ana, set: set as [string, string, string, string] }
  }

  test('unfolds: an answer opens the next part, and no part can be answered before its turn', async () => {
    const { ana, set } = await withSet()
    const [one, two, three, four] = set
    const closed = { message: expect.stringContaining('This part of the case is locked.'), code: 'partClosed' }
    for (const id of [two, three, four])
      for (const selectedAnswer of [right, 'Something else'])
        for (const refused of [
          await ana.answer(id, selectedAnswer),
          await ana.post('/api/user/responses', { questionId: id, selectedAnswer, timeSpent: 5 }),
        ]) {
          expect(refused.statusCode).toBe(409)
          expect(refused.json()).toEqual(closed)
        }
    expect((await ana.post(`/api/questions/${two}/review-later`, {})).json()).toEqual(closed)
    expect((await ana.post(`/api/questions/${two}/request-review`, { reason: 'What does it say?' })).json()).toEqual(closed)

    const first = await ana.answer(one, right)
    expect(first.json()).toMatchObject({ opened: { id: two, scenario: { part: 2, of: 4 }, stem: 'What now, after 1 answers?' } })
    expect(first.json().opened).not.toHaveProperty('correctAnswer')
    expect((await ana.answer(three, right)).json()).toEqual(closed)
    expect(opened(await ana.answer(two, right))).toBe(three)
    // An answered part stays unchanged, and its answer opens the same part.
    const again = await ana.answer(one, 'Bradycardia')
    expect([again.json().selectedAnswer, opened(again)]).toEqual([right, two])
    expect(opened(await ana.answer(three, right))).toBe(four)
    expect(opened(await ana.answer(four, right))).toBeNull()
    expect(await eventsOf(ana.userId, 'AnswerSubmitted')).toHaveLength(4)
  })

  test('is closed to users who were not given it, and cannot be drawn by answering', async () => {
    const [one = '', two = ''] = await offerSet()
    const ben = await student('premium')
    for (const id of [one, two]) expect((await ben.answer(id, right)).json()).toMatchObject({ code: 'partClosed' })
    expect(await eventsOf(ben.userId, 'QuestionsDrawn')).toEqual([])
  })

  test('a part that one server remembers as closed may have been opened by another', async () => {
    const { ana, set } = await withSet()
    const elsewhere = dependenciesOver(api)
    const answer = (questionId: string) => ({
      userId: ana.userId,
      questionId,
      studySessionId: null,
      selectedAnswer: right,
      answer: null,
      timeSpentSeconds: 3,
      confidence: null,
      flaggedForReview: false,
      givenAt: null,
    })
    await submitAnswer(
      elsewhere,
      answer(set[0]),
      ownContext('test', () => noon),
    )
    expect(opened(await ana.answer(set[1], right))).toBe(set[2])
  })

  test('continues past midnight and belongs to its original day', async () => {
    const { ana, set } = await withSet()
    await ana.answer(set[0], right)
    api.clock.now = '2026-03-02T00:30:00.000Z'
    expect((await ana.answer(set[2], right)).json()).toMatchObject({ code: 'partClosed' })
    expect(opened(await ana.answer(set[1], right))).toBe(set[2])
    expect((await eventsOf(ana.userId, 'AnswerSubmitted')).map(({ data }) => 'date' in data && data.date)).toEqual([
      '2026-03-01',
      '2026-03-01',
    ])
    api.clock.now = '2026-03-03T00:30:00.000Z'
    expect((await ana.answer(set[2], right)).json()).toMatchObject({ code: 'partClosed' })
  })

  test('is given as a whole or not at all: within the limit, and not if a part was withdrawn', async () => {
    await rows.questions.delete()
    const set = await offerSet()
    const [free, basic] = [await student('free'), await student('basic')]
    for (const { select } of [free, basic]) await select()
    expect((await free.generate(5)).json()).toMatchObject({ count: 0 })
    await offer(traumaBank.slice(0, 2))
    const given = (await basic.generate(5)).json().questions.map(({ questionId }: { questionId: string }) => questionId)
    expect(given).toHaveLength(5)
    expect(given.filter((id: string) => set.includes(id))).toEqual(set)
    await rows.questions.update({ id: set[3] ?? '' }, { is_active: false })
    await noteChange()
    const other = await student('basic')
    await other.select()
    expect((await other.generate(5)).json()).toMatchObject({ count: 2 })
  })
})

test('a second session and later assignments of the day have the requested number of questions, even if sets are larger', async () => {
  await rows.questions.delete()
  await offer(traumaBank)
  for (let sets = 0; sets < 12; sets++) await offerSet()
  for (let learner = 0; learner < 20; learner++) {
    const ana = await student('basic')
    await ana.select()
    const session = async (count: number) =>
      (await ana.post('/api/study-session/generate', { count, mode: 'practice' })).json().questions.length
    expect([await session(2), learner % 2 === 0 ? await session(3) : (await ana.generate(3)).json().count]).toEqual([2, 3])
  }
})

test('loading the bank twice appends nothing; changed questions become revisions, and missing ones are retired and can return', async () => {
  const bank = (await readBank(bankDirectory)).filter(({ module }) => module === 'Pediatrics').slice(0, 10)
  const load = (questions: typeof bank, day: number) =>
    loadBank(
      dependenciesOver(api),
      questions,
      ownContext('test', () => `2026-04-0${day}T12:00:00.000Z`),
    )
  await rows.questions.delete()
  expect(await load(bank, 1)).toEqual({ changed: 10, retired: 0, waiting: 0 })
  const before = (await everyFact(api.eventStore)).length
  expect(await load(bank, 2)).toEqual({ changed: 0, retired: 0, waiting: 0 })
  expect(await everyFact(api.eventStore)).toHaveLength(before)

  await offer(bank)
  const [first, second, ...rest] = bank
  if (!first || !second) throw new Error('The bank is too small.')
  expect(await load([{ ...second, stem: `${second.stem} Choose one.` }, ...rest], 3)).toEqual({ changed: 1, retired: 1, waiting: 0 })
  expect((await api.eventStore.readStream(`question-${questionIdOf(first.id)}`)).at(-1)?.type).toBe('QuestionRetired')
  expect((await api.eventStore.readStream(`question-${questionIdOf(second.id)}`)).at(-1)).toMatchObject({
    type: 'QuestionRevised',
    data: { version: 2 },
  })
  expect(await load(bank, 4)).toEqual({ changed: 2, retired: 0, waiting: 0 })
})

test('a withdrawn question that is removed from the bank is retired once', async () => {
  const bank = (await readBank(bankDirectory)).filter(({ module }) => module === 'Geriatrics').slice(0, 2)
  const load = (questions: typeof bank, day: number) =>
    loadBank(
      dependenciesOver(api),
      questions,
      ownContext('test', () => `2026-05-0${day}T12:00:00.000Z`),
    )
  await rows.questions.delete()
  await load(bank, 1)
  const [gone, stays] = bank.map(({ id }) => questionIdOf(id)) as [string, string]
  const context = { commandId: uuidV4(), actorId: 'test', correlationId: 'test', now: noon }
  const withdraw = withdrawForCorrectRate({ version: 1, answers: 50, correctAnswers: 0 })
  await commands.execute(questionAggregate, gone, withdraw, context)
  await show({ id: gone, module: 'Geriatrics', is_active: false, situation: 'withdrawn' }, { id: stays, module: 'Geriatrics' })

  expect(await load(bank.slice(1), 2)).toEqual({ changed: 0, retired: 1, waiting: 0 })
  const types = async () => (await api.eventStore.readStream(`question-${gone}`)).map(({ type }) => type)
  expect(await types()).toEqual(['QuestionAdded', 'QuestionWithdrawn', 'QuestionRetired'])
  expect(await load(bank.slice(1), 3)).toEqual({ changed: 0, retired: 0, waiting: 0 })
})

describe('the streak job', () => {
  const run = async (now: string) => {
    const { signal } = new AbortController()
    return (await endBrokenStreaks({ sql: api.sql, commands: new Commands(api.eventStore), clock: () => now, signal })).ended
  }

  async function studiedOnce(timeZone: string) {
    const userId = uuidV4()
    await rows.users.set({ id: userId, time_zone: timeZone })
    await rows.study_streaks.set({ user_id: userId, current_streak: 3, last_study_date: '2026-03-01' })
    return userId
  }

  test("ends a streak once a whole day in the learner's time zone has passed, and only once", async () => {
    const [denver, kiritimati] = [await studiedOnce('America/Denver'), await studiedOnce('Pacific/Kiritimati')]
    await run('2026-03-02T09:59:00.000Z')
    expect(await eventsOf(kiritimati, 'StreakBroken')).toEqual([])
    await run('2026-03-02T10:00:00.000Z')
    expect(await eventsOf(kiritimati, 'StreakBroken')).toMatchObject([{ data: { date: '2026-03-02', days: 3 } }])
    expect(await eventsOf(denver, 'StreakBroken')).toEqual([])
    await run('2026-03-03T06:59:00.000Z')
    expect(await eventsOf(denver, 'StreakBroken')).toEqual([])
    for (let again = 0; again < 3; again++) await run('2026-03-03T07:00:00.000Z')
    expect(await eventsOf(denver, 'StreakBroken')).toHaveLength(1)
  })

  test("waits as long as yesterday's questions can still be answered", async () => {
    const [ana, ben] = [await student(), await student()]
    const given = new Map<string, string>()
    for (const { userId, select, generate } of [ana, ben]) {
      await rows.users.set({ id: userId, time_zone: 'UTC' })
      await rows.study_streaks.set({ user_id: userId, current_streak: 4, last_study_date: '2026-03-01' })
      api.clock.now = '2026-03-02T23:59:00.000Z'
      await select()
      given.set(userId, (await generate(1)).json().questions[0].questionId)
    }
    expect(await run('2026-03-03T00:00:00.000Z')).toBe(0)
    api.clock.now = '2026-03-03T00:01:00.000Z'
    const questionId = given.get(ana.userId) ?? ''
    expect((await ana.answer(questionId, (await rightAnswer(questionId)).right)).statusCode).toBe(200)
    expect(await run('2026-03-04T00:00:00.000Z')).toBe(1)
    expect(await eventsOf(ana.userId, 'StreakBroken')).toEqual([])
    expect(await eventsOf(ben.userId, 'StreakBroken')).toMatchObject([{ data: { date: '2026-03-02', days: 4 } }])
  })

  test('uses the old time zone on the day of a move', async () => {
    const userId = await studiedOnce('Asia/Tokyo')
    const movedAt = '2026-03-02T16:00:00.000Z'
    await rows.users.update({ id: userId }, { former_time_zone: 'America/Denver', time_zone_changed_at: movedAt })
    // In Tokyo it is 3 March, and nothing was answered on the second; in Denver that day goes on until 07:00 UTC.
    await run(movedAt)
    await run('2026-03-03T06:59:00.000Z')
    expect(await eventsOf(userId, 'StreakBroken')).toEqual([])
    await run('2026-03-03T07:00:00.000Z')
    expect(await eventsOf(userId, 'StreakBroken')).toMatchObject([{ data: { date: '2026-03-02' } }])
  })

  test('uses up freezes, one for each missed day, before it ends a streak', async () => {
    const userId = await studiedOnce('UTC')
    await rows.earned_freezes.set({ user_id: userId, date: '2026-02-22', days: 7 }, { user_id: userId, date: '2026-03-01', days: 14 })
    const streamed = async () =>
      (await api.eventStore.readStream(`streak-${userId}`)).map(({ type, data }) => [type, 'date' in data && data.date])
    const earned = [
      ['StreakFreezeEarned', '2026-02-22'],
      ['StreakFreezeEarned', '2026-03-01'],
    ]
    for (let again = 0; again < 2; again++) await run('2026-03-03T00:10:00.000Z')
    expect(await streamed()).toEqual([...earned, ['StreakFreezeSpent', '2026-03-02']])
    // A worker that was down for days makes up for all of them.
    for (let again = 0; again < 2; again++) await run('2026-03-09T00:10:00.000Z')
    expect(await streamed()).toEqual([
      ...earned,
      ['StreakFreezeSpent', '2026-03-02'],
      ['StreakFreezeSpent', '2026-03-03'],
      ['StreakBroken', '2026-03-04'],
    ])
  })

  test('checks the log before it ends a streak', async () => {
    const ana = await student()
    api.clock.now = '2026-03-02T12:00:00.000Z'
    const questionId = questionIdOf('trauma-007')
    expect((await ana.answer(questionId, (await rightAnswer(questionId)).right)).statusCode).toBe(200)
    // The read model has not seen that answer yet.
    await rows.users.set({ id: ana.userId, time_zone: 'UTC' })
    await rows.study_streaks.set({ user_id: ana.userId, current_streak: 1, last_study_date: '2026-03-01' })
    expect(await run('2026-03-03T00:30:00.000Z')).toBe(0)
    expect(await eventsOf(ana.userId, 'StreakBroken')).toEqual([])
  })
})

test('the day before is read from the log until it has settled, and then from memory', async () => {
  const userId = uuidV4()
  const elsewhere = dependenciesOver(api)
  const givenBefore = async (now: string) => [...(await dayBeforeOf(elsewhere, userId, '2026-03-02', now)).delivered.keys()]
  const give = async (questionId: string) => {
    const question = { questionId, questionVersion: 1, module: 'Trauma', set: null, ...asItStands } as const
    const drawing = { userId, date: '2026-03-01', dailyLimit: 5, candidates: [question], count: 1 }
    const draw = drawForSession({ ...drawing, mode: 'practice', studySessionId: uuidV4() })
    const context = ownContext('test', () => noon)
    await commands.execute(studyDayAggregate, studyDayId(userId, '2026-03-01'), draw, context)
  }
  const [early, atMidnight, never] = [uuidV4(), uuidV4(), uuidV4()]
  await give(early)
  expect(await givenBefore('2026-03-02T00:00:30.000Z')).toEqual([early])
  await give(atMidnight)
  expect(await givenBefore('2026-03-02T00:02:00.000Z')).toEqual([early, atMidnight])
  // No command draws into a past day; if one did, it would not be noticed here.
  await give(never)
  expect(await givenBefore('2026-03-02T00:03:00.000Z')).toEqual([early, atMidnight])
})

test('a plan granted by another process shows at once, and its end within seconds', async () => {
  const userId = uuidV4()
  const here = new Commands(api.eventStore)
  let now = 1_000
  const options = { behindMilliseconds: BEHIND_MILLISECONDS, milliseconds: () => now }
  const recentSubscriptions = new RecentStates(here, subscriptionAggregate, options)
  const shown = () => recentTierOf({ recentSubscriptions }, userId)
  const give = (process: Commands, tier: Tier) =>
    process.execute(
      subscriptionAggregate,
      userId,
      grantTier({ userId, tier }),
      ownContext('test', () => noon),
    )
  expect(await shown()).toBe('free')
  await give(commands, 'premium')
  expect(await shown()).toBe('premium')
  await give(commands, 'free')
  now += 9_000
  expect(await shown()).toBe('premium')
  now += 2_000
  expect(await shown()).toBe('free')
  await give(here, 'basic')
  expect(await shown()).toBe('basic')
})

import { randomUUID } from 'node:crypto'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import type { AnsweredQuestion } from '@medicready/domain/contract/questions/questions'
import type { LeaderboardEntry } from '@medicready/domain/contract/study/study'
import type { Fact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { multipleChoice } from '@medicready/domain/questions/kinds/choosing'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestReadApi, type TestReadApi } from './testing/test-read-api.ts'

const ana = '11111111-1111-4111-8111-111111111111'
const ben = '22222222-2222-4222-8222-222222222222'
const questionId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [shock, burns, gone, neverGiven] = [1, 2, 3, 4].map(questionId) as [string, string, string, string]
const moduleId = (number: number) => `99999999-9999-4999-8999-99999999999${number}`
const patience = { timeout: 60_000, interval: 50 }

const secret = 'SECRET'
const content = (topic: string, module: ModuleName): QuestionContent => ({
  module,
  stem: `What of ${topic}?`,
  picture: null,
  scenario: null,
  explanationPicture: null,
  item: multipleChoice(
    `C ${topic}`,
    ['A', 'B', 'D'].map((letter) => ({ text: `${letter} ${topic}`, rationale: `${secret} rationale` })),
  ),
  explanation: `${secret} explanation`,
  clinicalPearl: `${secret} pearl`,
  references: [`${secret} reference`],
  difficulty: 'moderate',
  bloomsLevel: 'apply',
  guideline: { name: 'Guideline', year: 2025 },
  tags: { domain: 'Trauma', subTopic: topic, ageGroup: 'adult', judgmentStep: null },
})

let api: TestReadApi
let anasToken: string
let bensToken: string
/** The state before any test added its own learners. */
let leaderboard: Awaited<ReturnType<typeof get>>
const revisions = new Map<string, bigint>()

async function append(streamName: string, at: string, ...facts: Fact[]): Promise<string> {
  const revision = revisions.get(streamName)
  const appended = await api.eventStore.append(
    streamName,
    revision ?? 'no_stream',
    facts.map((event) => ({
      id: randomUUID(),
      event,
      metadata: { correlationId: 'test', causationId: 'test', commandId: randomUUID(), actorId: 'test', occurredAt: at },
    })),
  )
  revisions.set(streamName, appended.revision)
  return appended.position.commit.toString()
}

/** The chosen option; null if time ran out. */
type Letter = 'A' | 'B' | 'C' | 'D' | null

const answer = (userId: string, date: string, id: string, module: ModuleName, letter: Letter, isScored = true): Fact => ({
  type: 'AnswerSubmitted',
  data: {
    userId,
    date,
    questionId: id,
    questionVersion: 1,
    module,
    answer: letter && { kind: 'multiple_choice', option: letter.toLowerCase() },
    isCorrect: letter === 'C',
    isScored,
    mode: null,
    timeSpentSeconds: 30,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
    studySessionId: null,
  },
})

const register = (userId: string, firstName: string, lastName: string, timeZone: string) =>
  append(
    `account-${userId}`,
    '2026-02-01T08:00:00.000Z',
    accountRegistered(userId, { email: `${firstName}@example.org`, firstName, lastName, timeZone }),
    emailVerified(userId),
  )

const add = (id: string, topic: string, module: ModuleName) =>
  append(`question-${id}`, '2026-01-01T00:00:00.000Z', {
    type: 'QuestionAdded',
    data: { questionId: id, version: 1, source: 'curated', bankId: `bank-${topic}`, generation: null, content: content(topic, module) },
  })

let token: string

beforeAll(async () => {
  api = await startTestReadApi()
  await add(shock, 'shock', 'Trauma')
  await add(burns, 'burns', 'Trauma')
  await add(gone, 'gone', 'Pediatrics')
  await add(neverGiven, 'nevergiven', 'Pediatrics')
  await register(ana, 'Ana', 'Cruz', 'America/New_York')
  await register(ben, 'Ben', 'Diaz', 'UTC')
  await append(`subscription-${ana}`, '2026-02-01T09:00:00.000Z', {
    type: 'TierChanged',
    data: { userId: ana, from: 'free', to: 'basic', cause: 'granted', reason: null },
  })
  const [trauma, pediatrics] = [
    { userId: ana, userModuleId: moduleId(1), module: 'Trauma' as const },
    { userId: ana, userModuleId: moduleId(2), module: 'Pediatrics' as const },
  ]
  await append(
    `modules-${ana}`,
    '2026-02-01T10:00:00.000Z',
    { type: 'ModuleSelected', data: trauma },
    { type: 'ModuleSelected', data: pediatrics },
    { type: 'ModuleDeactivated', data: pediatrics },
  )
  // Two days in a row on her calendar; 3 March 03:00 UTC is still 1 March in New York.
  await append(
    `studyDay-${ana}_2026-02-28`,
    '2026-02-28T15:00:00.000Z',
    {
      type: 'DailyQuestionsAssigned',
      data: {
        userId: ana,
        date: '2026-02-28',
        questions: [{ questionId: gone, questionVersion: 1, module: 'Pediatrics', set: null, ...asItStands }],
      },
    },
    answer(ana, '2026-02-28', gone, 'Pediatrics', 'C'),
  )
  await append(`question-${gone}`, '2026-02-28T16:00:00.000Z', {
    type: 'QuestionRetired',
    data: { questionId: gone, cause: 'bank', reason: 'old' },
  })
  await append(`question-${neverGiven}`, '2026-02-28T16:00:00.000Z', {
    type: 'QuestionRetired',
    data: { questionId: neverGiven, cause: 'bank', reason: 'old' },
  })
  await append(
    `studyDay-${ana}_2026-03-01`,
    '2026-03-01T15:00:00.000Z',
    {
      type: 'DailyQuestionsAssigned',
      data: {
        userId: ana,
        date: '2026-03-01',
        questions: [
          { questionId: shock, questionVersion: 1, module: 'Trauma', set: null, ...asItStands },
          { questionId: burns, questionVersion: 1, module: 'Trauma', set: null, ...asItStands },
        ],
      },
    },
    answer(ana, '2026-03-01', shock, 'Trauma', 'A'),
  )
  await append(`question-${shock}`, '2026-03-01T16:00:00.000Z', {
    type: 'QuestionRevised',
    data: { questionId: shock, version: 2, cause: 'bank', content: content('newer shock', 'Trauma') },
  })
  await append(
    `studyDay-${ben}_2026-03-02`,
    '2026-03-02T01:00:00.000Z',
    {
      type: 'QuestionsDrawn',
      data: {
        userId: ben,
        date: '2026-03-02',
        questions: [{ questionId: burns, questionVersion: 1, module: 'Trauma', set: null, ...asItStands }],
        mode: 'practice',
        studySessionId: null,
      },
    },
    answer(ben, '2026-03-02', burns, 'Trauma', 'C'),
  )
  token = (await api.eventStore.head())?.commit.toString() ?? ''
  anasToken = await api.signIn(ana)
  bensToken = await api.signIn(ben)
  api.startProjector()
  leaderboard = await vi.waitFor(async () => {
    const response = await get('/api/leaderboard', bensToken, token)
    expect([response.statusCode, response.headers.stale]).toEqual([200, undefined])
    return response
  }, patience)
})

afterAll(() => api?.close())

const getOnce = (url: string, bearer: string | null, consistency?: string) =>
  api.app.inject({
    url,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...(consistency && { 'consistency-token': consistency }) },
  })

/** Repeated while it reports being behind: on a busy machine the projector needs more than its second. */
async function get(...asked: Parameters<typeof getOnce>): ReturnType<typeof getOnce> {
  const deadline = performance.now() + patience.timeout
  let answer = await getOnce(...asked)
  while (answer.headers.stale === 'true' && performance.now() < deadline) answer = await getOnce(...asked)
  return answer
}

async function read<Body>(url: string, bearer: string): Promise<Body> {
  const response = await get(url, bearer, token)
  expect(response.statusCode).toBe(200)
  expect(response.headers.stale).toBeUndefined()
  return response.json<Body>()
}

const calls = [
  '/api/auth/user',
  '/api/user/modules',
  '/api/user/modules/all',
  '/api/daily-questions',
  '/api/user/stats',
  '/api/subscription/status',
  '/api/leaderboard',
  `/api/questions/${shock}`,
]

test.each(calls)('%s requires a sign-in', async (url) => {
  const response = await get(url, null)
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'notSignedIn' })
})

test('everyone sees their own account', async () => {
  expect(await read('/api/auth/user', anasToken)).toEqual({
    id: ana,
    email: 'Ana@example.org',
    firstName: 'Ana',
    lastName: 'Cruz',
    phone: null,
    firstLanguage: null,
    paramedicProgram: null,
    role: 'student',
    subscriptionTier: 'basic',
    emailVerified: true,
    mailStopped: null,
    secondFactor: 'none',
    secondFactorRequired: false,
    showCorrectAnswers: true,
    dailyEmailEnabled: false,
    dailyEmailTime: '13:00',
    examDate: null,
    calmMode: false,
    showOnLeaderboard: true,
    timeZone: 'America/New_York',
    formerTimeZone: null,
    timeZoneChangedAt: null,
    eraseAt: null,
    createdAt: '2026-02-01T08:00:00.000Z',
  })
  expect(await read('/api/auth/user', bensToken)).toMatchObject({ id: ben, subscriptionTier: 'free' })
})

test("changes to one's account are shown at once, and the current day lasts until its midnight", async () => {
  const dora = randomUUID()
  await register(dora, 'Dora', 'Klein', 'America/Denver')
  const bearer = await api.signIn(dora)
  await append(
    `studyDay-${dora}_2026-03-01`,
    '2026-03-01T20:00:00.000Z',
    {
      type: 'QuestionsDrawn',
      data: {
        userId: dora,
        date: '2026-03-01',
        questions: [{ questionId: burns, questionVersion: 1, module: 'Trauma', set: null, ...asItStands }],
        mode: null,
        studySessionId: null,
      },
    },
    answer(dora, '2026-03-01', burns, 'Trauma', 'C'),
  )
  const settings = {
    showCorrectAnswers: false,
    dailyEmailEnabled: true,
    dailyEmailTime: '07:30',
    examDate: '2026-09-01',
    calmMode: true,
    showOnLeaderboard: true,
  }
  const changed = await append(
    `account-${dora}`,
    '2026-03-02T02:00:00.000Z',
    { type: 'ProfileChanged', data: { userId: dora, firstName: 'Theodora', lastName: 'Gross', phone: '+1 303 555 0100' } },
    {
      type: 'SettingsChanged',
      data: { userId: dora, ...settings, timeZone: 'Europe/Berlin', timeZoneChangedAt: '2026-03-02T02:00:00.000Z' },
    },
  )
  await vi.waitFor(async () => expect((await get('/api/auth/user', bearer, changed)).headers.stale).toBeUndefined(), patience)
  expect((await get('/api/auth/user', bearer, changed)).json()).toMatchObject({
    firstName: 'Theodora',
    lastName: 'Gross',
    phone: '+1 303 555 0100',
    ...settings,
    timeZone: 'Europe/Berlin',
    formerTimeZone: 'America/Denver',
    timeZoneChangedAt: '2026-03-02T02:00:00.000Z',
  })
  const ranks = (await get('/api/leaderboard', bearer, changed)).json<LeaderboardEntry[]>()
  expect(ranks.map(({ name }) => name)).toContain('Theodora G.')

  const days = async () => (await get('/api/user/stats', bearer, changed)).json().weeklyProgress.at(-1)
  // It is 03:00 UTC: in Berlin 2 March, in Denver still the first.
  expect(await days()).toMatchObject({ date: '2026-03-01', answered: 1 })
  expect((await get('/api/subscription/status', bearer, changed)).json()).toMatchObject({ remainingQuestions: 0 })
})

test('modules: the active ones or all, and only one’s own', async () => {
  const createdAt = '2026-02-01T10:00:00.000Z'
  const trauma = { id: moduleId(1), module: 'Trauma', isActive: true, createdAt }
  expect(await read('/api/user/modules', anasToken)).toEqual([trauma])
  expect(await read('/api/user/modules/all', anasToken)).toEqual([
    trauma,
    { id: moduleId(2), module: 'Pediatrics', isActive: false, createdAt },
  ])
  expect(await read('/api/user/modules/all', bensToken)).toEqual([])
})

test('daily questions: today’s on the account’s own calendar, in order, with answers only where given', async () => {
  const questions = await read<{ questionId: string; answer: { question: AnsweredQuestion } | null }[]>('/api/daily-questions', anasToken)
  expect(questions).toMatchObject([
    {
      questionId: shock,
      assignedDate: '2026-03-01',
      isCompleted: true,
      question: { version: 1, stem: 'What of shock?', choices: ['A shock', 'B shock', 'C shock', 'D shock'] },
      answer: { isCorrect: false, selectedAnswer: 'A shock', question: { correctAnswer: 'C shock', version: 1 } },
    },
    { questionId: burns, isCompleted: false, answer: null },
  ])
  expect(JSON.stringify(questions[0])).toContain(secret)
  expect(JSON.stringify(questions[1])).not.toContain(secret)
  expect(JSON.stringify(questions[1])).not.toContain('correctAnswer')
  expect(await read('/api/daily-questions', bensToken)).toEqual([])
})

test('a question is shown as delivered, with the solution only to those who answered', async () => {
  expect(await read(`/api/questions/${shock}`, anasToken)).toMatchObject({
    version: 1,
    stem: 'What of shock?',
    answer: { isCorrect: false, selectedAnswer: 'A shock', question: { correctAnswer: 'C shock', explanation: `${secret} explanation` } },
  })
  const unanswered = await read(`/api/questions/${burns}`, anasToken)
  expect(unanswered).toMatchObject({ version: 1, answer: null })
  expect(JSON.stringify(unanswered)).not.toContain(secret)
  expect(await read(`/api/questions/${burns}`, bensToken)).toMatchObject({ answer: { isCorrect: true, selectedAnswer: 'C burns' } })
})

test('a question that was never given to a user cannot be read without counting', async () => {
  for (const [id, bearer] of [
    [shock, bensToken],
    [gone, bensToken],
    [neverGiven, anasToken],
    [randomUUID(), anasToken],
  ] as const)
    for (const url of [`/api/questions/${id}`, `/api/questions/${id}/statistics`]) {
      const response = await get(url, bearer, token)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ code: 'questionNotFound', message: expect.any(String) })
    }
})

test('reviewers can read every current question, like learners without the answer', async () => {
  const educator = randomUUID()
  await register(educator, 'Edna', 'Frey', 'UTC')
  const granted = await append(`account-${educator}`, '2026-02-01T08:00:00.000Z', {
    type: 'RoleGranted',
    data: { userId: educator, role: 'educator', reason: null },
  })
  const question = await get(`/api/questions/${shock}`, await api.signIn(educator), granted)
  expect(question.json()).toMatchObject({ version: 2, stem: 'What of newer shock?', answer: null })
  expect(question.body).not.toContain(secret)
})

test('a retired question stays available to those who had it', async () => {
  expect(await read(`/api/questions/${gone}`, anasToken)).toMatchObject({ answer: { isCorrect: true } })
  expect((await get('/api/questions/nonsense', anasToken)).statusCode).toBe(400)
})

test('figures', async () => {
  expect(await read('/api/user/stats', anasToken)).toEqual({
    totalAnswered: 2,
    accuracy: 0.5,
    studyStreak: 2,
    longestStreak: 2,
    freezes: { kept: 0, daysToNext: 5, lastSpent: null, lastEarned: null },
    weeklyProgress: [
      ...['2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27'].map((date) => ({
        date,
        answered: 0,
        scored: 0,
        correct: 0,
      })),
      { date: '2026-02-28', answered: 1, scored: 1, correct: 1 },
      { date: '2026-03-01', answered: 1, scored: 1, correct: 0 },
    ],
    modules: [
      { module: 'Pediatrics', totalQuestions: 1, scoredAnswers: 1, correctAnswers: 1 },
      { module: 'Trauma', totalQuestions: 1, scoredAnswers: 1, correctAnswers: 0 },
    ],
  })
  expect(await read('/api/user/stats', bensToken)).toMatchObject({
    totalAnswered: 1,
    accuracy: 1,
    studyStreak: 1,
    weeklyProgress: { length: 7 },
  })
})

test('the rest of the daily limit', async () => {
  expect(await read('/api/subscription/status', anasToken)).toEqual({
    subscriptionTier: 'basic',
    dailyLimit: 5,
    remainingQuestions: 3,
    canGenerateQuestions: true,
  })
  expect(await read('/api/subscription/status', bensToken)).toEqual({
    subscriptionTier: 'free',
    dailyLimit: 1,
    remainingQuestions: 0,
    canGenerateQuestions: false,
  })
})

test('the leaderboard ranks by answers and says how many there are', () => {
  expect(leaderboard.headers['x-total-count']).toBe('2')
  expect(leaderboard.json()).toEqual([
    { userId: ana, rank: 1, name: 'Ana C.', subscriptionTier: 'basic', totalAnswered: 2, correctAnswers: 1, accuracy: 50 },
    { userId: ben, rank: 2, name: 'Ben D.', subscriptionTier: 'free', totalAnswered: 1, correctAnswers: 1, accuracy: 100 },
  ])
})

test('a reader sees their latest changes', async () => {
  for (let round = 0; round < 20; round++) {
    const userId = randomUUID()
    const written = await register(userId, 'New', 'Comer', 'UTC')
    const response = await get('/api/auth/user', await api.signIn(userId), written)
    expect([response.statusCode, response.headers.stale]).toEqual([200, undefined])
  }
})

test('only the subscriber sees their plan and, page by page, their charges', async () => {
  const dora = randomUUID()
  await register(dora, 'Dora', 'Fink', 'UTC')
  const of = { userId: dora, subscriptionId: `sub_${dora}` }
  const invoice = (number: number) => ({ ...of, invoiceId: `in_${number}_${dora}`, number: `MR-000${number}` })
  const renewed = { kind: 'renewal', invoicedAt: '2026-04-01T12:00:00.000Z', paidAt: '2026-04-01T12:00:00.000Z' } as const
  const written = await append(
    `subscription-${dora}`,
    '2026-03-01T12:00:00.000Z',
    invoicePaid(invoice(1)),
    { type: 'TierChanged', data: { userId: dora, from: 'free', to: 'premium', cause: 'purchased', reason: null } },
    invoicePaid({ ...invoice(2), ...renewed, periodEnd: '2026-05-01T12:00:00.000Z' }),
    {
      type: 'RefundIssued',
      data: {
        userId: dora,
        refundId: 're_1',
        invoiceId: invoice(1).invoiceId,
        amount: 400,
        currency: 'usd',
        tier: 'premium',
        cause: 'other',
        issuedAt: renewed.paidAt,
      },
    },
    {
      type: 'PaymentFailed',
      data: {
        ...of,
        invoiceId: `in_3_${dora}`,
        tier: 'premium',
        amount: 1_200,
        currency: 'usd',
        attempt: 1,
        since: '2026-05-01T12:00:00.000Z',
        graceUntil: '2026-05-08T12:00:00.000Z',
      },
    },
  )
  const bearer = await api.signIn(dora)
  const plan = await get('/api/subscription', bearer, written)
  expect(plan.json()).toMatchObject({
    tier: 'premium',
    state: 'past_due',
    price: { amount: 1_200, currency: 'usd' },
    periodEndsAt: '2026-05-01T12:00:00.000Z',
    pastDue: { amount: 1_200, tierEndsAt: '2026-05-08T12:00:00.000Z' },
  })
  const newest = await get('/api/subscription/invoices?limit=2', bearer, written)
  expect(newest.json()).toMatchObject([
    { id: `in_3_${dora}`, status: 'open', number: null },
    { number: 'MR-0002', status: 'paid', pdfUrl: 'https://invoice.example/in_1/pdf' },
  ])
  const next = /<([^>]+)>; rel="next"/.exec(String(newest.headers.link))?.[1] ?? ''
  const older = await get(next, bearer, written)
  expect(older.json()).toMatchObject([{ number: 'MR-0001', status: 'partly_refunded', refunded: 400 }])
  expect(older.headers.link).toBeUndefined()
  expect((await get('/api/subscription/invoices', bensToken, written)).json()).toEqual([])
  expect((await get('/api/subscription', bensToken, written)).json()).toMatchObject({ tier: 'free', state: 'free', may: ['checkout'] })
})

test('a question that is given again is asked again', async () => {
  const carla = randomUUID()
  await register(carla, 'Carla', 'Evans', 'UTC')
  const questions = [{ questionId: burns, questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }]
  const drawn = (date: string): Fact => ({
    type: 'QuestionsDrawn',
    data: { userId: carla, date, questions, mode: null, studySessionId: null },
  })
  await append(
    `studyDay-${carla}_2026-02-01`,
    '2026-02-01T10:00:00.000Z',
    drawn('2026-02-01'),
    answer(carla, '2026-02-01', burns, 'Trauma', 'C'),
  )
  const again = await append(`studyDay-${carla}_2026-03-02`, '2026-03-02T02:00:00.000Z', drawn('2026-03-02'))
  const response = await get(`/api/questions/${burns}`, await api.signIn(carla), again)
  expect(response.json()).toMatchObject({ answer: null })
  expect(response.body).not.toContain(secret)
})

test('a set unfolds: closed parts are never shown, and answered ones stay next to the following', async () => {
  const finn = randomUUID()
  await register(finn, 'Finn', 'Gray', 'UTC')
  const date = '2026-03-02'
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [index, id] of [one, two, three].entries()) {
    const scenario = { set: 'trauma-set-01', part: index + 1, of: 3, patient: 'A man of 40 lies in the road.' }
    await append(`question-${id}`, '2026-02-01T00:00:00.000Z', {
      type: 'QuestionAdded',
      data: {
        questionId: id,
        version: 1,
        source: 'curated',
        bankId: `part-${index + 1}`,
        generation: null,
        content: { ...content(`part ${index + 1}`, 'Trauma'), scenario },
      },
    })
  }
  const questions = [one, two, three].map((id, index) => ({
    questionId: id,
    questionVersion: 1,
    module: 'Trauma' as const,
    set: { id: 'trauma-set-01', part: index + 1, of: 3 },
    ...asItStands,
  }))
  const stream = `studyDay-${finn}_${date}`
  const assigned: Fact = { type: 'DailyQuestionsAssigned', data: { userId: finn, date, questions } }
  const finnsToken = await api.signIn(finn)
  const look = async (after: string) => {
    const paths = [
      '/api/daily-questions',
      ...[one, two, three].flatMap((id) => [`/api/questions/${id}`, `/api/questions/${id}/statistics`]),
    ]
    const responses = await Promise.all(paths.map((path) => get(path, finnsToken, after)))
    return { responses, all: responses.map(({ body }) => body).join('\n') }
  }

  const given = await look(await append(stream, '2026-03-02T02:00:00.000Z', assigned))
  expect(given.all).toContain('What of part 1?')
  expect(given.all).not.toMatch(/part [23]/)
  expect(given.responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 409, 409, 409, 409])
  expect(given.responses[3]?.json()).toMatchObject({ code: 'partClosed' })
  expect(given.responses[0]?.json()).toMatchObject([
    { part: { part: 1, of: 3 }, question: { scenario: { part: 1, of: 3, patient: 'A man of 40 lies in the road.' } } },
    { part: { part: 2, of: 3 }, question: null, answer: null },
    { part: { part: 3, of: 3 }, question: null, answer: null },
  ])

  const begun = await look(await append(stream, '2026-03-02T02:01:00.000Z', answer(finn, date, one, 'Trauma', 'A')))
  expect(begun.all).toContain('What of part 2?')
  expect(begun.all).not.toMatch(/part 3/)
  expect(begun.responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 409, 409])
  expect(begun.responses[1]?.json()).toMatchObject({ earlierParts: [] })
  expect(begun.responses[3]?.json()).toMatchObject({
    answer: null,
    earlierParts: [{ isCorrect: false, selectedAnswer: 'A part 1', question: { id: one } }],
  })

  const late = await look(await append(stream, '2026-03-02T02:02:00.000Z', answer(finn, date, two, 'Trauma', 'C')))
  expect(late.responses[5]?.json()).toMatchObject({ earlierParts: [{ question: { id: one } }, { question: { id: two } }] })
  expect(late.responses[0]?.json()).toMatchObject([{ isCompleted: true }, { isCompleted: true }, { question: { id: three } }])
})

test('a question whose time ran out counts as answered, without a choice', async () => {
  const emil = randomUUID()
  await register(emil, 'Emil', 'Fox', 'UTC')
  const date = '2026-03-02'
  const questions = [{ questionId: burns, questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }]
  const timedOut = await append(
    `studyDay-${emil}_${date}`,
    '2026-03-02T02:00:00.000Z',
    { type: 'DailyQuestionsAssigned', data: { userId: emil, date, questions } },
    answer(emil, date, burns, 'Trauma', null),
  )
  const emilsToken = await api.signIn(emil)
  const result = { isCorrect: false, selectedAnswer: '', question: { correctAnswer: 'C burns' } }
  expect((await get('/api/daily-questions', emilsToken, timedOut)).json()).toMatchObject([{ isCompleted: true, answer: result }])
  expect((await get(`/api/questions/${burns}`, emilsToken, timedOut)).json()).toMatchObject({ answer: result })
})

test('an answer to a pilot is neither right nor wrong, and ties are ranked by scored answers', async () => {
  const [dora, pilot] = [randomUUID(), questionId(5)]
  await register(dora, 'Dora', 'Ek', 'UTC')
  await append(`question-${pilot}`, '2026-02-01T00:00:00.000Z', {
    type: 'QuestionAdded',
    data: {
      questionId: pilot,
      version: 1,
      source: 'ai',
      bankId: null,
      generation: { model: 'model', promptVersion: '1' },
      content: content('pilot', 'Trauma'),
    },
  })
  const day = `studyDay-${dora}_2026-03-01`
  const onTrial = await append(day, '2026-03-01T10:00:00.000Z', answer(dora, '2026-03-01', pilot, 'Trauma', 'A', false))
  const dorasToken = await api.signIn(dora)
  const stats = async (since: string) => (await get('/api/user/stats', dorasToken, since)).json()
  const rankOf = async (since: string) =>
    (await get('/api/leaderboard', dorasToken, since)).json<LeaderboardEntry[]>().find(({ userId }) => userId === dora)
  expect(await stats(onTrial)).toMatchObject({
    totalAnswered: 1,
    accuracy: null,
    modules: [{ module: 'Trauma', totalQuestions: 1, scoredAnswers: 0, correctAnswers: 0 }],
  })
  expect(await rankOf(onTrial)).toMatchObject({ totalAnswered: 1, correctAnswers: 0, accuracy: null })

  const scored = await append(day, '2026-03-01T11:00:00.000Z', answer(dora, '2026-03-01', burns, 'Trauma', 'C'))
  expect(await stats(scored)).toMatchObject({ totalAnswered: 2, accuracy: 1 })
  // Ana also has two answers, one of them right, but both were scored.
  expect(await rankOf(scored)).toMatchObject({ rank: 1, totalAnswered: 2, correctAnswers: 1, accuracy: 100 })

  await append(`question-${pilot}`, '2026-03-02T00:30:00.000Z', {
    type: 'QuestionPromoted',
    data: { questionId: pilot, version: 1, answers: 50, discrimination: 0.2 },
  })
  const counted = await append(`studyDay-${dora}_2026-03-02`, '2026-03-02T01:00:00.000Z', answer(dora, '2026-03-02', pilot, 'Trauma', 'A'))
  expect(await stats(counted)).toMatchObject({ totalAnswered: 3, accuracy: 0.5 })
})

test.each(['9999999999999999999', '9'.repeat(18), 'nonsense', '-1', '9'.repeat(400)])('an unknown token, %s, is ignored', async (token) => {
  const response = await get('/api/user/stats', anasToken, token)
  expect([response.statusCode, response.headers.stale]).toEqual([200, undefined])
  expect(response.json()).toMatchObject({ totalAnswered: 2 })
})

test('a reader who asks for more than the projector has seen gets the available data with a notice', async () => {
  await api.stopProjector()
  const written = await register(randomUUID(), 'Not', 'Projected', 'UTC')
  const response = await getOnce('/api/user/stats', anasToken, written)
  expect(response.headers.stale).toBe('true')
  expect(response.json()).toMatchObject({ totalAnswered: 2 })
  api.startProjector()
  await vi.waitFor(async () => expect((await get('/api/user/stats', anasToken, written)).headers.stale).toBeUndefined(), patience)
})

test('what the projector has not seen yet is not reported as missing', async () => {
  await api.stopProjector()
  const dora = randomUUID()
  const questions = [{ questionId: burns, questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }]
  const given = await append(`studyDay-${dora}_2026-03-02`, '2026-03-02T02:00:00.000Z', {
    type: 'DailyQuestionsAssigned',
    data: { userId: dora, date: '2026-03-02', questions },
  })
  const asDora = await api.signIn(dora)
  const early = await getOnce(`/api/questions/${burns}`, asDora, given)
  expect([early.statusCode, early.headers.stale, early.headers['retry-after']]).toEqual([503, 'true', '1'])
  api.startProjector()
  await vi.waitFor(async () => expect((await get(`/api/questions/${burns}`, asDora, given)).statusCode).toBe(200), patience)
})

test('while Postgres is down the answer is 503, and everything works afterwards', async () => {
  await api.door.shut()
  await vi.waitFor(async () => {
    const response = await get('/api/user/stats', anasToken)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'unavailable' })
    expect((await get('/health/ready', null)).statusCode).toBe(503)
  }, patience)
  await api.door.open()
  await vi.waitFor(async () => expect((await get('/api/user/stats', anasToken)).statusCode).toBe(200), patience)
  const userId = randomUUID()
  const bearer = await api.signIn(userId)
  const written = await register(userId, 'Late', 'Comer', 'UTC')
  await vi.waitFor(async () => {
    const response = await get('/api/auth/user', bearer, written)
    expect([response.statusCode, response.headers.stale]).toEqual([200, undefined])
  }, patience)
})

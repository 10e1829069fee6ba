import { randomUUID } from 'node:crypto'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { Analytics, RecentActivity } from '@medicready/domain/contract/study/analytics'
import type { Fact, FactOf } from '@medicready/domain/events'
import { answerInExam, choiceOf, examAnswered, examCompleted, examStarted } from '@medicready/domain/exams/testing/exam-facts'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestReadApi, type TestReadApi } from '../testing/test-read-api.ts'
import { type AllStudents, FiguresOfAll } from './all-students.ts'

const idOf = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, cleo, dan] = [1, 2, 3, 4].map((number) => idOf(1, number)) as [string, string, string, string]
/** They answer ten questions each, to allow comparison. */
const others = Array.from({ length: 29 }, (_, number) => idOf(1, 10 + number))
const easy = idOf(2, 1)
const hard = idOf(2, 2)
const pilot = idOf(2, 3)
const timed = idOf(3, 1)
const practice = idOf(3, 2)
const patience = { timeout: 60_000, interval: 50 }

let api: TestReadApi
/** What all students had in common before their first answers. */
let ofNobody: AllStudents
const revisions = new Map<string, bigint>()
let lastPosition = ''
/** Appends run one after another. */
let seconds = 0

async function append(streamName: string, ...facts: Fact[]): Promise<void> {
  const revision = revisions.get(streamName)
  seconds += 1
  const occurredAt = new Date(Date.parse('2026-03-02T02:00:00.000Z') + 1_000 * seconds).toISOString()
  const metadata = { correlationId: 'test', causationId: 'test', actorId: 'test', occurredAt }
  const events = facts.map((event) => ({ id: randomUUID(), event, metadata: { ...metadata, commandId: randomUUID() } }))
  const appended = await api.eventStore.append(streamName, revision ?? 'no_stream', events)
  revisions.set(streamName, appended.revision)
  lastPosition = appended.position.commit.toString()
}

const answered = (userId: string, answer: Partial<FactOf<'AnswerSubmitted'>['data']> = {}): Fact => ({
  type: 'AnswerSubmitted',
  data: {
    userId,
    date: '2026-03-01',
    questionId: easy,
    questionVersion: 1,
    module: 'Trauma',
    answer: { kind: 'multiple_choice', option: 'a' },
    isCorrect: true,
    isScored: true,
    mode: 'practice',
    studySessionId: null,
    timeSpentSeconds: 30,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
    ...answer,
  },
})

const enrol = async (userId: string, tier: Tier) => {
  const email = `${userId.slice(-4)}@example.org`
  const profile = { email, firstName: 'Ana', lastName: 'Diaz', timeZone: 'UTC' }
  await append(`account-${userId}`, accountRegistered(userId, profile), emailVerified(userId))
  if (tier !== 'free')
    await append(`subscription-${userId}`, {
      type: 'TierChanged',
      data: { userId, from: 'free', to: tier, cause: 'granted', reason: null },
    })
  await append(`modules-${userId}`, { type: 'ModuleSelected', data: { userId, userModuleId: randomUUID(), module: 'Trauma' } })
}

const get = async (path: string, userId: string) => {
  const headers = { authorization: `Bearer ${await tokenOf(userId)}`, 'consistency-token': lastPosition }
  const ask = () => api.app.inject({ method: 'GET', url: path, headers })
  const deadline = performance.now() + patience.timeout
  // Repeated while it reports being behind: on a busy machine the projector needs more than its second.
  let answer = await ask()
  while (answer.headers.stale === 'true' && performance.now() < deadline) answer = await ask()
  return answer
}
const tokens = new Map<string, string>()
const tokenOf = async (userId: string) => {
  const token = tokens.get(userId) ?? (await api.signIn(userId))
  tokens.set(userId, token)
  return token
}
const analyticsOf = async (userId: string): Promise<Analytics> => (await get('/api/user/analytics', userId)).json()
const activityOf = async (userId: string): Promise<RecentActivity[]> => (await get('/api/user/activity', userId)).json()

/** Eight right and two wrong with confidence; two of the right ones slow; and one to a pilot. */
const answersOf = (userId: string): Fact[] => [
  ...Array.from({ length: 6 }, () => answered(userId)),
  answered(userId, { questionId: hard, confidence: 5, isCorrect: false }),
  answered(userId, { questionId: pilot, isScored: false, isCorrect: false, confidence: 5 }),
  answered(userId, { date: '2026-03-02', timeSpentSeconds: 100 }),
  answered(userId, { date: '2026-03-02', timeSpentSeconds: 120 }),
  answered(userId, { date: '2026-03-02', questionId: hard, confidence: 4, isCorrect: false }),
]

beforeAll(async () => {
  api = await startTestReadApi()
  const added = (questionId: string, difficulty: 'easy' | 'hard', subTopic: string): Fact => ({
    type: 'QuestionAdded',
    data: {
      questionId,
      version: 1,
      source: 'curated',
      bankId: null,
      generation: null,
      content: questionContent({ stem: `What of ${subTopic}?`, difficulty, tags: { ...questionContent().tags, subTopic } }),
    },
  })
  await append(`question-${easy}`, added(easy, 'easy', '=Shock'))
  await append(`question-${hard}`, added(hard, 'hard', 'Burns'))
  await append(`question-${pilot}`, added(pilot, 'hard', 'Burns'))
  await enrol(ana, 'premium')
  await enrol(ben, 'basic')
  await enrol(cleo, 'premium')
  await enrol(dan, 'premium')
  api.startProjector()
  ofNobody = await vi.waitFor(() => new FiguresOfAll(api.sql).read(), patience)
  for (const learner of [ana, ben]) await append(`studyDay-${learner}_2026-03-02`, ...answersOf(learner))
  for (const [number, other] of others.entries())
    await append(
      `studyDay-${other}_2026-03-01`,
      ...Array.from({ length: 10 }, (_, answer) => answered(other, { isCorrect: answer < (number < 20 ? 5 : 9) })),
    )
  // The figures of all students are cached from the first request, so not before everything is there.
  const behind = () => api.sql`
    SELECT FROM projector.checkpoints WHERE state = 'live' AND coalesce(commit_position, 0) < ${lastPosition}::numeric`
  await vi.waitFor(async () => expect(await behind()).toHaveLength(0), patience)
  await vi.waitFor(async () => {
    const answer = await get('/api/user/analytics', ana)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.stale).toBeUndefined()
    expect((await analyticsOf(ana)).totals.answered).toBe(11)
  }, patience)
})
afterAll(() => api.close())

test('everyone has their own totals, in which answers to pilots are neither right nor wrong', async () => {
  const totals = { answered: 11, scored: 10, correct: 8, accuracy: 0.8, studySeconds: 490 }
  expect((await analyticsOf(ana)).totals).toMatchObject(totals)
  expect((await analyticsOf(ben)).totals).toMatchObject({
    ...totals,
    modules: [{ module: 'Trauma', answered: 11, scored: 10, correct: 8, accuracy: 0.8, lastAnsweredOn: '2026-03-02' }],
  })
})

test('without premium there are only totals', async () => {
  expect(await analyticsOf(ben)).toMatchObject({ locked: true, figures: null })
  const file = await get('/api/user/analytics.csv', ben)
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain('Module progress,Trauma,11,10,8,80')
  expect(file.body).not.toContain('Burns')
})

test('someone without answers has no figures and no errors', async () => {
  const { locked, totals, figures } = await analyticsOf(cleo)
  expect(locked).toBe(false)
  expect(totals).toEqual({ answered: 0, scored: 0, correct: 0, accuracy: null, studySeconds: 0, modules: [] })
  expect(figures).toMatchObject({
    overall: { accuracy: null, likelyRange: null, meanSeconds: null, amongOthers: { above: null } },
    breakdown: { module: [], topic: [], kind: [] },
    ability: [],
    calibration: { levels: [], brierScore: null, reading: null },
    forgetting: { bins: [], curve: [] },
    recommendations: { focusAreas: { modules: [{ module: 'Trauma', low: null }] }, maintainStrengths: null, speedTraining: null },
  })
  expect(await activityOf(cleo)).toEqual([])
})

test('before anyone has answered, there is nothing to compare with', () => {
  expect(ofNobody.groupOf('all', '')).toBeNull()
  expect(ofNobody.distributionOf('all', '')).toEqual([])
})

describe('premium', () => {
  let figures: NonNullable<Analytics['figures']>
  beforeAll(async () => {
    const { figures: found } = await analyticsOf(ana)
    if (!found) throw new Error('There are no figures.')
    figures = found
  })

  test('has accuracies with ranges, those of all students, and a percentile', () => {
    // 20 of 31 others have 50 %, and 9 have 90 %; Ben has as many as Ana.
    expect(figures.overall).toMatchObject({ scored: 10, correct: 8, accuracy: 0.8, amongOthers: { students: 31, above: 66 } })
    expect(figures.overall.likelyRange?.low).toBeCloseTo(0.541, 2)
    expect(figures.overall.all.accuracy).toBeCloseTo((8 + 8 + 20 * 5 + 9 * 9) / 310, 10)
    expect(figures.breakdown.topic).toMatchObject([
      { value: '=Shock', module: 'Trauma', scored: 8, correct: 8, amongOthers: { students: 29, above: null } },
      { value: 'Burns', module: 'Trauma', answered: 3, scored: 2, correct: 0, all: { accuracy: 0 } },
    ])
    expect(figures.breakdown.difficulty.map(({ value, scored }) => [value, scored])).toEqual([
      ['easy', 8],
      ['hard', 2],
    ])
    expect(figures.breakdown.module).toMatchObject([{ value: 'Trauma', meanSeconds: 490 / 11 }])
  })

  test('has weeks with enough answers, days, confidence and forgetting', () => {
    expect(figures.ability).toEqual([])
    expect(figures.year).toEqual({
      from: '2025-03-03',
      to: '2026-03-02',
      days: [
        { date: '2026-03-01', answered: 8 },
        { date: '2026-03-02', answered: 3 },
      ],
    })
    expect(figures.calibration).toMatchObject({
      levels: [
        { confidence: 4, scored: 1, correct: 0, accuracy: 0 },
        { confidence: 5, scored: 1, correct: 0, accuracy: 0 },
      ],
      brierScore: (1 + 0.8125 ** 2) / 2,
      reading: null,
    })
    // Five on the day of the first, one a day later, one more on that day; and the hard one a day later.
    expect(figures.forgetting.bins.map(({ fromDays, scored, correct }) => [fromDays, scored, correct])).toEqual([
      [0, 6, 6],
      [1, 2, 1],
    ])
  })

  test("has other students' times, mistakes made with confidence, and recommendations", () => {
    expect(figures.time).toMatchObject({ othersMedianSeconds: null, students: 31 })
    expect(figures.time.ownMedianSeconds).toBeCloseTo(33.6, 0)
    expect(figures.sureAndWrong).toMatchObject({ questions: 1, latest: [{ questionId: hard, stem: 'What of Burns?', confidence: 4 }] })
    expect(figures.recommendations).toMatchObject({
      focusAreas: null,
      speedTraining: { questions: 1, modules: [{ module: 'Trauma', questions: 1 }], mode: 'timed_exam', count: 1 },
    })
  })

  test('has everything as a file without formulas', async () => {
    const file = await get('/api/user/analytics.csv', ana)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="analytics.csv"',
    })
    expect(file.body).toContain("\r\nTopic of Trauma,'=Shock,8,8,8,100,")
    expect(file.body).toContain('\r\nDay,2026-03-01,8,')
  })
})

test('recent activity shows the last ten answers, newest first', async () => {
  const activity = await activityOf(ben)
  expect(activity).toHaveLength(10)
  expect(activity.every(({ kind }) => kind === 'answer')).toBe(true)
})

test('an open timed session reveals nothing until it has ended', async () => {
  const question = { questionId: hard, questionVersion: 1, module: 'Trauma', set: null, ...asItStands } as const
  const session = { userId: cleo, date: '2026-03-02' }
  const begun = (studySessionId: string, mode: 'timed_exam' | 'practice') =>
    append(`studySession-${studySessionId}`, {
      type: 'StudySessionStarted',
      data: { ...session, studySessionId, mode, questions: [question], secondsPerQuestion: null, quiz: null },
    })
  const completed = (studySessionId: string, mode: 'timed_exam' | 'practice') =>
    append(`studySession-${studySessionId}`, {
      type: 'StudySessionCompleted',
      data: {
        ...session,
        studySessionId,
        mode,
        totalQuestions: 1,
        answered: 1,
        scored: 1,
        correct: 0,
        timeSpentSeconds: 30,
        endedBy: 'learner',
      },
    })
  const draw = (studySessionId: string, mode: 'timed_exam' | 'practice') =>
    append(
      `studyDay-${cleo}_2026-03-02`,
      { type: 'QuestionsDrawn', data: { ...session, studySessionId, mode, questions: [question] } },
      answered(cleo, { questionId: hard, studySessionId, mode, isCorrect: false, confidence: 5, date: '2026-03-02' }),
    )
  await begun(practice, 'practice')
  await draw(practice, 'practice')
  await completed(practice, 'practice')
  const before = await analyticsOf(cleo)
  expect(before.figures?.sureAndWrong.questions).toBe(1)
  expect(await activityOf(cleo)).toMatchObject([{ session: { correct: 0 } }, { isCorrect: false }])

  await begun(timed, 'timed_exam')
  await draw(timed, 'timed_exam')
  const open = await analyticsOf(cleo)
  expect(open.totals).toEqual(before.totals)
  // A note about an earlier mistake would reveal something about a question that is being asked now.
  expect(open.figures?.sureAndWrong).toEqual({ questions: 0, latest: [] })
  expect(open.figures?.breakdown).toEqual(before.figures?.breakdown)
  for (const activity of await activityOf(cleo))
    expect(activity.kind === 'answer' ? activity.isCorrect : activity.kind === 'session' ? activity.session.correct : 0).toBeNull()

  await completed(timed, 'timed_exam')
  const ended = await analyticsOf(cleo)
  expect(ended.totals).toMatchObject({ answered: 2, scored: 2, correct: 0 })
  expect(ended.figures?.sureAndWrong.questions).toBe(1)
  expect((await activityOf(cleo)).filter((one) => one.kind === 'answer').map(({ isCorrect }) => isCorrect)).toEqual([false, false])
})

test('recent activity shows a finished exam instead of its answers, which count in the totals', async () => {
  const before = await analyticsOf(dan)
  const exam = { userId: dan, examId: randomUUID(), date: '2026-03-02' }
  const answer = answerInExam({ questionId: easy, date: exam.date })
  const onTrial = answerInExam({ questionId: pilot, date: exam.date, order: 2, isScored: false })
  const started = examStarted(exam, { first: choiceOf(answer), poolId: randomUUID(), startedAt: '2026-03-02T11:00:00.000Z' })
  await append(`exam-${exam.examId}`, started, examAnswered(exam, answer, choiceOf(onTrial)))
  expect(await activityOf(dan)).toEqual([])
  expect((await analyticsOf(dan)).totals).toEqual(before.totals)
  const completed = examCompleted(exam, [answer, onTrial])
  await append(`exam-${exam.examId}`, examAnswered(exam, onTrial), completed)
  const { score } = completed.data
  expect(await activityOf(dan)).toMatchObject([{ kind: 'exam', id: exam.examId, blueprint: 'full_simulation', score, passed: true }])
  expect((await analyticsOf(dan)).totals).toMatchObject({ answered: 1, scored: 1, correct: 1 })
})

test('recent activity shows an achievement by name', async () => {
  await append(`achievements-${cleo}`, {
    type: 'AchievementEarned',
    data: { userId: cleo, achievementId: 'streak-3-days', points: 10, earnedOn: '2026-03-02' },
  })
  expect((await activityOf(cleo)).filter(({ kind }) => kind === 'achievement')).toMatchObject([{ id: 'streak-3-days', points: 10 }])
})

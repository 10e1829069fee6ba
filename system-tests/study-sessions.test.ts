import { type CommandContext, idFrom, ownContext } from '@medicready/command-api/command-context'
import { Commands, type Decided } from '@medicready/command-api/commands'
import { beginSession } from '@medicready/command-api/study/begin-session'
import { completeSession } from '@medicready/command-api/study/complete-session'
import { submitAnswer } from '@medicready/command-api/study/submit-answer'
import { type Tier, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import { existing } from '@medicready/domain/contract/call/examples'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import type { Question } from '@medicready/domain/contract/questions/questions'
import type { StudySession } from '@medicready/domain/contract/study/study-sessions'
import type { Aggregate, Decide } from '@medicready/domain/core/decider'
import type { Fact } from '@medicready/domain/events'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { drawForSession, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { everyFact } from '@medicready/platform/testing/event-log'
import { patience } from '@medicready/platform/testing/patience'
import { v4 as uuidV4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const DAY = 86_400_000
const backend = await ownBackend()
const added = (await backend.factsOf('QuestionAdded')).map(({ data }) => data)
/** Questions of the bank in whose words one of the choices is right. */
const bank = added
  .filter(({ content: { item, scenario } }) => item.kind === 'multiple_choice' && !scenario)
  .map(({ questionId }) => questionId)
// Until the first questions are projected there is nothing to choose from.
const ana = await learner('basic')
await vi.waitFor(async () => expect((await ana.begin({ mode: 'practice', count: 5 })).json().questions).toHaveLength(5), patience)

type Wish = { mode: string; count?: number; quiz?: object | null }
const anyQuiz = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

async function learner(tier: Tier) {
  const person = await backend.learner(tier)
  const { userId, token } = person
  const begin = ({ mode, count = 3, quiz = null }: Wish, headers: Record<string, string> = {}) =>
    backend.send('POST /api/study-session/generate', { token, body: { mode, count, quiz }, headers })
  const answer = (questionId: string, given: object) =>
    backend.send('POST /api/questions/{id}/answer', { token, params: { id: questionId }, body: given })
  const session = (id: string) => backend.send('GET /api/study-sessions/{id}', { token, params: { id } })
  return {
    ...person,
    daily: (count: number) => backend.send('POST /api/daily-questions/generate', { token, body: { count } }),
    stats: () => backend.done('GET /api/user/stats', { token }),
    delivered: async () => {
      const { state } = await backend.deps.commands.load(studyDayAggregate, studyDayId(userId, backend.clock().slice(0, 10)))
      return state.delivered.size
    },
    begin,
    /** A session that began, with its questions. */
    begun: async (wish: Wish) => (await begin(wish)).json<{ sessionId: string; questions: Question[] }>(),
    answer,
    session,
    shown: async (id: string) => (await session(id)).json<StudySession>(),
    list: () => backend.done('GET /api/study-sessions', { token }),
    complete: (id: string) => backend.send('POST /api/study-sessions/{id}/complete', { token, params: { id } }),
  }
}

test('a session resumes where it was, and ends with its score', async () => {
  const ana = await learner('basic')
  const { sessionId, questions } = await ana.begun({ mode: 'practice' })
  const [first, second] = questions
  expect(await ana.shown(sessionId)).toMatchObject({
    id: sessionId,
    mode: 'practice',
    completedAt: null,
    secondsPerQuestion: null,
    clockStartedAt: null,
    questions: questions.map((question) => ({ question, isAnswered: false, result: null, given: null })),
  })
  const { right, wrong } = await backend.keyTo(first?.id ?? '')
  const answered = await ana.answer(first?.id ?? '', { selectedAnswer: right, timeSpent: 7, studySessionId: sessionId })
  expect(answered.json()).toMatchObject({ isWithheld: false, isCorrect: true, question: { correctAnswer: right, isShortened: false } })
  const again = await ana.answer(first?.id ?? '', { selectedAnswer: wrong, timeSpent: 1, studySessionId: sessionId })
  expect(again.json()).toEqual(answered.json())
  const asked = await ana.answer(second?.id ?? '', { studySessionId: sessionId })
  expect([asked.statusCode, asked.json().code]).toEqual([400, 'answerRequired'])

  const shown = await ana.shown(sessionId)
  expect(shown.questions[0]).toMatchObject({ isAnswered: true, result: { isCorrect: true }, given: { selectedAnswer: right } })
  expect(shown.score).toEqual({ answered: 1, scored: 1, correct: 1, timeSpentSeconds: 7 })
  expect((await ana.complete(sessionId)).json()).toEqual({ completed: true })
  expect((await ana.complete(sessionId)).json()).toEqual({ completed: true })
  expect((await ana.shown(sessionId)).completedAt).not.toBeNull()
  expect(await ana.list()).toMatchObject([{ id: sessionId, totalQuestions: 3, answered: 1, correct: 1 }])
  const late = await ana.answer(second?.id ?? '', {
    selectedAnswer: (await backend.keyTo(second?.id ?? '')).right,
    studySessionId: sessionId,
  })
  expect([late.statusCode, late.json().code]).toEqual([409, 'sessionEnded'])
  const stands = await ana.answer(first?.id ?? '', { selectedAnswer: wrong, studySessionId: sessionId })
  expect(stands.json()).toMatchObject({ isCorrect: true })
})

test('tiers unlock modes, and limit the questions of a session', async () => {
  const begins = async (tier: Tier, wish: Wish) => {
    const answer = await (await learner(tier)).begin({ count: 12, ...wish })
    return answer.statusCode === 200 ? answer.json().questions.length : `${answer.statusCode} ${answer.json().code}`
  }
  const table = async (tier: Tier) => {
    const cells = []
    for (const mode of ['practice', 'review', 'tutor_mode', 'timed_exam']) cells.push(await begins(tier, { mode }))
    for (const mode of ['practice', 'timed_exam']) cells.push(await begins(tier, { mode, quiz: anyQuiz }))
    return cells
  }
  const locked = '403 modeLocked'
  expect(await table('free')).toEqual([1, locked, locked, locked, locked, locked])
  // Without answers there is nothing to review.
  expect(await table('basic')).toEqual([5, 0, 5, locked, 5, locked])
  expect(await table('premium')).toEqual([12, 0, 12, 12, 12, 12])
})

test("people who may not start a session are told why in the product's words", async () => {
  const [free, basic] = [await learner('free'), await learner('basic')]
  const words = async (answer: Promise<{ json(): { message: string } }>) => (await answer).json().message
  expect(await words(free.begin({ mode: 'review' }))).toBe('Upgrade Required - Review Mode requires a Basic subscription or higher.')
  expect(await words(basic.begin({ mode: 'timed_exam' }))).toBe('Upgrade Required - Timed Exam requires a Premium subscription or higher.')
  expect(await words(free.begin({ mode: 'practice', quiz: anyQuiz }))).toBe(
    'Upgrade Required - A quiz of your own requires a Basic subscription or higher.',
  )
  await free.begin({ mode: 'practice' })
  expect(await words(free.begin({ mode: 'practice' }))).toBe(
    "Daily Limit Reached - You've reached your daily question limit. Upgrade your subscription for more questions.",
  )
})

test("people who upgrade after using up the day's limit get the rest of the higher limit", async () => {
  const ana = await learner('basic')
  expect((await ana.daily(10)).json().count).toBe(5)
  expect((await ana.begin({ mode: 'practice' })).json().code).toBe('dailyLimitReached')
  await backend.grant(ana.userId, 'premium')
  expect((await ana.daily(10)).json().count).toBe(10)
  expect((await ana.begin({ mode: 'timed_exam', count: 4 })).json().questions).toHaveLength(4)
})

test('a command creates one session, however often it is sent, even if the first attempt was interrupted', async () => {
  const ana = await learner('premium')
  const headers = { 'idempotency-key': uuidV4() }
  const sent = await Promise.all(Array.from({ length: 20 }, () => ana.begin({ mode: 'tutor_mode' }, headers)))
  for (const answer of sent) expect(answer.json()).toEqual(sent[0]?.json())
  expect(await ana.list()).toMatchObject([{ id: sent[0]?.json().sessionId, totalQuestions: 3 }])
  expect(await ana.delivered()).toBe(3)

  const ben = await learner('basic')
  const context = { ...ownContext('test', backend.clock), commandId: uuidV4() }
  const { userId } = ben
  const date = backend.clock().slice(0, 10)
  const studySessionId = idFrom(context, 'study session')
  const candidates = bank
    .slice(0, 2)
    .map((questionId) => ({ questionId, questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }))
  const draw = drawForSession({ userId, date, mode: 'practice', studySessionId, dailyLimit: UNLIMITED, candidates, count: 2 })
  await backend.deps.commands.execute(studyDayAggregate, studyDayId(userId, date), draw, context)
  expect(await ben.list()).toEqual([])
  const wish = { userId, mode: 'practice', count: 2, quiz: null, about: null } as const
  for (const _time of ['once', 'again']) {
    const answer = await beginSession(backend.deps, wish, context)
    expect(answer).toMatchObject({ studySessionId, questions: candidates.map(({ questionId }) => ({ id: questionId })) })
  }
  expect(await ben.delivered()).toBe(2)
  expect((await backend.eventStore.readStream(`studySession-${studySessionId}`)).map(({ type }) => type)).toEqual(['StudySessionStarted'])
})

test('200 draws at once, in all modes and on two servers, deliver as many questions as the day allows', async () => {
  const ana = await learner('basic')
  const modes = ['practice', 'review', 'tutor_mode'] as const
  const byAnotherServer = async (context: CommandContext, n: number) => {
    const wish = { userId: ana.userId, mode: modes[n % 3] ?? 'practice', count: 1 + (n % 5), quiz: null, about: null }
    await beginSession(backend.deps, wish, context).catch((error: unknown) => {
      if (!(error instanceof Rejection)) throw error
    })
  }
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      if (n % 4 === 0) return ana.daily(1 + (n % 5))
      return n % 2 === 0
        ? byAnotherServer(ownContext('test', backend.clock), n)
        : ana.begin({ mode: modes[n % 3] ?? 'practice', count: 1 + (n % 5) })
    }),
  )
  expect(await ana.delivered()).toBe(5)
})

test('while a timed exam is open no call reveals its correct answers; afterward all are shown', async () => {
  const ana = await learner('premium')
  await backend.give(ana.userId, bank)
  // One was answered before the exam began, and one in a session that goes on.
  const [before = '', right = '', wrong = '', timedOut = '', untouched = ''] = bank
  const practice = await ana.begun({ mode: 'practice', count: 50 })
  await ana.answer(before, { selectedAnswer: (await backend.keyTo(before)).right })
  await ana.answer(before, { selectedAnswer: (await backend.keyTo(before)).right, studySessionId: practice.sessionId })
  const statsBefore = await ana.stats()
  const { sessionId, questions } = await ana.begun({ mode: 'timed_exam', count: 50 })
  expect(questions.map(({ id }) => id)).toEqual(expect.arrayContaining(bank))

  const keys = new Map(await Promise.all(bank.map(async (id) => [id, await backend.keyTo(id)] as const)))
  const inExam = { studySessionId: sessionId, timeSpent: 30 }
  const answers = [
    await ana.answer(right, { ...inExam, selectedAnswer: keys.get(right)?.right }),
    await ana.answer(wrong, { ...inExam, selectedAnswer: keys.get(wrong)?.wrong }),
    await ana.answer(timedOut, inExam),
    // The first one counts.
    await ana.answer(wrong, { ...inExam, selectedAnswer: keys.get(wrong)?.right }),
    // What was answered outside before is withheld with the rest.
    await ana.answer(before, { selectedAnswer: keys.get(before)?.right }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(answers.map((answer) => answer.json())).toMatchObject([
    { isWithheld: true, selectedAnswer: keys.get(right)?.right },
    { isWithheld: true, selectedAnswer: keys.get(wrong)?.wrong },
    { isWithheld: true, selectedAnswer: '', answer: null },
    { isWithheld: true, selectedAnswer: keys.get(wrong)?.wrong },
    { isWithheld: true, selectedAnswer: keys.get(before)?.right },
  ])
  // Outside of the exam none of its questions is answered.
  for (const studySessionId of [null, practice.sessionId])
    expect((await ana.answer(untouched, { selectedAnswer: keys.get(untouched)?.right, studySessionId })).json()).toMatchObject({
      code: 'questionInExam',
    })

  const told = async () => {
    const bodies = [...answers.map(({ body }) => body)]
    const calls = (Object.keys(contract) as CallKey[]).filter((each) => each.startsWith('GET ') && contract[each].access === 'signedIn')
    for (const questionId of [before, right, wrong, timedOut])
      for (const id of [sessionId, practice.sessionId])
        for (const call of calls) {
          const here = { [existing.questionId]: questionId, [existing.studySessionId]: id }
          bodies.push((await backend.sendExample(call, here, ana.token)).body)
        }
    return bodies.join('\n')
  }
  const words = await told()
  for (const { secrets } of keys.values()) for (const secret of secrets) expect(words).not.toContain(JSON.stringify(secret).slice(1, -1))
  for (const name of ['isCorrect', 'correctAnswer', 'key', 'rationales', 'explanation', 'parts'])
    expect(words).not.toMatch(new RegExp(`"${name}":(?!null)`))
  const shown = await ana.shown(sessionId)
  expect(shown).toMatchObject({ score: null, secondsPerQuestion: 90 })
  expect(shown.questions.find(({ questionId }) => questionId === wrong)).toMatchObject({
    isAnswered: true,
    result: null,
    given: { selectedAnswer: keys.get(wrong)?.wrong },
  })
  expect((await ana.shown(practice.sessionId)).score).toBeNull()
  expect(await ana.list()).toMatchObject([{ correct: null }, { correct: null }])
  const { accuracy, weeklyProgress } = await ana.stats()
  expect(accuracy).toBe(statsBefore.accuracy)
  expect(weeklyProgress.at(-1)).toMatchObject({ answered: 5, scored: 2, correct: 2 })

  expect((await ana.complete(sessionId)).statusCode).toBe(200)
  expect(await ana.shown(sessionId)).toMatchObject({
    score: { answered: 3, scored: 3, correct: 1, timeSpentSeconds: 90 },
    clockStartedAt: null,
  })
  expect((await ana.stats()).weeklyProgress.at(-1)).toMatchObject({ answered: 5, scored: 5, correct: 3 })
  const afterwards = await told()
  expect(afterwards).toContain('"correctAnswer":')
  expect((await ana.answer(before, { selectedAnswer: keys.get(before)?.right })).json()).toMatchObject({
    isWithheld: false,
    isCorrect: true,
  })
})

/** Another server's commands, with something that happens once, just before it decides about a stream of a category. */
class WithMeanwhile extends Commands {
  category = ''
  meanwhile: (() => Promise<unknown>) | null = null

  override async execute<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: Decide<State, Event>,
    context: CommandContext,
  ): Promise<Decided<State, Event>> {
    const { meanwhile } = this
    if (meanwhile && aggregate.category === this.category) {
      this.meanwhile = null
      await meanwhile()
    }
    return super.execute(aggregate, id, decide, context)
  }
}

test('an answer that comes while its exam is completed counts in the score or is refused', async () => {
  const ana = await learner('premium')
  const { userId } = ana
  const begun = async () => {
    const { sessionId, questions } = await ana.begun({ mode: 'timed_exam', count: 2 })
    const ids = questions.map(({ id }) => id)
    const answerBy = (commands: Commands, questionId: string | undefined) => {
      const given = { selectedAnswer: null, answer: null, timeSpentSeconds: 5, confidence: null, flaggedForReview: false, givenAt: null }
      const submitted = { userId, studySessionId: sessionId, questionId: questionId ?? '', ...given }
      return submitAnswer({ ...backend.deps, commands }, submitted, ownContext(userId, backend.clock))
    }
    const completeBy = (commands: Commands) =>
      completeSession({ commands }, { userId, studySessionId: sessionId, endedBy: 'learner' }, ownContext(userId, backend.clock))
    /** What the session was completed with, and how many answers stand in it. */
    const score = async () => {
      const facts = await everyFact(backend.eventStore)
      const completed = facts.flatMap(({ type, data }) =>
        type === 'StudySessionCompleted' && data.studySessionId === sessionId ? [data.answered] : [],
      )
      return { completed, stand: facts.filter(({ type, data }) => type === 'AnswerSubmitted' && data.studySessionId === sessionId).length }
    }
    await answerBy(backend.deps.commands, ids[0])
    return { ids, answerBy, completeBy, score }
  }
  const other = () => new WithMeanwhile(backend.eventStore)

  // The exam is completed after the answer's server has found it open.
  const first = await begun()
  const answering = Object.assign(other(), { category: 'studyDay', meanwhile: () => first.completeBy(backend.deps.commands) })
  await expect(first.answerBy(answering, first.ids[1])).rejects.toMatchObject({ name: 'Rejection', code: 'sessionEnded' })
  expect(await first.score()).toEqual({ completed: [1], stand: 1 })

  // The answer comes when the completion has counted the answers, and before it has written them down.
  const second = await begun()
  const tooLate = async () => {
    await expect(second.answerBy(backend.deps.commands, second.ids[1])).rejects.toMatchObject({ name: 'Rejection', code: 'sessionEnded' })
  }
  await second.completeBy(Object.assign(other(), { category: 'studySession', meanwhile: tooLate }))
  expect(await second.score()).toEqual({ completed: [1], stand: 1 })

  // The answer comes before the completion has closed the exam.
  const third = await begun()
  const inTime = () => third.answerBy(backend.deps.commands, third.ids[1])
  await third.completeBy(Object.assign(other(), { category: 'studyDay', meanwhile: inTime }))
  expect(await third.score()).toEqual({ completed: [2], stand: 2 })
})

test('a session continues on the next device, with its clock where it was', async () => {
  const ana = await learner('premium')
  const { sessionId, questions } = await ana.begun({ mode: 'timed_exam' })
  const here = await ana.shown(sessionId)
  expect(here.clockStartedAt).toBe(here.startedAt)
  await ana.answer(questions[0]?.id ?? '', { selectedAnswer: optionOf(questions[0]), studySessionId: sessionId })
  const { email, password } = ana
  const { token } = (await backend.send('POST /api/auth/login', { body: { email, password } })).json()
  const elsewhere = await backend.send('GET /api/study-sessions/{id}', { token, params: { id: sessionId } })
  expect(elsewhere.json()).toEqual(await ana.shown(sessionId))
  const { clockStartedAt, questions: shown } = elsewhere.json<StudySession>()
  expect(Date.parse(clockStartedAt ?? '')).toBeGreaterThan(Date.parse(here.startedAt))
  expect(shown.map(({ isAnswered }) => isAnswered)).toEqual([true, false, false])
})

const optionOf = (question: Question | undefined) => question?.choices[0] ?? ''

test('Free shows the correct answer, the explanation, and the pearl; the reasons require a plan', async () => {
  const ana = await learner('free')
  const { sessionId, questions } = await ana.begun({ mode: 'practice' })
  const [id = ''] = questions.map((question) => question.id)
  const { right, secrets } = await backend.keyTo(id)
  const [explanation = '', clinicalPearl = '', ...reasons] = secrets
  const calls = async () => {
    const answered = await ana.answer(id, { selectedAnswer: right, studySessionId: sessionId })
    const question = await backend.send('GET /api/questions/{id}', { token: ana.token, params: { id } })
    return [answered.json(), question.json().answer, (await ana.shown(sessionId)).questions[0]?.result]
  }
  for (const { question } of await calls())
    expect(question).toMatchObject({ correctAnswer: right, explanation, clinicalPearl, rationales: [], references: [], isShortened: true })
  await backend.grant(ana.userId, 'basic')
  for (const { question } of await calls()) {
    expect(question).toMatchObject({ correctAnswer: right, isShortened: false, references: expect.arrayContaining([expect.any(String)]) })
    expect(question.rationales.map(({ rationale }: { rationale: string }) => rationale)).toEqual(reasons)
  }
})

test('a session can be answered until the end of the next day, and is then ended for the learner', async () => {
  const ana = await learner('basic')
  const { sessionId, questions } = await ana.begun({ mode: 'tutor_mode' })
  const [first, second] = questions
  const elapsed = Date.parse(backend.clock()) % DAY
  // Tomorrow at the same time.
  backend.pass(DAY)
  const given = { selectedAnswer: optionOf(first), studySessionId: sessionId, timeSpent: 12 }
  expect((await ana.answer(first?.id ?? '', given)).statusCode).toBe(200)
  expect(await ana.delivered()).toBe(0)
  await backend.runJob('expired-sessions')
  expect((await ana.shown(sessionId)).completedAt).toBeNull()

  backend.pass(DAY - elapsed)
  const late = await ana.answer(second?.id ?? '', { ...given, selectedAnswer: optionOf(second) })
  expect(late.json()).toMatchObject({ code: 'sessionNotFound' })
  // Others of this file are open too. What is ended once is not ended again, though the read models do not show it yet.
  expect(await backend.runJob('expired-sessions')).toEqual({ ended: expect.toSatisfy((ended: number) => ended > 0) })
  expect(await backend.runJob('expired-sessions')).toEqual({ ended: 0 })
  const facts = await backend.eventStore.readStream(`studySession-${sessionId}`)
  expect(facts.map(({ type, data }) => [type, 'endedBy' in data && data.endedBy])).toEqual([
    ['StudySessionStarted', false],
    ['StudySessionCompleted', 'expired'],
  ])
})

import type { Tier } from '@medicready/domain/billing/tiers'
import type { Question } from '@medicready/domain/contract/questions'
import type { SessionInShort, StudySession } from '@medicready/domain/contract/study-sessions'
import { correctAnswerOf, distractorsOf } from '@medicready/domain/questions/item'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Backend, startBackend } from './backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
  // Until the first questions are projected there is nothing to choose from.
  const ana = await learner('basic')
  await vi.waitFor(async () => expect((await ana.begin({ mode: 'practice', count: 5 })).json().questions).toHaveLength(5))
})
afterAll(() => backend.close())

type Wish = { mode: string; count?: number; quiz?: object | null }
const anyQuiz = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

async function learner(tier: Tier) {
  const { userId, token } = await backend.signedIn()
  await backend.grant(userId, tier)
  await backend.send('POST /api/user/modules', '/api/user/modules', { token, body: { module: 'Trauma' } })
  const begin = ({ mode, count = 3, quiz = null }: Wish, headers: Record<string, string> = {}) =>
    backend.send('POST /api/study-session/generate', '/api/study-session/generate', { token, body: { mode, count, quiz }, headers })
  const answer = (questionId: string, given: object) =>
    backend.send('POST /api/questions/{id}/answer', `/api/questions/${questionId}/answer`, { token, body: given })
  const session = (id: string) => backend.send('GET /api/study-sessions/{id}', `/api/study-sessions/${id}`, { token })
  return {
    userId,
    token,
    begin,
    /** A session that began, with its questions. */
    begun: async (wish: Wish) => (await begin(wish)).json<{ sessionId: string; questions: Question[] }>(),
    answer,
    session,
    shown: async (id: string) => (await session(id)).json<StudySession>(),
    list: async () => (await backend.send('GET /api/study-sessions', '/api/study-sessions', { token })).json<SessionInShort[]>(),
    complete: (id: string) => backend.send('POST /api/study-sessions/{id}/complete', `/api/study-sessions/${id}/complete`, { token }),
  }
}

/** What is right about a question, and what is not. */
async function key(questionId: string) {
  const [added] = await backend.eventStore.readStream(`question-${questionId}`)
  if (added?.type !== 'QuestionAdded') throw new Error('There is no such question.')
  const { item, explanation } = added.data.content
  return { right: correctAnswerOf(item), wrong: distractorsOf(item)[0]?.text ?? '', explanation }
}

test('a session is taken up where it stood, and ends with its score', async () => {
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
  const { right, wrong } = await key(first?.id ?? '')
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
  const late = await ana.answer(second?.id ?? '', { selectedAnswer: (await key(second?.id ?? '')).right, studySessionId: sessionId })
  expect([late.statusCode, late.json().code]).toEqual([409, 'sessionEnded'])
  const stands = await ana.answer(first?.id ?? '', { selectedAnswer: wrong, studySessionId: sessionId })
  expect(stands.json()).toMatchObject({ isCorrect: true })
})

test('tiers open modes, and say how many questions a session has', async () => {
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
  // Whoever has answered nothing has nothing to review.
  expect(await table('basic')).toEqual([5, 0, 5, locked, 5, locked])
  expect(await table('premium')).toEqual([12, 0, 12, 12, 12, 12])
})

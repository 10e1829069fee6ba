import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { MAX_QUIZ_PRESETS } from '@medicready/domain/study/quiz-presets'
import { patience } from '@medicready/platform/testing/patience'
import { expect, test, vi } from 'vitest'
import { BACKEND_QUESTIONS, ownBackend } from './backend.ts'

const anything: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

const backend = await ownBackend()
const ana = await learner()
await vi.waitFor(async () => expect(await ana.matching()).toBe(BACKEND_QUESTIONS), patience)

async function learner(tier: Tier = 'premium') {
  const { userId, token } = await backend.learner(tier)
  const count = (filter: Partial<QuizFilter> = {}) =>
    backend.send('GET /api/quizzes/matching', { token, query: { filter: JSON.stringify({ ...anything, ...filter }) } })
  return {
    userId,
    count,
    matching: async (filter: Partial<QuizFilter> = {}): Promise<number> => (await count(filter)).json().questions,
    topics: () => backend.done('GET /api/quizzes/topics', { token }),
    begin: async (quiz: Partial<QuizFilter>, mode = 'tutor_mode', count = 50) => {
      const body = { mode, count, quiz: { ...anything, ...quiz } }
      const begun = await backend.send('POST /api/study-session/generate', { token, body })
      const session = begun.json<{ sessionId: string; questions: ({ id: string; module: string; difficulty: string } | null)[] }>()
      return {
        ...session,
        answer: (questionId: string, given: object) => answer(questionId, { ...given, studySessionId: session.sessionId }),
      }
    },
    save: (preset: object) =>
      backend.send('POST /api/quizzes/presets', { token, body: { filter: anything, mode: 'tutor_mode', count: 10, ...preset } }),
    remove: (id: string) => backend.send('DELETE /api/quizzes/presets/{id}', { token, params: { id } }),
    presets: () => backend.done('GET /api/quizzes/presets', { token }),
  }
  function answer(questionId: string, body: object) {
    return backend.send('POST /api/user/responses', { token, body: { questionId, timeSpent: 20, ...body } })
  }
}

test("the count is what a quiz finds, in the learner's modules or in those that it names", async () => {
  const ana = await learner()
  const topics = await ana.topics()
  const inTrauma = topics.filter(({ module }) => module === 'Trauma').reduce((sum, { questions }) => sum + questions, 0)
  const all = topics.reduce((sum, { questions }) => sum + questions, 0)
  expect(await ana.matching()).toBe(inTrauma)
  expect(await ana.matching({ modules: ['Trauma'] })).toBe(inTrauma)
  expect(await ana.matching({ modules: [...new Set(topics.map(({ module }) => module))] })).toBe(all)
  expect(await ana.matching({ subTopics: ['No such topic'] })).toBe(0)

  const rare = topics.find(({ module, questions }) => module === 'Trauma' && questions < 10)
  const filter = { modules: ['Trauma' as const], subTopics: [rare?.subTopic ?? ''] }
  const found = (await ana.begin(filter)).questions
  expect(found).toHaveLength(await ana.matching(filter))
  expect((await ana.begin({ subTopics: ['No such topic'] })).questions).toEqual([])
})

test("a quiz can filter by the learner's history, and leaves out questions of their open exam", async () => {
  const ben = await learner()
  const all = await ben.matching()
  const { questions, answer } = await ben.begin({ kinds: ['multiple_choice'] }, 'tutor_mode', 4)
  const [wrong = '', sure = '', guessed = '', slow = ''] = questions.map((question) => question?.id ?? '')
  expect(await ben.matching({ histories: ['new'] })).toBe(all - 4)
  await answer(wrong, { selectedAnswer: (await backend.keyTo(wrong)).wrong, flaggedForReview: true })
  await answer(sure, { selectedAnswer: (await backend.keyTo(sure)).right, confidence: 5 })
  await answer(guessed, { selectedAnswer: (await backend.keyTo(guessed)).right, confidence: 1 })
  await answer(slow, { selectedAnswer: (await backend.keyTo(slow)).right, timeSpent: 200 })
  const counts = () =>
    Promise.all((['missed', 'flagged', 'guessed', 'slow'] as const).map((history) => ben.matching({ histories: [history] })))
  await vi.waitFor(async () => expect(await counts()).toEqual([1, 1, 1, 1]), patience)
  expect(await ben.matching({ histories: ['missed', 'slow', 'flagged'] })).toBe(2)

  const exam = await ben.begin({ histories: ['missed', 'guessed'] }, 'timed_exam')
  expect(exam.questions.map((question) => question?.id).toSorted()).toEqual([wrong, guessed].toSorted())
  await vi.waitFor(async () => expect(await counts()).toEqual([0, 0, 0, 1]), patience)
  expect(await ben.matching()).toBe(all - 2)
})

test('a saved quiz can be listed, replaced by name, and deleted by the person who saved it', async () => {
  const [ana, ben] = [await learner(), await learner()]
  const { id } = (await ana.save({ name: 'Bleeding' })).json()
  await ana.save({ name: 'Airways', mode: 'timed_exam', filter: { ...anything, histories: ['missed'] } })
  expect((await ana.save({ name: 'BLEEDING', count: 20 })).json()).toEqual({ id })
  await vi.waitFor(
    async () =>
      expect(await ana.presets()).toEqual([
        { id: expect.any(String), name: 'Airways', mode: 'timed_exam', count: 10, filter: { ...anything, histories: ['missed'] } },
        { id, name: 'BLEEDING', mode: 'tutor_mode', count: 20, filter: anything },
      ]),
    patience,
  )
  await ben.remove(id)
  expect(await ben.presets()).toEqual([])
  expect((await ana.remove(id)).json()).toEqual({ deleted: true })
  expect((await ana.remove(id)).json()).toEqual({ deleted: true })
  await vi.waitFor(async () => expect(await ana.presets()).toMatchObject([{ name: 'Airways' }]), patience)

  for (let number = 1; number < MAX_QUIZ_PRESETS; number++) await ana.save({ name: `Quiz ${number}` })
  expect((await ana.save({ name: 'One more' })).json()).toMatchObject({ code: 'tooManyQuizPresets' })
  const kept = await backend.eventStore.readStream(`quizPresets-${ana.userId}`)
  expect(kept.at(-1)).toMatchObject({ type: 'QuizPresetSaved', data: { name: `Quiz ${MAX_QUIZ_PRESETS - 1}` } })
})

test('counting and saving quizzes requires Basic', async () => {
  const free = await learner('free')
  for (const refused of [await free.count(), await free.save({ name: 'Bleeding' })])
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'tierRequired'])
  expect((await (await learner('basic')).count()).statusCode).toBe(200)
})

test('invalid quizzes are refused', async () => {
  const ana = await learner()
  expect((await ana.count({ histories: ['known' as 'new'] })).statusCode).toBe(400)
  expect((await ana.save({ name: '  ' })).statusCode).toBe(400)
  expect((await ana.save({ name: 'a', count: 51 })).statusCode).toBe(400)
  // No table could store it: saving it would block the projection for all users.
  for (const subTopic of ['\u0000', '\ud800']) {
    const filter = { ...anything, subTopics: [subTopic] }
    expect([(await ana.save({ name: 'a', filter })).statusCode, (await ana.count(filter)).statusCode]).toEqual([400, 400])
  }
})

import type { Achievements } from '@medicready/domain/contract/achievements'
import type { UserStats } from '@medicready/domain/contract/study'
import { type ItemAnswer, keyOf } from '@medicready/domain/questions/item'
import { everyFact } from '@medicready/platform/testing/event-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Backend, startBackend } from './backend.ts'

const REACTIONS = ['achievements', 'streak-freezes'] as const
const WAIT = { timeout: 15_000, interval: 50 }

interface Question {
  readonly id: string
  readonly key: ItemAnswer
}
type Person = Awaited<ReturnType<Backend['signedIn']>>
let backend: Backend
let ana: Person
let questions: Question[]

beforeAll(async () => {
  backend = await startBackend({ reacting: REACTIONS })
  const facts = await everyFact(backend.eventStore)
  questions = facts.flatMap(({ type, data }) =>
    type === 'QuestionAdded' && data.content.scenario === null ? [{ id: data.questionId, key: keyOf(data.content.item) }] : [],
  )
  ana = await backend.signedIn()
  await give(ana, 3)
})
afterAll(() => backend.close())

const give = ({ userId }: Person, count: number) =>
  backend.give(
    userId,
    questions.slice(0, count).map(({ id }) => id),
  )

async function answer(person: Person, question: Question | undefined) {
  const sent = { token: person.token, body: { selectedAnswer: null, answer: question?.key, timeSpent: 20 } }
  const answered = await backend.send('POST /api/questions/{id}/answer', `/api/questions/${question?.id}/answer`, sent)
  expect(answered.statusCode, answered.body).toBe(200)
}

const achievementsOf = async (person: Person) =>
  (await backend.send('GET /api/user/achievements', '/api/user/achievements', { token: person.token })).json<z.infer<typeof Achievements>>()
const factsOf = async (type: string) => (await everyFact(backend.eventStore)).filter((fact) => fact.type === type)
const earnedBy = async ({ userId }: Person) =>
  (await factsOf('AchievementEarned')).flatMap(({ data }) =>
    'achievementId' in data && data.userId === userId ? [data.achievementId] : [],
  )

test('an achievement is shown with the answer that earned it, and becomes a fact once', async () => {
  const before = await achievementsOf(ana)
  expect(before.points).toBe(0)
  expect(before.achievements.length).toBeGreaterThanOrEqual(30)
  expect(before.achievements.every(({ earnedOn, progress }) => earnedOn === null && progress === 0)).toBe(true)

  await answer(ana, questions[0])
  const after = await achievementsOf(ana)
  const today = backend.clock().slice(0, 10)
  expect(after.points).toBe(5)
  expect(after.achievements.filter(({ earnedOn }) => earnedOn !== null)).toMatchObject([{ id: 'answered-1', progress: 1, earnedOn: today }])
  expect(after.achievements.find(({ id }) => id === 'answered-25')).toMatchObject({ progress: 1, answersToGo: null })
  expect(after.achievements.find(({ id }) => id === 'accuracy-70')).toMatchObject({ progress: 0, answersToGo: 49 })

  await expect.poll(() => earnedBy(ana), WAIT).toEqual(['answered-1'])
  await answer(ana, questions[1])
  expect(await earnedBy(ana)).toEqual(['answered-1'])
})

test('met again from the beginning of the log, by a worker that knew nothing, all stays as it is', async () => {
  const before = (await factsOf('AchievementEarned')).length
  await backend.restartWorker(REACTIONS, { fromTheBeginning: true })
  // The last in the line: once it is earned, everything before it was met again.
  const ben = await backend.signedIn()
  await give(ben, 1)
  await answer(ben, questions[0])
  await expect.poll(() => earnedBy(ben), WAIT).toEqual(['answered-1'])
  expect(await factsOf('AchievementEarned')).toHaveLength(before + 1)
  expect(await backend.rebuildAll()).toEqual([])
})

test('a freeze is earned by seven days, keeps the streak on a missed one, and is a fact once', async () => {
  const DAY = 86_400_000
  const cleo = await backend.signedIn()
  const days = questions.slice(0, 8)
  const freezesOf = async (type: string) =>
    (await factsOf(type)).filter(({ data }) => 'userId' in data && data.userId === cleo.userId).length
  const stats = async () => (await backend.send('GET /api/user/stats', '/api/user/stats', { token: cleo.token })).json<UserStats>()
  for (const question of days.slice(0, 7)) {
    await backend.give(cleo.userId, [question.id])
    await answer(cleo, question)
    backend.pass(DAY)
  }
  await expect.poll(() => freezesOf('StreakFreezeEarned'), WAIT).toBe(1)
  expect(await stats()).toMatchObject({ studyStreak: 7, freezes: { kept: 1, daysToNext: 7, lastSpent: null } })

  backend.pass(DAY)
  expect(await stats()).toMatchObject({ studyStreak: 7, freezes: { kept: 0 } })
  for (let again = 0; again < 2; again++) await backend.runJob('broken-streaks')
  expect(await freezesOf('StreakFreezeSpent')).toBe(1)
  await backend.restartWorker(REACTIONS, { fromTheBeginning: true })
  const [last] = days.slice(7)
  await backend.give(cleo.userId, [last?.id ?? ''])
  await answer(cleo, last)
  await expect.poll(async () => (await stats()).freezes.lastSpent, WAIT).toMatchObject({ days: 7 })
  expect(await stats()).toMatchObject({ studyStreak: 8, longestStreak: 8, freezes: { kept: 0, daysToNext: 6 } })
  expect([await freezesOf('StreakFreezeEarned'), await freezesOf('StreakFreezeSpent'), await freezesOf('StreakBroken')]).toEqual([1, 1, 0])
  expect(await backend.rebuildAll()).toEqual([])
})

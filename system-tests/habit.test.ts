import type { LeaderboardEntry } from '@medicready/domain/contract/study/study'
import type { FactType } from '@medicready/domain/events'
import { type ItemAnswer, keyOf } from '@medicready/domain/questions/content/item'
import { everyFact } from '@medicready/platform/testing/event-log'
import { expect, test } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

const REACTIONS = ['achievements', 'streak-freezes'] as const
const WAIT = { timeout: 60_000, interval: 50 }

interface Question {
  readonly id: string
  readonly key: ItemAnswer
}
const backend = await ownBackend({ reacting: REACTIONS })
const questions = (await backend.factsOf('QuestionAdded'))
  .filter(({ data }) => data.content.scenario === null)
  .map(({ data }): Question => ({ id: data.questionId, key: keyOf(data.content.item) }))

const give = ({ userId }: SignedIn, count: number) =>
  backend.give(
    userId,
    questions.slice(0, count).map(({ id }) => id),
  )

const ana = await backend.signedIn()
await give(ana, 3)

async function answer({ token }: SignedIn, question: Question | undefined) {
  const body = { selectedAnswer: null, answer: question?.key, timeSpent: 20 }
  await backend.done('POST /api/questions/{id}/answer', { token, params: { id: question?.id }, body })
}

const achievementsOf = (person: SignedIn) => backend.done('GET /api/user/achievements', { token: person.token })
const earnedBy = async (person: SignedIn) => (await backend.factsOf('AchievementEarned', person)).map(({ data }) => data.achievementId)

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

test('a worker that starts over from the beginning of the log changes nothing', async () => {
  const before = (await backend.factsOf('AchievementEarned')).length
  await backend.restartWorker(REACTIONS, { fromTheBeginning: true })
  // The last in the line: once it is earned, everything before it was met again.
  const ben = await backend.signedIn()
  await give(ben, 1)
  await answer(ben, questions[0])
  await expect.poll(() => earnedBy(ben), WAIT).toEqual(['answered-1'])
  expect(await backend.factsOf('AchievementEarned')).toHaveLength(before + 1)
  expect(await backend.rebuildAll()).toEqual([])
})

/**
 * Has the database refuse to write it, and take it again. A lock would hold up what shares a connection with the write.
 */
const achievementsCheckpoint = {
  hold: () =>
    backend.ownerSql.unsafe(`
      CREATE FUNCTION worker.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not now''; END';
      CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON worker.checkpoints
        FOR EACH ROW WHEN (NEW.reaction = 'achievements') EXECUTE FUNCTION worker.refuse()`),
  release: () => backend.ownerSql`DROP FUNCTION IF EXISTS worker.refuse CASCADE`,
}

test('a worker killed between an achievement and its checkpoint earns it once, and misses none that came meanwhile', async () => {
  // The worker as a process of its own, which can be killed.
  await backend.restartWorker([])
  const [dora, eva] = [await backend.signedIn(), await backend.signedIn()]
  for (const person of [dora, eva]) await give(person, 1)
  const worker = await backend.startProcess('worker')
  const { hold, release } = achievementsCheckpoint
  try {
    const end = (await everyFact(backend.eventStore)).at(-1)?.position.commit ?? 0n
    const checkpoint = async () => {
      const [row] = await backend.ownerSql`SELECT commit_position FROM worker.checkpoints WHERE reaction = 'achievements'`
      return BigInt(String(row?.commit_position ?? 0))
    }
    await expect.poll(async () => (await checkpoint()) >= end, WAIT).toBe(true)
    await hold()
    // Only now is it final: other reactions' writes move it forward.
    const before = await checkpoint()
    await answer(dora, questions[0])
    await expect.poll(() => earnedBy(dora), WAIT).toEqual(['answered-1'])
    await worker.end('SIGKILL')
    expect(await checkpoint()).toBe(before)
    await release()
    await answer(eva, questions[0])
    expect(await earnedBy(eva)).toEqual([])

    await backend.restartWorker(REACTIONS)
    await expect.poll(() => earnedBy(eva), WAIT).toEqual(['answered-1'])
    await expect.poll(async () => (await checkpoint()) > before, WAIT).toBe(true)
    expect(await earnedBy(dora)).toEqual(['answered-1'])
  } finally {
    await worker.end('SIGKILL')
    await release()
  }
})

test('people who leave the leaderboard are in none of its views and get no rank until they join again', async () => {
  const [fay, gil] = [await backend.signedIn(), await backend.signedIn()]
  for (const person of [fay, gil]) {
    await give(person, 2)
    for (const question of questions.slice(0, 2)) await answer(person, question)
  }
  const views = ['', '?view=week', '?view=module&module=Trauma']
  const look = async (person: SignedIn) =>
    Promise.all(
      views.map(async (view) => {
        const list = await backend.send('GET /api/leaderboard', { token: person.token, at: `/api/leaderboard${view}` })
        const own = await backend.send('GET /api/leaderboard/own', { token: person.token, at: `/api/leaderboard/own${view}` })
        const entries = list.json<LeaderboardEntry[]>()
        return {
          students: Number(list.headers['x-total-count']),
          rankOfFay: entries.find(({ userId }) => userId === fay.userId)?.rank ?? null,
          own: own.json<{ entry: LeaderboardEntry | null }>().entry,
        }
      }),
    )
  const show = (showOnLeaderboard: boolean) => backend.done('PATCH /api/user/settings', { token: fay.token, body: { showOnLeaderboard } })
  const before = await look(gil)
  const ofFay = await look(fay)
  for (const [index, view] of before.entries()) {
    expect(view.rankOfFay).toBe(ofFay[index]?.own?.rank)
    expect(view.own).toMatchObject({ userId: gil.userId, totalAnswered: 2 })
    expect(view.own?.rank).toBeGreaterThanOrEqual(1)
  }

  await show(false)
  for (const [index, view] of (await look(gil)).entries()) {
    expect(view).toMatchObject({ rankOfFay: null, students: (before[index]?.students ?? 0) - 1 })
    const wasBehindFay = (before[index]?.own?.rank ?? 0) > (before[index]?.rankOfFay ?? 0)
    expect(view.own?.rank).toBe((before[index]?.own?.rank ?? 0) - (wasBehindFay ? 1 : 0))
  }
  expect((await look(fay)).map(({ own }) => own)).toEqual([null, null, null])
  // Answers given meanwhile are not shown either.
  await give(fay, 3)
  await answer(fay, questions[2])
  expect((await look(gil)).map(({ rankOfFay }) => rankOfFay)).toEqual([null, null, null])

  await show(true)
  expect((await look(fay)).map(({ own }) => own?.totalAnswered)).toEqual([3, 3, 3])
  expect((await look(gil)).map(({ students }) => students)).toEqual(before.map(({ students }) => students))
  for (const { rankOfFay } of await look(gil)) expect(rankOfFay).not.toBeNull()
})

test('in calm mode, recent activity shows no achievements', async () => {
  const hal = await backend.signedIn()
  await give(hal, 1)
  await answer(hal, questions[0])
  const kinds = async () => (await backend.done('GET /api/user/activity', { token: hal.token })).map(({ kind }) => kind)
  await expect.poll(kinds, WAIT).toEqual(['achievement', 'answer'])
  const calm = (calmMode: boolean) => backend.send('PATCH /api/user/settings', { token: hal.token, body: { calmMode } })
  expect((await calm(true)).statusCode).toBe(200)
  expect(await kinds()).toEqual(['answer'])
  expect((await calm(false)).statusCode).toBe(200)
  expect(await kinds()).toEqual(['achievement', 'answer'])
})

test('seven days earn a freeze, which keeps the streak on a missed day and is recorded once', async () => {
  const DAY = 86_400_000
  const cleo = await backend.signedIn()
  const days = questions.slice(0, 8)
  const freezesOf = async (type: FactType) => (await backend.factsOf(type, cleo)).length
  const stats = () => backend.done('GET /api/user/stats', { token: cleo.token })
  for (const question of days.slice(0, 7)) {
    await backend.give(cleo.userId, [question.id])
    await answer(cleo, question)
    backend.pass(DAY)
  }
  await expect.poll(() => freezesOf('StreakFreezeEarned'), WAIT).toBe(1)
  expect(await stats()).toMatchObject({ studyStreak: 7, freezes: { kept: 1, daysToNext: 7, lastSpent: null, lastEarned: { days: 7 } } })

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

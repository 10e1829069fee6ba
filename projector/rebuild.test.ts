import { history } from '@medicready/platform/testing/history'
import { afterAll, expect, test } from 'vitest'
import { commandsOver } from './testing/commands.ts'

const past = [...history({ seed: 3, students: 5, days: 6, questionsPerModule: 2 })]
const { sql, command, close } = await commandsOver(past)
const rebuild = command('rebuild.ts')

afterAll(close)

test('builds the named read models, and restores the previous build on request', async () => {
  expect(await rebuild('study-streaks')).toMatchObject({
    code: 0,
    told: expect.stringContaining('study/study-streaks is live as build 1\n'),
  })
  expect(await rebuild('study/study-streaks')).toMatchObject({
    code: 0,
    told: expect.stringContaining('study/study-streaks is live as build 2, its rows the same as before\n'),
  })
  expect(await rebuild('study-streaks', '--rollback')).toEqual({ code: 0, told: 'study/study-streaks is back at build 1\n' })
  expect(await rebuild('users', '--rollback')).toEqual({
    code: 1,
    told: 'accounts/users has no previous build of this version to roll back to\n',
  })
})

test('a read model whose last events are old is brought to the end of the log', async () => {
  await rebuild('study-streaks', 'users')
  const [{ furthest }] = (await sql`SELECT max(commit_position::bigint) AS furthest FROM projector.checkpoints`) as [{ furthest: string }]
  await rebuild('users')
  const [users] = await sql`SELECT commit_position FROM projector.checkpoints WHERE read_model = 'accounts/users' AND state = 'live'`
  expect(Number(users?.commit_position)).toBeGreaterThanOrEqual(Number(furthest))
})

test.each([
  [['nonsense'], 'There is no read model nonsense.'],
  [[], 'No read model is named.'],
  [['all', '--rolback'], "Unknown option '--rolback'"],
])('refuses %s in words', async (args, words) => {
  expect(await rebuild(...args)).toMatchObject({ code: 1, told: expect.stringContaining(words) })
})

import { answersCountedBy, history } from '@medicready/platform/testing/history'
import { patience } from '@medicready/platform/testing/patience'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { users } from './read-models/accounts/users.ts'
import { userResponses } from './read-models/study/user-responses.ts'
import { commandsOver } from './testing/commands.ts'

const past = [...history({ seed: 3, students: 5, days: 6, questionsPerModule: 2 })]
// The first answers are appended last, as those from a device that was offline.
const late = past.find(({ fact }) => fact.type === 'AnswerSubmitted')?.streamName
const isLate = ({ streamName }: (typeof past)[number]) => streamName === late
const { sql, command, close } = await commandsOver([...past.filter((event) => !isLate(event)), ...past.filter(isLate)])
const replay = command('replay.ts')

afterEach(async () => {
  await sql`DROP SCHEMA IF EXISTS as_of_test CASCADE`
})
afterAll(close)

test.each([
  ['2026-01-06', (at: string) => at < '2026-01-07'],
  ['2026-01-06T18:00:00Z', (at: string) => at <= '2026-01-06T18:00:00.000Z'],
  ['2025-12-31', () => false],
])('builds read models as of %s', async (asOf, isWithin) => {
  const { code, told } = await replay('user-responses', 'accounts/users', '--as-of', asOf, '--into', 'as_of_test')
  expect({ code, told }).toMatchObject({ code: 0 })
  const within = past.filter(({ metadata }) => isWithin(metadata.occurredAt))
  const responses = await sql`SELECT 1 FROM as_of_test.user_responses`
  expect(responses).toHaveLength(within.reduce((sum, { fact }) => sum + answersCountedBy(fact), 0))
  const people = await sql`SELECT * FROM as_of_test.users`
  expect(people).toHaveLength(within.filter(({ fact }) => fact.type === 'AccountRegistered').length)
  // Their keys exist, but are not used.
  expect(JSON.stringify(people)).not.toContain('example.org')
  // The event store leaves out the other events.
  const read = past.filter(({ fact: { type } }) => type in userResponses.on || type in users.on)
  expect(told).toContain(`${read.length.toLocaleString('en')} events in`)
  expect(read.length).toBeLessThan(past.length / 2)
  expect(await sql`SELECT FROM projector.checkpoints`).toHaveLength(0)
})

test('lists and drops what was built', async () => {
  await replay('study-streaks', 'users', '--as-of', '2026-01-07', '--into', 'as_of_7_january')
  const [count] =
    await sql`SELECT (SELECT count(*) FROM as_of_7_january.users) + (SELECT count(*) FROM as_of_7_january.study_streaks) AS rows`
  const line = new RegExp(`^as_of_7_january +2026-01-07T23:59:59.999Z +${count?.rows} +20\\S+Z +accounts/users, study/study-streaks$`, 'm')
  expect((await replay('--list')).told).toMatch(line)
  expect(await replay('users', '--as-of', '2026-01-06', '--into', 'as_of_7_january')).toMatchObject({
    code: 1,
    told: expect.stringContaining('The schema as_of_7_january already exists.'),
  })
  expect((await replay('--list')).told).toMatch(line)
  expect(await replay('--drop', 'as_of_7_january')).toEqual({ code: 0, told: 'as_of_7_january is gone.\n' })
  expect(await replay('--list')).toEqual({ code: 0, told: 'There is no replay.\n' })
})

test('starts over after it was killed', async () => {
  const killing = new AbortController()
  const killed = command('replay.ts', killing)('all', '--as-of', '2026-01-08', '--into', 'as_of_killed')
  await vi.waitFor(async () => expect(await sql`SELECT FROM pg_namespace WHERE nspname = 'as_of_killed'`).toHaveLength(1), patience)
  killing.abort()
  expect((await killed).code).toBe(-1)
  expect((await replay('--list')).told).toMatch(/^as_of_killed .* unfinished /m)
  expect(await replay('users', '--as-of', '2026-01-08', '--into', 'as_of_killed')).toMatchObject({ code: 0 })
  const tables = await sql`SELECT table_name FROM information_schema.tables WHERE table_schema = 'as_of_killed'`
  expect(tables.map(({ table_name }) => table_name)).toEqual(Object.keys(users.tables))
})

test('never touches a schema that it did not build', async () => {
  await sql`CREATE SCHEMA as_of_mine`
  await sql`COMMENT ON SCHEMA as_of_mine IS 'Mine'`
  expect(await replay('users', '--as-of', '2026-01-08', '--into', 'as_of_mine')).toMatchObject({ code: 1 })
  for (const schema of ['as_of_mine', 'projector', 'public'])
    expect(await replay('--drop', schema)).toEqual({ code: 1, told: `There is no replay ${schema}.\n` })
  expect(await sql`DROP SCHEMA as_of_mine`).toHaveLength(0)
})

const day = ['--as-of', '2026-01-08']
test.each([
  [['users', '--as-of', 'yesterday', '--into', 'as_of_x'], '--as-of yesterday is neither a day'],
  [['users', '--as-of', '2026-02-30', '--into', 'as_of_x'], '--as-of 2026-02-30 is neither a day'],
  [['users', ...day, '--into', 'read'], '--into read must begin with as_of_'],
  [['users', ...day, '--into', 'as_of_x"; DROP SCHEMA vault; --'], 'must begin with as_of_'],
  [[...day, '--into', 'as_of_x'], 'No read model is named.'],
])('refuses %s', async (args, words) => {
  expect(await replay(...args)).toMatchObject({ code: 1, told: expect.stringContaining(words) })
  expect(await sql`SELECT FROM pg_namespace WHERE nspname = 'as_of_x'`).toHaveLength(0)
})

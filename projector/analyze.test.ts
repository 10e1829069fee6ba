import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { history } from '@medicready/platform/testing/history'
import { afterAll, expect, test } from 'vitest'
import { commandsOver } from './testing/commands.ts'

const past = [...history({ seed: 5, students: 12, days: 9, questionsPerModule: 3 })]
const { sql, command, close } = await commandsOver(past)
const folder = await mkdtemp(join(tmpdir(), 'medicready-analyses-'))
const analyze = command('analyze.ts')
const example = (name: string) => fileURLToPath(new URL(`analyses/${name}.ts`, import.meta.url))

afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

test('students by weekday and hour on their own clocks', async () => {
  const file = join(folder, 'hours.csv')
  expect(await analyze(example('answers-by-hour'), '--csv', file)).toMatchObject({ code: 0 })
  const zones = new Map(past.flatMap(({ fact }) => (fact.type === 'AccountRegistered' ? [[fact.data.userId, fact.data.timeZone]] : [])))
  const answers = past.flatMap(({ fact, metadata }) => {
    if (fact.type !== 'AnswerSubmitted') return []
    const { userId } = fact.data
    const clock = new Intl.DateTimeFormat('en', { timeZone: zones.get(userId) ?? '', weekday: 'short', hour: 'numeric', hourCycle: 'h23' })
    const [weekday = '', hour] = clock.format(new Date(metadata.occurredAt)).split(' ')
    return [{ userId, key: `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday.slice(0, 3)) + 1},${Number(hour)}` }]
  })
  const lines = [...Map.groupBy(answers, ({ key }) => key)].map(
    ([key, own]) => `${key},${own.length},${new Set(own.map(({ userId }) => userId)).size}`,
  )
  const [head, ...rows] = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
  expect(head).toBe('weekday,hour,answers,students')
  expect(rows.toSorted()).toEqual(lines.toSorted())
  expect(rows.slice(0, 3)).toEqual(['1,2,1,1', '1,5,1,1', '1,6,9,1'])
  expect(rows).toContain('4,10,16,3')
})

test('from registration to the first answer, as of the last day and of an earlier one', async () => {
  const registered = past.filter(({ fact }) => fact.type === 'AccountRegistered')
  expect(registered).toHaveLength(12)
  const table = (longer: number, notYet: number) =>
    [
      'place  within   students',
      '    1  an hour         5',
      '    2  a day           2',
      `    3  a week          ${longer}`,
      `    5  not yet         ${notYet}`,
      '',
    ].join('\n')
  const [now, before] = await Promise.all([analyze(example('first-answers')), analyze(example('first-answers'), '--as-of', '2026-01-08')])
  expect(now).toMatchObject({ code: 0, told: expect.stringContaining(table(5, 0)) })
  expect(before).toMatchObject({ code: 0, told: expect.stringContaining(table(4, 1)) })
  // The event store leaves out the events that the fold does not name.
  const read = past.filter(({ fact: { type } }) => ['AccountRegistered', 'AnswerSubmitted', 'ExamAnswered'].includes(type))
  expect(now.told).toContain(`\n${read.length} events in`)
})

test('how often students are right when they are sure, as Parquet with types', async () => {
  const file = join(folder, 'confidence.parquet')
  expect(await analyze(example('confidence'), '--parquet', file)).toMatchObject({ code: 0, told: expect.stringContaining('8 rows are in') })
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const found = await connection.runAndReadAll(`SELECT * FROM '${file}' WHERE module <> 'Trauma' OR confidence > 2`)
  expect(found.columnTypes().map(String)).toEqual(['VARCHAR', 'INTEGER', 'INTEGER', 'INTEGER', 'DOUBLE'])
  const medical = 'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)'
  expect(found.getRows()).toEqual([
    [medical, 1, 1, 0, 0],
    [medical, 2, 1, 1, 100],
    [medical, 3, 3, 2, 66.7],
    ['Pediatrics', 1, 1, 0, 0],
    ['Pediatrics', 5, 2, 2, 100],
    ['Psychiatric Emergencies', 1, 1, 1, 100],
    ['Psychiatric Emergencies', 5, 1, 1, 100],
  ])
  connection.closeSync()
  database.closeSync()
})

test('reads personal text as null, and leaves Postgres alone', async () => {
  const columns = `{ user_id: 'uuid', email: 'text?', has_zone: 'boolean' }`
  const file = await written(
    'names.ts',
    `export const names = {
      tables: { names: { key: ['user_id'], columns: ${columns} } },
      on: {
        AccountRegistered: ({ data }, rows) =>
          rows.names.set({ user_id: data.userId, email: data.email, has_zone: data.timeZone !== '' }),
      },
    }`,
  )
  expect(await sql`SELECT FROM vault.keys`).toHaveLength(12)
  const { code, told } = await command('analyze.ts', { environment: { POSTGRES_URL: '', MASTER_KEY: '' } })(file)
  expect(code).toBe(0)
  expect(told.match(/^[0-9a-f-]{36} +true$/gm)).toHaveLength(12)
})

const foldWith = (handler: string) =>
  `export const fold = { tables: { one: { key: ['id'], columns: { id: 'uuid' } } }, on: { ${handler} } }`
test.each([
  ['is not there', null, 'There is no file'],
  ['exports no fold', 'export const one = 1', 'exports no fold'],
  ['cannot be loaded', 'export const one =', 'cannot be loaded'],
  ['names no event', foldWith('AnswerSubmited: () => undefined'), 'names events that do not exist: AnswerSubmited.'],
  [
    'fails',
    foldWith(`AnswerSubmitted: () => { throw new Error('No.') }`),
    /AnswerSubmitted in studyDay-\S+ at \d+ cannot be folded: Error: No\./,
  ],
  ['has no result', `export const fold = { tables: {}, on: {} }`, 'one table that is not private'],
])('says that a file %s', async (name, code, words) => {
  const file = code === null ? join(folder, 'none.ts') : await written(`${name.replaceAll(' ', '-')}.ts`, code)
  expect(await analyze(file)).toMatchObject({ code: 1, told: expect.stringMatching(words) })
})

async function written(name: string, code: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, code)
  return file
}

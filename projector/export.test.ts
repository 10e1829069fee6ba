import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { Chance } from '@medicready/platform/testing/chance'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestEventStore, type TestEventStore } from '@medicready/platform/testing/event-store'
import { holds } from '@medicready/platform/testing/everything'
import { appendHistory, history, Recorder } from '@medicready/platform/testing/history'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExportFolder, type ExportRecord } from './export/export-folder.ts'
import { ask, openExport } from './export/read-export.ts'
import { readModels } from './read-models/all.ts'
import { practiceExams } from './read-models/exams/practice-exams.ts'
import { userResponses } from './read-models/study/user-responses.ts'
import { rowsIn } from './testing/read-tables.ts'

// Each run of the command starts a process.

const projector = fileURLToPath(new URL('.', import.meta.url))
const wanda = '5b0a6f5a-60b8-4c53-9b55-0d7a4ec9a777'
const secrets = ['wanda.quackenbush@example.org', 'Wandabelle', 'Quackenbush', 'Ask Professor Marigold about this.']
const note = { userId: wanda, questionId: '5b0a6f5a-60b8-4c53-9b55-0d7a4ec9a778', text: secrets[3] as string }
const recorder = new Recorder(new Chance(8))
const at = '2026-02-06T08:00:00.000Z'
const past = [
  // Two months, with facts of every kind.
  ...history({ seed: 60, students: 6, days: 15, questionsPerModule: 2, firstDay: '2026-01-22' }),
  recorder.record(
    `account-${wanda}`,
    accountRegistered(wanda, { email: secrets[0] as string, firstName: secrets[1] as string, lastName: secrets[2] as string }),
    at,
    wanda,
  ),
  recorder.record(`note-${wanda}_${note.questionId}`, { type: 'NoteWritten', data: note }, at, wanda),
]
/** The others follow later. */
const BEGINNING = 300
/** Built from the beginning; the others, which cost more, once all is there. */
const early = ['study/analytics', 'study/leaderboard', 'study/study-streaks']
let database: TestDatabase
let log: TestEventStore
let sql: Sql
let vault: Vault
let eventStore: EventStore
let home: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  database = await createTestDatabase()
  log = await startTestEventStore()
  sql = connectPostgres(database.url, { name: 'test' })
  vault = new Vault(sql, testMasterKey)
  eventStore = new EventStore({ url: log.url, vault, logger })
  home = await mkdtemp(join(tmpdir(), 'medicready-export-'))
  env = { ...process.env, POSTGRES_URL: database.urlOf('worker'), EVENTSTORE_URL: log.url, MASTER_KEY: testMasterKey }
  await appendHistory(eventStore, past.slice(0, BEGINNING), 1)
  // The educator of this history has not registered.
  for (const { fact } of past) if (fact.type === 'QuestionReviewResolved') await vault.keyFor(fact.data.resolvedBy)
  await build(early)
})

afterAll(async () => {
  await eventStore.close()
  await sql.end({ timeout: 1 })
  await log.close()
  await database.drop()
  await rm(home, { recursive: true })
})

interface Given {
  readonly more?: NodeJS.ProcessEnv
  readonly input?: string
}
const run = (command: string, args: readonly string[], { more = {}, input = '' }: Given = {}): Promise<{ code: number; told: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [join(projector, command), ...args], { env: { ...env, ...more } }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, told: stdout + stderr }),
    )
    child.stdin?.end(input)
  })

async function build(names: readonly string[]): Promise<void> {
  const { code, told } = await run('rebuild.ts', names, { more: { POSTGRES_URL: database.urlOf('projector') } })
  expect(code, told).toBe(0)
}

async function exportTo(name: string, ...args: readonly string[]): Promise<ExportRecord> {
  const { code, told } = await run('export.ts', [join(home, name), '--reason', 'To test it.', ...args])
  expect(code, told).toBe(0)
  return manifestOf(name)
}

async function manifestOf(name: string): Promise<ExportRecord> {
  const manifest = await new ExportFolder(join(home, name)).read('manifest.json')
  if (!manifest) throw new Error('There is no manifest.')
  return manifest
}

/** Digests of all files by path. */
async function filesIn(name: string): Promise<Record<string, string>> {
  const entries = await readdir(join(home, name), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const digest = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  const digests = await Promise.all(files.map(async (file) => [file.slice(join(home, name).length), await digest(file)] as const))
  return Object.fromEntries(digests)
}

/** So that a folder is written from the beginning under the same export ID and up to the same end. */
async function begin(name: string, record: ExportRecord): Promise<void> {
  const nothing = { reached: null, facts: [], readModels: [], leftOut: [], skipped: { unknown: 0, malformed: 0 } }
  await mkdir(join(home, name))
  await writeFile(join(home, name, 'progress.json'), JSON.stringify({ ...record, ...nothing }))
}

async function rowsOf(name: string, query: string): Promise<unknown[][]> {
  const found: unknown[][] = []
  for await (const { rows } of ask(await openExport(join(home, name)), query)) found.push(...rows)
  return found
}
const figureOf = async (name: string, query: string): Promise<number> => Number((await rowsOf(name, query))[0]?.[0])

/** As the command does, with files and steps so small that this log has many. */
const inSmallSteps = `
  const { exportLog } = await import('./export/export-log.ts')
  const { readModels } = await import('./read-models/all.ts')
  const { connectPostgres } = await import('@medicready/platform/postgres/connection')
  const { EventStore } = await import('@medicready/platform/event-store/event-store')
  const { noKeys } = await import('@medicready/platform/vault/no-keys')
  const { Vault } = await import('@medicready/platform/vault/vault')
  const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY, FOLDER } = process.env
  const sql = connectPostgres(POSTGRES_URL, { name: 'export' })
  const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: noKeys, logger: console })
  const selection = { fromDay: null, toDay: null, types: null }
  const sizes = { eventsRead: 20, rowsPerFile: 40, charactersAtOnce: 1 }
  await exportLog({ path: FOLDER, selection, reason: 'To test it.', sql, eventStore, vault: new Vault(sql, MASTER_KEY), readModels, sizes })
  process.exit()`

/** Kills it this long after its next step, if there is one. Returns its exit code. */
async function inStepsTo(name: string, delay: number | null): Promise<number | null> {
  const folder = new ExportFolder(join(home, name))
  const files = async () => JSON.stringify((await folder.read('progress.json'))?.facts ?? [])
  const before = await files()
  const child = spawn(process.execPath, ['--input-type=module', '-e', inSmallSteps], {
    cwd: projector,
    env: { ...env, FOLDER: join(home, name) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (delay !== null && child.exitCode === null && (await files()) === before) await sleep(2)
  if (delay !== null) setTimeout(() => child.kill('SIGKILL'), delay)
  return (await ended)[0]
}

test('a run that is killed is completed by the next ones with the same bytes', async () => {
  let kills = 0
  while ((await inStepsTo('killed', 11 * kills)) !== 0) kills += 1
  expect(kills).toBeGreaterThan(3)
  await begin('whole', await manifestOf('killed'))
  expect(await inStepsTo('whole', null)).toBe(0)
  expect(Object.keys(await filesIn('killed')).filter((file) => /type=AnswerSubmitted.*part-1-40/.test(file))).not.toEqual([])
  expect(await filesIn('killed')).toEqual(await filesIn('whole'))
})

test('a second run adds what is new, with the same bytes as from the beginning', async () => {
  const first = await exportTo('grown')
  await appendHistory(eventStore, past.slice(BEGINNING), 1)
  const grown = await exportTo('grown')
  expect(grown).toMatchObject({ exportId: first.exportId, remade: null })
  expect(BigInt(grown.through.commit)).toBeGreaterThan(BigInt(first.through.commit))
  await begin('again', grown)
  await exportTo('again')
  expect(await filesIn('grown')).toEqual(await filesIn('again'))
})

test('counts agree with the log and the read models', async () => {
  await build(readModels.map(({ name }) => name).filter((name) => !early.includes(name)))
  const { facts, leftOut } = await exportTo('counted')
  expect(leftOut).toEqual([])
  expect(facts.reduce((sum, { rows }) => sum + rows, 0)).toBe((await everyFact(eventStore)).length - 1)
  const tables = rowsIn(sql, userResponses, practiceExams)
  const responses = await tables.user_responses.where()
  expect(responses.length).toBeGreaterThan(200)
  expect(await figureOf('counted', 'SELECT count(*) FROM read_models.user_responses')).toBe(responses.length)
  const right = responses.filter((row) => row.exam_id === null && row.is_scored && row.is_correct).length
  expect(await figureOf('counted', 'SELECT count(*) FROM answers WHERE exam_id IS NULL AND is_scored AND is_correct')).toBe(right)
  const completed = (await tables.practice_exams.where({ is_completed: true })).length
  expect(await figureOf('counted', 'SELECT count(*) FROM exams WHERE completed_at IS NOT NULL')).toBe(completed)
})

test('every view answers', async () => {
  const rows = (view: string) => figureOf('counted', `SELECT count(*) FROM (SELECT * FROM ${view})`)
  for (const view of ['answers', 'students_by_day', 'sessions', 'exams', 'cards']) expect(await rows(view), view).toBeGreaterThan(0)
  // This history has no payments.
  for (const view of ['subscriptions', 'revenue']) expect(await rows(view), view).toBe(0)
  const joined = 'SELECT count(DISTINCT user_id) FROM answers JOIN read_models.students USING (user_id)'
  expect(await figureOf('counted', joined)).toBe(await figureOf('counted', 'SELECT count(DISTINCT user_id) FROM answers'))
})

const questions = fileURLToPath(new URL('../docs/questions/', import.meta.url))
/** This history has few of the facts that the others ask for. */
const answered = ['retention-by-week.sql', 'confidence.sql', 'time-to-mastery.sql']

test.each(readdirSync(questions))('the worked question %s can be asked', async (file) => {
  const rows = await rowsOf('counted', await readFile(join(questions, file), 'utf8'))
  expect(rows.length).toBeGreaterThanOrEqual(answered.includes(file) ? 1 : 0)
})

test('says nothing that a person wrote, and no ID of a person', async () => {
  const { facts, readModels: written } = await manifestOf('counted')
  const people = await sql<{ subject: string }[]>`SELECT subject FROM vault.keys`
  const emails = past.flatMap(({ fact }) => (fact.type === 'AccountRegistered' ? [fact.data.email ?? ''] : []))
  const words = [...secrets, ...emails, ...people.map(({ subject }) => subject)]
  expect(words.length).toBeGreaterThan(secrets.length + 2 * 6)
  const connection = await openExport(join(home, 'counted'))
  let texts = await readFile(join(home, 'counted', 'manifest.json'), 'utf8')
  for (const { path } of [...facts, ...written.flatMap(({ tables }) => tables)])
    for await (const { rows } of ask(connection, `SELECT * FROM read_parquet('${join(home, 'counted', path)}')`))
      texts += JSON.stringify(rows)
  expect(texts).toContain('AnswerSubmitted')
  expect(words.filter((word) => holds(texts, word))).toEqual([])
})

test('exports only what is asked for', async () => {
  const { facts } = await exportTo('some', '--types', 'AnswerSubmitted,QuestionAdded', '--from', '2026-01-28', '--to', '2026-01-29')
  const wanted = past.filter(({ fact, metadata }) => fact.type === 'AnswerSubmitted' && /^2026-01-2[89]/.test(metadata.occurredAt))
  expect(facts).toMatchObject([{ path: expect.stringContaining('type=AnswerSubmitted/month=2026-01/'), rows: wanted.length }])
  const other = await run('export.ts', [join(home, 'some'), '--reason', 'To test it.'])
  expect(other).toMatchObject({ code: 1, told: expect.stringContaining('Please choose another folder.') })
})

test('when people are erased, the whole export is made again without them', async () => {
  await cp(join(home, 'counted'), join(home, 'erased'), { recursive: true })
  const before = await manifestOf('erased')
  const userId = past.find(({ fact }) => fact.type === 'AnswerSubmitted')?.metadata.actorId ?? ''
  const erased = recorder.record(`account-${userId}`, { type: 'AccountErased', data: { userId } }, at, userId)
  const revision = BigInt((await eventStore.readStream(erased.streamName)).length - 1)
  const { position } = await eventStore.append(erased.streamName, revision, [{ ...erased, event: erased.fact }])
  await vault.destroyKey(userId)
  const after = await exportTo('erased')
  expect(after.remade).toContain('People were erased')
  expect(after.exportId).not.toBe(before.exportId)
  expect(after.erasures).toMatchObject({ people: 1, outdatedBefore: String(position.commit) })
  const facts = await everyFact(eventStore)
  const theirs = facts.filter(({ data }) => 'userId' in data && data.userId === userId)
  expect(theirs.length).toBeGreaterThan(20)
  // The last fact is that of this export.
  expect(after.facts.reduce((sum, { rows }) => sum + rows, 0)).toBe(facts.length - 1 - theirs.length)
  const students = 'SELECT count(DISTINCT user_id) FROM read_models.user_responses'
  expect(await figureOf('erased', students)).toBe((await figureOf('counted', students)) - 1)
})

test('an export is asked in SQL, and cannot be changed', async () => {
  const asking = (query: string) => run('duckdb.ts', [join(home, 'counted'), '--sql', query])
  expect(await asking('SELECT 1 AS one, month FROM QuestionAdded LIMIT 1')).toEqual({ code: 0, told: 'one,month\r\n1,2026-01\r\n' })
  const piped = await run('duckdb.ts', [join(home, 'counted')], {
    input: 'SELECT 1 AS one\n, 2 AS two;\nDROP VIEW answers;\nSELECT 3 AS three;\n',
  })
  expect(piped).toMatchObject({ code: 0, told: expect.stringMatching(/one {2}two\n +1 +2\nOnly queries that read.*\nthree\n +3\n/s) })
  const refused = { code: 1, told: expect.stringContaining('Only queries that read') }
  expect(await asking(`COPY (SELECT 1) TO '${join(home, 'counted', 'x.csv')}'`)).toMatchObject(refused)
  expect(await asking("SELECT * FROM read_text('/etc/hostname')")).toMatchObject({ code: 1, told: expect.stringContaining('Permission') })
})

test.each([
  [['--reason', 'x'], 'Please name one folder.'],
  [['folder'], 'Please say why with --reason.'],
  [['folder', '--reason', 'x', '--from', 'yesterday'], '--from yesterday is not a day'],
  [['folder', '--reason', 'x', '--types', 'AnswersSubmitted'], 'There is no fact AnswersSubmitted.'],
  [[projector, '--reason', 'x'], 'is neither empty nor an export.'],
])('refuses %s in words', async (args, words) => {
  expect(await run('export.ts', args)).toMatchObject({ code: 1, told: expect.stringContaining(words) })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@medicready/platform/testing/free-port'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'
import { runningProcess } from './running-process.ts'

let folder: string
let options: PostgresOptions
let notes: string[]
const servers: Postgres[] = []

const newFolder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'medicready-postgres-'))
  await chmod(made, 0o755)
  return made
}
/** Creating the data directory is most of the work of a test, so those that it does not concern share one. */
const shared = await newFolder()
afterAll(() => rm(shared, { recursive: true, force: true }))

beforeEach(async () => {
  folder = shared
  notes = []
  const directory = join(folder, 'data', 'postgres')
  options = { directory, port: await freePort(), password: 'p@ss/word', log: (line) => notes.push(line) }
})

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  if (folder !== shared) await rm(folder, { recursive: true, force: true })
})

async function inNewFolder(): Promise<void> {
  folder = await newFolder()
  options.directory = join(folder, 'data', 'postgres')
}

async function start(overrides: Partial<PostgresOptions> = {}) {
  const server = await startPostgres({ ...options, ...overrides })
  servers.push(server)
  return server
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Starts the server from another node process, as the launcher does, so that this process can be killed. */
async function startElsewhere() {
  const script = join(folder, 'start.ts')
  const module = new URL('./postgres.ts', import.meta.url).href
  const { directory, port, password } = options
  await writeFile(
    script,
    `import { startPostgres } from '${module}'
     const { url } = await startPostgres(${JSON.stringify({ directory, port, password })})
     console.log(url)
     setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

test("the database uses UTF-8 whatever the machine's locale, and keeps its data across a restart", async () => {
  const first = await start()
  const [settings] = await query(first.url, "select current_setting('server_encoding') as encoding, upper('façade und épée') as upper")
  expect(settings).toEqual({ encoding: 'UTF8', upper: 'FAÇADE UND ÉPÉE' })
  await query(first.url, 'create table restarted as select 42 as answer')
  await first.stop()
  expect(runningProcess(first.pid)).toBeUndefined()
  const second = await start()
  expect(await query(second.url, 'select answer from restarted')).toEqual([{ answer: 42 }])
})

test('a server orphaned by kill -9 of its node process is stopped and its committed rows are there', async () => {
  const { child, url } = await startElsewhere()
  await query(url, 'create table orphaned as select 1 as answer')
  const orphan = Number((await readFile(join(options.directory, 'postmaster.pid'), 'utf8')).split('\n')[0])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(runningProcess(orphan)?.command).toContain('postgres')

  const server = await start()
  expect(notes.join('\n')).toContain(`a server of an earlier run is still running (process ${orphan})`)
  expect(await query(server.url, 'select answer from orphaned')).toEqual([{ answer: 1 }])
})

test('after kill -9, the next server has the committed rows, even while processes of the first one remain', async () => {
  const first = await start()
  await query(first.url, 'create table killed as select 7 as answer')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  servers.pop()
  const second = await start()
  expect(await query(second.url, 'select answer from killed')).toEqual([{ answer: 7 }])
})

test.each([
  ['empty', ''],
  ['of a process that is gone', '999999\n'],
  ['of another program', `${process.pid}\n`],
])('a pid file that is %s does not stand in the way', async (_, content) => {
  await (await start()).stop()
  servers.pop()
  await writeFile(join(options.directory, 'postmaster.pid'), content)
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a data directory whose creation was interrupted is created again', async () => {
  await inNewFolder()
  await mkdir(`${options.directory}.new/base`, { recursive: true })
  const server = await start()
  expect(existsSync(`${options.directory}.new`)).toBe(false)
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a half-written data directory is set aside, never deleted', async () => {
  await inNewFolder()
  await mkdir(join(options.directory, 'base'), { recursive: true })
  await writeFile(join(options.directory, 'PG_VERSION'), '18\n')
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(join(folder, 'data'))).some((name) => name.startsWith('postgres.incomplete-'))).toBe(true)
  expect(notes.join('\n')).toContain('half-written')
})

test('a taken port is reported with the setting that changes it', async () => {
  const other = createServer().listen(options.port, '127.0.0.1')
  await once(other, 'listening')
  await expect(start()).rejects.toThrow(`port ${options.port} is taken: set POSTGRES_PORT to another one`)
  other.close()
})

test('the server runs even below a folder that other users cannot enter', async () => {
  await inNewFolder()
  await chmod(folder, 0o700)
  const server = await start()
  await query(server.url, 'create table kept as select 1 as answer')
  await server.stop()
  servers.pop()
  const again = await start()
  expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 1 }])
  await again.stop()
  servers.pop()
  // Written for root alone, who has to put the data where the user postgres may go.
  const note = join(options.directory, 'moved-to')
  if (existsSync(note)) await rm((await readFile(note, 'utf8')).trim(), { recursive: true, force: true })
})

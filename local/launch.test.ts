import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@medicready/platform/testing/free-port'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runningProcess } from './running-process.ts'

/** A launcher process of its own, on services that are a few lines each: what they do is noted in a journal. */
let folder: string
const launchers: ChildProcess[] = []

const here = (file: string) => new URL(file, import.meta.url).href

const service = `
  import { appendFileSync } from 'node:fs'
  import { createServer } from 'node:net'
  const [name, port, journal] = process.argv.slice(2)
  const note = (word) => appendFileSync(journal, word + ' ' + name + ' ' + process.pid + '\\n')
  const server = createServer().listen(Number(port), '127.0.0.1', () => note('started'))
  console.log(JSON.stringify({ level: 30, msg: 'all is well with ' + name }))
  console.log(JSON.stringify({ level: 40, msg: name + ' is a little worried', err: { message: 'clouds' } }))
  process.on('SIGTERM', () => { note('stopped'); server.close(() => process.exit(0)) })
`

const oneShot = `
  import { appendFileSync } from 'node:fs'
  const [name, code, journal] = process.argv.slice(2)
  appendFileSync(journal, 'ran ' + name + ' ' + process.pid + '\\n')
  console.error('the last words of ' + name)
  process.exitCode = Number(code)
`

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medicready-launch-'))
  await writeFile(join(folder, 'service.mjs'), service)
  await writeFile(join(folder, 'one-shot.mjs'), oneShot)
})

afterEach(async () => {
  for (const launcher of launchers.splice(0)) {
    if (launcher.exitCode !== null || launcher.signalCode !== null) continue
    launcher.kill('SIGTERM')
    await once(launcher, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

const journal = async () =>
  existsSync(join(folder, 'journal')) ? (await readFile(join(folder, 'journal'), 'utf8')).trim().split('\n') : []

/** The process that runs as `name` now. */
async function pidOf(name: string): Promise<number> {
  const started = (await journal()).filter((line) => line.startsWith(`started ${name} `))
  return Number(started.at(-1)?.split(' ')[2])
}

type Ports = { store: number; api: number }

async function ports(): Promise<Ports> {
  return { store: await freePort(), api: await freePort() }
}

async function start({ store, api }: Ports, { setup = 0, verbose = false, directory = 'data' } = {}) {
  const file = join(folder, `plan-${launchers.length}.ts`)
  const journalFile = JSON.stringify(join(folder, 'journal'))
  await writeFile(
    file,
    `import { launch } from '${here('./launch.ts')}'
     import { accepts } from '${here('./ports.ts')}'
     const service = (name: string, port: number) => ({
       name,
       command: [process.execPath, ${JSON.stringify(join(folder, 'service.mjs'))}, name, String(port), ${journalFile}],
       ready: async () => { if (!(await accepts('127.0.0.1', port))) throw new Error('not yet') },
     })
     const setup = { name: 'setup', once: true, quiet: true, command: [process.execPath, ${JSON.stringify(join(folder, 'one-shot.mjs'))}, 'setup', '${setup}', ${journalFile}] }
     process.exitCode = await launch({
       directory: ${JSON.stringify(join(folder, directory))},
       ports: [
         { host: '127.0.0.1', port: ${store}, purpose: 'the store', setting: 'STORE_PORT' },
         { host: '127.0.0.1', port: ${api}, purpose: 'the API', setting: 'API_PORT' },
       ],
       stages: [[service('store', ${store})], [setup], [service('api', ${api})]],
       verbose: ${verbose},
       welcome: () => 'Ready at last',
     })
     process.exit()`,
  )
  const { npm_lifecycle_event: _, FORCE_COLOR: __, ...environment } = process.env
  const process_ = spawn(process.execPath, [file], { env: { ...environment, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
  launchers.push(process_)
  let text = ''
  for (const stream of [process_.stdout, process_.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
  }
  const said = (words: string) => vi.waitFor(() => expect(text).toContain(words), { timeout: 60_000 })
  return { process: process_, said, text: () => text, ended: once(process_, 'close').then(([code]) => code as number | null) }
}

test('starts in order, shows each warning on one line, and stops in reverse order with code 0', async () => {
  const launcher = await start(await ports())
  await launcher.said('Ready at last')
  expect(launcher.text()).toContain('store | warn  store is a little worried: clouds\n')
  expect(launcher.text()).not.toContain('all is well')
  expect(launcher.text()).not.toContain('last words')
  launcher.process.kill('SIGINT')
  expect(await launcher.ended).toBe(0)
  const words = (await journal()).map((line) => line.split(' ').slice(0, 2).join(' '))
  expect(words).toEqual(['started store', 'ran setup', 'started api', 'stopped api', 'stopped store'])
})

test('verbose shows every record and the output of quiet parts', async () => {
  const launcher = await start(await ports(), { verbose: true })
  await launcher.said('Ready at last')
  await launcher.said('info  all is well with api')
  expect(launcher.text()).toContain('setup | the last words of setup')
})

test('a service that dies is started again, and the others are left alone', async () => {
  const launcher = await start(await ports())
  await launcher.said('Ready at last')
  const [store, api] = [await pidOf('store'), await pidOf('api')]
  process.kill(api, 'SIGKILL')
  await launcher.said('api is back')
  expect(launcher.text()).toContain('api ended (killed by SIGKILL); restarting in 0.5 s')
  expect(await pidOf('api')).not.toBe(api)
  expect(await pidOf('store')).toBe(store)
})

test('a launcher killed with -9 leaves nothing running, and the next one starts on the same data and ports', async () => {
  const where = await ports()
  const first = await start(where)
  await first.said('Ready at last')
  const left = [await pidOf('store'), await pidOf('api')]
  first.process.kill('SIGKILL')
  await first.ended
  const second = await start(where)
  await second.said('Ready at last')
  expect(left.map((pid) => runningProcess(pid))).toEqual([undefined, undefined])
})

test('services that survived their launcher are ended by the next one, even if they ignore every signal to stop', async () => {
  const where = await ports()
  const stubborn = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"])
  await once(stubborn.stdout, 'data')
  const pid = stubborn.pid as number
  // A script may have become another program since.
  const recorded = { name: 'stubborn', pid, ...runningProcess(pid), command: 'a script that ends with exec' }
  const first = await start(where)
  await first.said('Ready at last')
  first.process.kill('SIGTERM')
  await first.ended
  // The second entry's number belongs to another program by now: it was started at another time.
  const reused = { name: 'reused', pid: process.pid, command: runningProcess(process.pid)?.command, started: '1' }
  await writeFile(join(folder, 'data', 'processes.json'), JSON.stringify([recorded, reused]))
  const ended = once(stubborn, 'exit')
  const second = await start(where)
  await second.said('Stopping processes of an earlier run: stubborn\n')
  await second.said('Ready at last')
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('a half-written list of processes does no harm', async () => {
  const where = await ports()
  const first = await start(where)
  await first.said('Ready at last')
  first.process.kill('SIGTERM')
  await first.ended
  await writeFile(join(folder, 'data', 'processes.json'), '[{"name": "sto')
  await (await start(where)).said('Ready at last')
})

test('a second launcher on the same data names the first and exits with code 1; on other data it runs beside it', async () => {
  const first = await start(await ports())
  await first.said('Ready at last')
  const second = await start(await ports())
  expect(await second.ended).toBe(1)
  expect(second.text()).toContain(`MedicReady is already running on ${join(folder, 'data')} (process ${first.process.pid})`)
  const third = await start(await ports(), { directory: 'other' })
  await third.said('Ready at last')
})

test('a launcher waits for one that is about to stop', async () => {
  const where = await ports()
  const first = await start(where)
  await first.said('Ready at last')
  first.process.kill('SIGTERM')
  await first.said('Stopping')
  await (await start(where)).said('Ready at last')
  expect(await first.ended).toBe(0)
})

test('all taken ports are reported at once, each with the setting that changes it', async () => {
  const where = await ports()
  const others = [createServer().listen(where.store, '127.0.0.1'), createServer().listen(where.api, '127.0.0.1')]
  await Promise.all(others.map((server) => once(server, 'listening')))
  const launcher = await start(where)
  expect(await launcher.ended).toBe(1)
  for (const server of others) server.close()
  expect(launcher.text()).toContain(`${where.store} (the store) is taken: set STORE_PORT to another one`)
  expect(launcher.text()).toContain(`${where.api} (the API) is taken: set API_PORT to another one`)
  expect(await journal()).toEqual([])
})

test('a port that is configured twice is reported', async () => {
  const port = await freePort()
  const launcher = await start({ store: port, api: port })
  expect(await launcher.ended).toBe(1)
  expect(launcher.text()).toContain(`${port} is configured twice: the store (STORE_PORT) and the API (API_PORT)`)
})

test('a step that fails stops everything, with its own output and code 1', async () => {
  const launcher = await start(await ports(), { setup: 3 })
  expect(await launcher.ended).toBe(1)
  expect(launcher.text()).toContain('setup | the last words of setup')
  expect(launcher.text()).toContain('setup failed (code 3).')
  expect((await journal()).map((line) => line.split(' ')[0])).toEqual(['started', 'ran', 'stopped'])
})

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startSteadyEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { Vault } from '@medicready/platform/vault/vault'
import { afterAll, expect, onTestFinished, test } from 'vitest'

const otherKey = randomBytes(32).toString('base64')

const eventStore = await startSteadyEventStore()
afterAll(() => eventStore.close())

async function stores() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return { POSTGRES_URL: database.url, EVENTSTORE_URL: eventStore.url, MASTER_KEY: testMasterKey }
}

async function run(program: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let spoke = 0
  child.stdout.on('data', () => {
    spoke = performance.now()
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, said: output + errors, lingered: performance.now() - spoke }
}

test('stops with a clear message when MASTER_KEY is malformed', async () => {
  const { code, said } = await run('setup.ts', [], { ...(await stores()), MASTER_KEY: 'too short' })
  expect(code).toBe(1)
  expect(said).toContain('MASTER_KEY: ')
  expect(said).not.toContain('    at ')
})

test('stops with a clear message when MASTER_KEY does not fit the data', async () => {
  const environment = await stores()
  const sql = connectPostgres(environment.POSTGRES_URL, { name: 'test', max: 1 })
  await new Vault(sql, otherKey).purposeKey('email')
  await sql.end()
  const { code, said } = await run('setup.ts', [], environment)
  expect(code).toBe(1)
  expect(said).toContain('MASTER_KEY is not the key that this data was encrypted with.')
  expect(said).not.toContain('    at ')
})

test('stops with a clear message when a password has changed', async () => {
  const environment = await stores()
  const changed = new URL(environment.POSTGRES_URL)
  changed.password = 'another'
  const { code, said } = await run('setup.ts', [], { ...environment, POSTGRES_URL: changed.href })
  expect(code).toBe(1)
  expect(said).toContain('PostgreSQL rejected the sign-in')
  expect(said).not.toContain('    at ')
})

test("an operator's command ends when it is done, even if the DNS server does not respond", async () => {
  const silent = createSocket('udp4')
  onTestFinished(() => void silent.close())
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  const nameServer = `import { setServers } from 'node:dns'; setServers(['127.0.0.1:${silent.address().port}'])`
  const environment = await stores()
  // A host name, because grpc-js looks up its service config only for names.
  const EVENTSTORE_URL = environment.EVENTSTORE_URL.replace('127.0.0.1', 'localhost')
  const { said, lingered } = await run('operator.ts', ['account', 'unlock', 'nobody@example.com'], {
    ...environment,
    EVENTSTORE_URL,
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(nameServer)}"`,
  })
  expect(said).toContain('may try again at once')
  expect(lingered).toBeLessThan(10_000)
})

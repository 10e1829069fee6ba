import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { EnvironmentError, parseEnvironment, settings } from './environment.ts'

const { MASTER_KEY, SESSION_SECRET, POSTGRES_URL, ADMIN_EMAIL, EDGE_PORT } = settings
const schema = { MASTER_KEY, SESSION_SECRET, POSTGRES_URL, ADMIN_EMAIL, EDGE_PORT }
const complete = { MASTER_KEY: Buffer.alloc(32).toString('base64'), SESSION_SECRET: 'x'.repeat(32), POSTGRES_URL: 'postgres://localhost/x' }

test('a complete environment is read, with defaults for what may be left out', () => {
  expect(parseEnvironment(schema, complete)).toEqual({ ...complete, EDGE_PORT: 3000, ADMIN_EMAIL: undefined })
  expect(parseEnvironment(schema, { ...complete, EDGE_PORT: '8080', ADMIN_EMAIL: '' })).toMatchObject({ EDGE_PORT: 8080 })
})

test('an empty setting from a container counts as not set', () => {
  const { OPENAI_API_KEY, OPENAI_MODEL, OPENAI_INPUT_PRICE, OPENAI_DAILY_CALLS } = settings
  const empty = { OPENAI_API_KEY: '', OPENAI_MODEL: '', OPENAI_INPUT_PRICE: '', OPENAI_DAILY_CALLS: '' }
  const read = parseEnvironment({ OPENAI_API_KEY, OPENAI_MODEL, OPENAI_INPUT_PRICE, OPENAI_DAILY_CALLS }, empty)
  expect(read).toEqual({ OPENAI_API_KEY: undefined, OPENAI_MODEL: 'gpt-5-mini', OPENAI_INPUT_PRICE: 0.25, OPENAI_DAILY_CALLS: 400 })
  expect(parseEnvironment({ OPENAI_DAILY_CALLS }, { OPENAI_DAILY_CALLS: '0' })).toEqual({ OPENAI_DAILY_CALLS: 0 })
})

test('trusted proxies are addresses and networks, and none by default', () => {
  const { TRUSTED_PROXIES, EDGE_ADDRESSES } = settings
  const read = (list: string) => parseEnvironment({ TRUSTED_PROXIES }, { TRUSTED_PROXIES: list }).TRUSTED_PROXIES
  expect(parseEnvironment({ TRUSTED_PROXIES, EDGE_ADDRESSES }, {})).toEqual({ TRUSTED_PROXIES: [], EDGE_ADDRESSES: ['127.0.0.1', '::1'] })
  expect(read('')).toEqual([])
  expect(read('10.0.0.7, 192.168.4.0/24,2001:db8::/48')).toEqual(['10.0.0.7', '192.168.4.0/24', '2001:db8::/48'])
  for (const wrong of ['proxy', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '2001:db8::/129'])
    expect(() => read(wrong), wrong).toThrow(/TRUSTED_PROXIES: must be addresses or networks/)
})

test('a local address cannot be combined with proxies', () => {
  const { PUBLIC_URL, TRUSTED_PROXIES } = settings
  const read = (environment: Record<string, string>) => parseEnvironment({ PUBLIC_URL, TRUSTED_PROXIES }, environment)
  expect(() => read({ TRUSTED_PROXIES: '10.0.0.7' })).toThrow(/^ {2}PUBLIC_URL: http:\/\/localhost:3000 is an address of this machine.*$/m)
  expect(read({ TRUSTED_PROXIES: '' }).PUBLIC_URL).toBe('http://localhost:3000')
  expect(read({ TRUSTED_PROXIES: '10.0.0.7', PUBLIC_URL: 'https://medicready.example' })).toBeDefined()
})

test('passwords are hashed with the recommended memory, except on one machine', () => {
  const { PUBLIC_URL, PASSWORD_MEMORY_KIB } = settings
  const read = (address: string, memory: string) =>
    parseEnvironment({ PUBLIC_URL, PASSWORD_MEMORY_KIB }, { PUBLIC_URL: address, PASSWORD_MEMORY_KIB: memory }).PASSWORD_MEMORY_KIB
  expect(read('', '64')).toBe(64)
  for (const address of ['https://medicready.example', 'http://10.0.0.7:3000'])
    expect(() => read(address, '19455'), address).toThrow('PASSWORD_MEMORY_KIB: must be at least 19456 unless PUBLIC_URL is an address of')
  expect(read('https://medicready.example', '19456')).toBe(19_456)
  expect(read('https://medicready.example', '')).toBeUndefined()
})

test('all faults are reported at once, missing settings as missing', () => {
  const faulty = () => parseEnvironment(schema, { SESSION_SECRET: 'short', POSTGRES_URL: 'mysql://x', EDGE_PORT: 'many' })
  expect(faulty).toThrow(EnvironmentError)
  expect(faulty).toThrow(
    /MASTER_KEY: is missing[\s\S]*SESSION_SECRET: must have at least 32[\s\S]*POSTGRES_URL: must begin[\s\S]*EDGE_PORT/,
  )
})

test.each(['command-api/server.ts', 'command-api/worker.ts', 'command-api/setup.ts', 'projector/server.ts', 'read-api/server.ts'])(
  '%s ends with code 1 and one message when its environment is empty',
  (entry) => {
    const path = fileURLToPath(new URL(`../${entry}`, import.meta.url))
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
    const { status, stderr, stdout } = spawnSync(process.execPath, [path], { env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^The environment is not complete:\n( {2}[A-Z_]+: .+\n)+Every setting is described in \.env\.example\.\n$/)
    expect(stderr).toContain('POSTGRES_URL: is missing')
  },
)

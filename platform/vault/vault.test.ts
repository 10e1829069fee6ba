import { randomBytes } from 'node:crypto'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectPostgres, type Sql } from '../postgres/connection.ts'
import { testMasterKey } from '../testing/master-key.ts'
import { patience } from '../testing/patience.ts'
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts'
import { open, seal } from './sealing.ts'
import { Vault } from './vault.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('a sealed text opens only with its key and in its place', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'Ana Silva ✓', 'AccountRegistered.firstName')
  expect(sealed).not.toContain('Ana')
  expect(open(key, sealed, 'AccountRegistered.firstName')).toBe('Ana Silva ✓')
  expect(() => open(randomBytes(32), sealed, 'AccountRegistered.firstName')).toThrow()
  expect(() => open(key, sealed, 'AccountRegistered.lastName')).toThrow()
  expect(() => open(key, `${sealed.slice(0, -2)}AA`, 'AccountRegistered.firstName')).toThrow()
  expect(() => open(key, 'Ana', 'AccountRegistered.firstName')).toThrow('not sealed')
})

test('a person has one key, even if several processes create it at once', async () => {
  const subject = uuidV4()
  const keys = await Promise.all(Array.from({ length: 10 }, () => new Vault(sql, testMasterKey).keyFor(subject)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
})

test('keys are stored wrapped: another master key does not open them', async () => {
  const subject = uuidV4()
  const key = await new Vault(sql, testMasterKey).keyFor(subject)
  const [row] = await sql`SELECT wrapped_key FROM vault.keys WHERE subject = ${subject}`
  expect(row?.wrapped_key.includes(key)).toBe(false)
  await expect(new Vault(sql, randomBytes(32).toString('base64')).keyFor(subject)).rejects.toThrow()
})

test('a destroyed key is gone for good', async () => {
  const vault = new Vault(sql, testMasterKey)
  const [known, unknown] = [uuidV4(), uuidV4()]
  await vault.keyFor(known)
  for (const subject of [known, unknown]) {
    await vault.destroyKey(subject)
    await vault.destroyKey(subject)
    expect(await vault.keysOf([subject])).toEqual(new Map())
    await expect(vault.keyFor(subject)).rejects.toThrow('destroyed')
  }
})

test('a key destroyed by another process is forgotten at once', async () => {
  const [worker, api] = [new Vault(sql, testMasterKey), new Vault(sql, testMasterKey)]
  api.start()
  onTestFinished(() => api.stop())
  const subject = uuidV4()
  await worker.keyFor(subject)
  // Announcements arrive only once it listens.
  await vi.waitFor(async () => {
    const other = uuidV4()
    await api.keyFor(other)
    await worker.destroyKey(other)
    await vi.waitFor(async () => expect((await api.keysOf([other])).size).toBe(0), { timeout: 200 })
  }, patience)
  await api.keyFor(subject)
  await worker.destroyKey(subject)
  await expect.poll(async () => (await api.keysOf([subject])).size).toBe(0)
})

test('the secret for a purpose is created once, whichever process asks first, and differs by purpose', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => new Vault(sql, testMasterKey).purposeKey('a purpose')))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await new Vault(sql, testMasterKey).purposeKey('another')).not.toEqual(keys[0])
  await expect(new Vault(sql, randomBytes(32).toString('base64')).purposeKey('a purpose')).rejects.toThrow('MASTER_KEY')
})

import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectPostgres, type Sql } from '../postgres/connection.ts'
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts'
import { rotateMasterKey } from './rotation.ts'
import { encrypt } from './sealing.ts'
import { Vault } from './vault.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
})
beforeEach(() => sql`TRUNCATE vault.keys, vault.purpose_keys`)
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const newMasterKey = () => randomBytes(32).toString('base64')
const people = (count: number) => Array.from({ length: count }, () => uuidV4())
const hex = (keys: ReadonlyMap<string, Buffer>) => Object.fromEntries([...keys].map(([subject, key]) => [subject, key.toString('hex')]))
const rotate = (masterKey: string, previousMasterKey?: string, signal = new AbortController().signal) =>
  rotateMasterKey({ sql, masterKey, previousMasterKey, signal })

/** A person's key as it was wrapped before keys named their master key. */
async function keyOfTheFirstDays(masterKey: string, subject: string): Promise<Buffer> {
  const key = randomBytes(32)
  const wrapped = encrypt(Buffer.from(masterKey, 'base64'), key, subject)
  await sql`INSERT INTO vault.keys (subject, wrapped_key) VALUES (${subject}, ${wrapped})`
  return key
}

test('after a rotation, even an interrupted one, a stolen master key opens nothing and the new one opens everything', async () => {
  const [old, fresh] = [newMasterKey(), newMasterKey()]
  const subjects = people(700)
  const before = new Vault(sql, old)
  const keys = new Map(await Promise.all(subjects.map(async (subject) => [subject, await before.keyFor(subject)] as const)))
  const purpose = await before.purposeKey('email')

  const brokenOff = new AbortController()
  const shown: number[] = []
  const first = await rotateMasterKey({
    sql,
    masterKey: fresh,
    previousMasterKey: old,
    signal: brokenOff.signal,
    onProgress: (done, all) => {
      shown.push(done / all)
      brokenOff.abort()
    },
  })
  expect(first).toEqual({ rewrapped: 500, left: 201 })
  // Halfway through, a process with both keys opens all, and so does one that still wraps with the old one.
  for (const vault of [new Vault(sql, fresh, old), new Vault(sql, old, fresh)]) expect(hex(await vault.keysOf(subjects))).toEqual(hex(keys))
  await expect(new Vault(sql, old).keysOf(subjects)).rejects.toThrow('neither MASTER_KEY nor MASTER_KEY_PREVIOUS')

  expect(await rotate(fresh, old)).toEqual({ rewrapped: 201, left: 0 })
  expect(await rotate(fresh, old)).toEqual({ rewrapped: 0, left: 0 })
  const after = new Vault(sql, fresh)
  expect(hex(await after.keysOf(subjects))).toEqual(hex(keys))
  expect(await after.purposeKey('email')).toEqual(purpose)
  const thief = new Vault(sql, old)
  const opened = await Promise.allSettled(subjects.map((subject) => thief.keysOf([subject])))
  expect(opened.filter(({ status }) => status === 'fulfilled')).toEqual([])
  await expect(thief.purposeKey('email')).rejects.toThrow('MASTER_KEY')
  expect(shown).toEqual([500 / 701])
})

test('a key destroyed during a rotation stays destroyed', async () => {
  const [old, fresh] = [newMasterKey(), newMasterKey()]
  const vault = new Vault(sql, old)
  const [gone = '', stays = ''] = people(2)
  for (const subject of [gone, stays]) await vault.keyFor(subject)
  await vault.destroyKey(gone)
  await rotate(fresh, old)
  expect([...(await new Vault(sql, fresh).keysOf([gone, stays])).keys()]).toEqual([stays])
})

test('without the previous master key, a rotation changes nothing and says why', async () => {
  const subject = uuidV4()
  const old = newMasterKey()
  const key = await new Vault(sql, old).keyFor(subject)
  await expect(rotate(newMasterKey())).rejects.toThrow('neither MASTER_KEY nor MASTER_KEY_PREVIOUS')
  expect(await new Vault(sql, old).keyFor(subject)).toEqual(key)
})

test('keys in the first format stay readable, before and after a rotation', async () => {
  const [old, fresh] = [newMasterKey(), newMasterKey()]
  const subject = uuidV4()
  const key = await keyOfTheFirstDays(old, subject)
  // As the migration leaves them if there were people before.
  await sql`INSERT INTO vault.purpose_keys (purpose) VALUES ('email'), ('verification')`
  const derived = (purpose: string) => createHmac('sha256', Buffer.from(old, 'base64')).update(`medicready:${purpose}`).digest()

  // No one asked for 'verification' before the rotation, so it follows from the old master key.
  expect(await new Vault(sql, fresh, old).purposeKey('email')).toEqual(derived('email'))
  expect(await new Vault(sql, old).keyFor(subject)).toEqual(key)
  expect(await rotate(fresh, old)).toMatchObject({ left: 0 })
  const after = new Vault(sql, fresh)
  expect(await after.keyFor(subject)).toEqual(key)
  expect(await after.purposeKey('email')).toEqual(derived('email'))
  expect(await after.purposeKey('verification')).toEqual(derived('verification'))
})

test('the command says what it did, or what is missing', async () => {
  const [old, fresh] = [newMasterKey(), newMasterKey()]
  await new Vault(sql, old).keyFor(uuidV4())
  const command = fileURLToPath(new URL('rotate-master-key.ts', import.meta.url))
  const run = (settings: Record<string, string>) =>
    new Promise<{ code: number | null; told: string }>((resolve) => {
      const env = { ...process.env, POSTGRES_URL: database.url, ...settings }
      const child = execFile(process.execPath, [command], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, told: stdout + stderr }),
      )
    })
  expect(await run({ MASTER_KEY: fresh })).toMatchObject({
    code: 1,
    told: expect.stringContaining('neither MASTER_KEY nor MASTER_KEY_PREVIOUS'),
  })
  const done = { code: 0, told: expect.stringContaining('Every key is wrapped by MASTER_KEY') }
  expect(await run({ MASTER_KEY: fresh, MASTER_KEY_PREVIOUS: old })).toMatchObject(done)
  expect(await run({ MASTER_KEY: fresh })).toMatchObject(done)
})

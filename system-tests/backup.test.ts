import { createHash, randomBytes } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { accountOperations } from '@medicready/command-api/accounts/operations'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact } from '@medicready/domain/events'
import { directoryToCopy } from '@medicready/local/event-store-program'
import { backUp } from '@medicready/platform/backup/back-up'
import { BackupFolder, KEPT_GENERATIONS, type KeptFile, type Manifest } from '@medicready/platform/backup/backup-folder'
import { LogFiles, writeLog } from '@medicready/platform/backup/log-files'
import { restore, verify } from '@medicready/platform/backup/restore'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startTestEventStore, type TestEventStore } from '@medicready/platform/testing/event-store'
import { everyRow } from '@medicready/platform/testing/everything'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { v4 as uuidV4 } from 'uuid'
import { expect, inject, onTestFinished, test } from 'vitest'

const isStandIn = inject('eventStoreIsStandIn')
const backupKey = Buffer.alloc(32, 'backup').toString('base64')

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medicready-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A log, a database, and people in both. */
class Machine {
  readonly #server: TestEventStore
  readonly #database: TestDatabase
  #open: { sql: Sql; vault: Vault; eventStore: EventStore } | null = null

  private constructor(server: TestEventStore, database: TestDatabase) {
    this.#server = server
    this.#database = database
  }

  static async start(): Promise<Machine> {
    const machine = new Machine(await startTestEventStore(), await createTestDatabase())
    onTestFinished(async () => {
      await machine.stop()
      await machine.#server.close()
      await machine.#database.drop()
    })
    return machine
  }

  get stores() {
    if (this.#open === null) {
      const sql = connectPostgres(this.#database.url, { name: 'test', max: 4 })
      const vault = new Vault(sql, testMasterKey)
      this.#open = { sql, vault, eventStore: new EventStore({ url: this.#server.url, vault, logger: quietLogger }) }
    }
    return this.#open
  }

  async stop(): Promise<void> {
    await Promise.all([this.#open?.eventStore.close(), this.#open?.sql.end({ timeout: 1 }), this.#server.stop()])
    this.#open = null
  }

  async happens(name: string, ...events: Fact[]): Promise<void> {
    const metadata = { correlationId: 'c', causationId: 'c', commandId: uuidV4(), actorId: 'test', occurredAt: '2026-03-01T12:00:00.000Z' }
    const { eventStore } = this.stores
    const revision = (await eventStore.readStream(name)).at(-1)?.revision ?? 'no_stream'
    await eventStore.append(
      name,
      revision,
      events.map((event) => ({ id: uuidV4(), event, metadata })),
    )
  }

  async registers(): Promise<string> {
    const userId = uuidV4()
    const { sql } = this.stores
    await sql`INSERT INTO auth.credentials (credential_id, user_id, password_hash) VALUES (${uuidV4()}, ${userId}, 'a	hash\n')`
    await this.happens(`account-${userId}`, accountRegistered(userId), emailVerified(userId))
    await this.happens(`email-${userId}`, { type: 'EmailClaimed', data: { emailHash: userId, userId } })
    return userId
  }

  async erases(userId: string): Promise<void> {
    await this.happens(`account-${userId}`, { type: 'AccountErased', data: { userId } })
    await this.stores.vault.destroyKey(userId)
    await this.stores.sql`DELETE FROM auth.credentials WHERE user_id = ${userId}`
  }

  async emailsInTheLog(): Promise<Record<string, string | null>> {
    const facts = await everyFact(this.stores.eventStore)
    return Object.fromEntries(facts.flatMap(({ type, data }) => (type === 'AccountRegistered' ? [[data.userId, data.email]] : [])))
  }

  filesOfTheLog(): Promise<string> {
    return directoryToCopy(this.#server.directory, this.#server.port, isStandIn)
  }

  async backUp(backup: BackupFolder): Promise<Manifest> {
    return backUp({ ...this.stores, backup, logDirectory: await this.filesOfTheLog(), masterKey: testMasterKey })
  }

  /** Stopped before, and started again afterwards. */
  async restore(backup: BackupFolder, manifest: Manifest, asked: { replace?: boolean; masterKey?: string } = {}) {
    const { replace = true, masterKey = testMasterKey } = asked
    const { url: postgresUrl } = this.#database
    const sql = connectPostgres(postgresUrl, { name: 'restore', max: 1 })
    const where = { logDirectory: this.#server.directory, eventStoreUrl: this.#server.url, postgresUrl, sql }
    const restored = await restore({ ...where, backup, manifest, replace, masterKeys: [masterKey] }).finally(() => sql.end({ timeout: 1 }))
    await this.#server.restart()
    return restored
  }
}

const keptRows = async (sql: Sql) =>
  Object.fromEntries([...(await everyRow(sql))].filter(([name]) => /^(auth|vault|pictures|status|worker)\./.test(name)))

test('a restored machine has the same log and the same tables', async () => {
  const [one, other] = [await Machine.start(), await Machine.start()]
  const backup = new BackupFolder(await ownFolder(), backupKey)
  await one.registers()
  const { sql } = one.stores
  const bytes = randomBytes(9_000_000)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await sql`INSERT INTO pictures.images (hash, media_type, width, height, bytes, stored_at) VALUES (${hash}, 'image/png', 1, 1, ${bytes}, now())`
  await sql`INSERT INTO auth.sessions (sid, sess, expire) VALUES ('one', ${sql.json({ userId: uuidV4() })}, now())`
  await sql`INSERT INTO auth.bearer_tokens (token_hash, sid) VALUES ('\\x00', 'one')`
  await sql`INSERT INTO auth.attempts (key, taken, began_at) VALUES ('signIn', 1, now())`
  await sql`INSERT INTO worker.job_runs (job) VALUES ('reminders')`
  const [facts, rows] = [await everyFact(one.stores.eventStore), await keptRows(sql)]
  const manifest = await one.backUp(backup)
  await one.registers()
  expect(facts.every(({ position }) => position.commit < BigInt(manifest.position))).toBe(true)

  await other.registers()
  await expect(other.restore(backup, manifest)).rejects.toThrow('PostgreSQL is in use (test)')
  await other.stop()
  await expect(other.restore(backup, manifest, { replace: false })).rejects.toThrow('With --replace, it is removed')
  await expect(other.restore(backup, manifest, { masterKey: backupKey })).rejects.toThrow('MASTER_KEY is not the one')
  const upgraded = { ...manifest, migrations: [...manifest.migrations, '9999_later'] }
  await expect(other.restore(backup, upgraded)).rejects.toThrow('its last migration is 9999_later')
  await other.restore(backup, manifest)
  expect(await everyFact(other.stores.eventStore)).toEqual(facts)
  expect(await keptRows(other.stores.sql)).toEqual(rows)
  await other.stores.sql`INSERT INTO worker.job_runs (job) VALUES ('reminders')`
})

test('every person in the copied log has a key, also one who registers in the middle of the backup', async () => {
  const [one, other] = [await Machine.start(), await Machine.start()]
  let parts = 0
  /** After the first part, whichever that is, and before all others. */
  class Interrupted extends BackupFolder {
    override async keep(source: AsyncIterable<Uint8Array>) {
      const part = await super.keep(source)
      parts += 1
      if (parts === 1) {
        await one.registers()
        await one.filesOfTheLog()
      }
      return part
    }
  }
  const backup = new Interrupted(await ownFolder(), backupKey)
  await one.registers()
  const manifest = await one.backUp(backup)
  expect(parts).toBeGreaterThan(10)
  await other.stop()
  await other.restore(backup, manifest)
  const emails = Object.values(await other.emailsInTheLog())
  expect(emails.length).toBeGreaterThan(0)
  expect(emails).not.toContain(null)
})

test('people erased after a backup stay erased when that backup is restored', async () => {
  const machine = await Machine.start()
  const backup = new BackupFolder(await ownFolder(), backupKey)
  const [ana, ben, cleo] = [await machine.registers(), await machine.registers(), await machine.registers()]
  const earlier = await machine.backUp(backup)
  await machine.erases(ana)
  await machine.backUp(backup)
  // No backup knows of it, only the database that is replaced.
  await machine.erases(ben)
  await machine.stop()
  const { erasedLater } = await machine.restore(backup, earlier)
  expect(erasedLater.sort()).toEqual([ana, ben].sort())
  expect(await machine.emailsInTheLog()).toEqual({ [ana]: null, [ben]: null, [cleo]: 'ana@example.com' })
  const { sql } = machine.stores
  expect(await sql`SELECT user_id FROM auth.credentials`).toEqual([{ user_id: cleo }])
  await expect(machine.stores.vault.keyFor(ana)).rejects.toThrow('destroyed')

  const erased = async () => (await everyFact(machine.stores.eventStore)).filter(({ type }) => /^(AccountErased|EmailReleased)$/.test(type))
  expect(await erased()).toEqual([])
  const again = () => accountOperations['erase-again']?.run(dependenciesOver(machine.stores), [])
  expect(await again()).toBe('Accounts erased again: 2.')
  expect(await again()).toBe('Accounts erased again: 0.')
  const told = (await erased()).map(({ type, data }) => `${type} ${'userId' in data && data.userId}`)
  expect(told.sort()).toEqual([ana, ben].flatMap((userId) => [`AccountErased ${userId}`, `EmailReleased ${userId}`]).sort())
})

test('a backup that is cut short, damaged, or opened with another key never takes the place of the one before', async () => {
  const machine = await Machine.start()
  const folder = await ownFolder()
  const backup = new BackupFolder(folder, backupKey)
  await machine.registers()
  const manifest = await machine.backUp(backup)
  const blocks = () => readdir(join(folder, 'blocks'))
  const before = await blocks()

  let parts = 0
  class Killed extends BackupFolder {
    override async keep(source: AsyncIterable<Uint8Array>) {
      if (++parts > 8) throw new Error('killed')
      return super.keep(source)
    }
  }
  await machine.registers()
  await writeFile(join(folder, 'blocks', 'half.new'), 'half')
  await expect(machine.backUp(new Killed(folder, backupKey))).rejects.toThrow('killed')
  expect(await backup.generations()).toHaveLength(1)
  await verify(backup, manifest)
  const later = new BackupFolder(folder, backupKey)
  const next = await machine.backUp(later)
  expect(await blocks()).not.toContain('half.new')
  for (const one of [manifest, next]) await verify(later, one)
  expect(later.bytesWritten).toBeLessThan([...next.log, ...next.tables].reduce((sum, { size }) => sum + size, 0))

  await expect(machine.backUp(new BackupFolder(folder, testMasterKey))).rejects.toThrow('BACKUP_KEY')
  await machine.stop()
  const damaged = join(folder, 'blocks', before[0] ?? '')
  const bytes = await readFile(damaged)
  bytes[20] = (bytes[20] ?? 0) ^ 1
  await writeFile(damaged, bytes)
  await expect(machine.restore(backup, manifest)).rejects.toThrow(`${damaged}, a part of`)
  await rm(damaged)
  await expect(machine.restore(backup, manifest)).rejects.toThrow('is missing')
  const sealed = (await Promise.all((await blocks()).map((name) => readFile(join(folder, 'blocks', name), 'latin1')))).join()
  expect(sealed).not.toMatch(/AccountRegistered|SQLite format/)
})

test('the files of EventStoreDB are copied in the order that it needs, complete chunks once, and restored with its rule', async () => {
  const [source, folder] = [await ownFolder(), await ownFolder()]
  const read: string[] = []
  class Recording extends BackupFolder {
    override keep(stream: AsyncIterable<Uint8Array>) {
      read.push(relative(source, String((stream as ReadStream).path)))
      return super.keep(stream)
    }
  }
  const backup = new Recording(folder, backupKey)
  await mkdir(join(source, 'index', 'stream-existence'), { recursive: true })
  const put = (name: string, text: string) => writeFile(join(source, name), text)
  const end = Buffer.alloc(8)
  end.writeBigInt64LE(4_711n)
  await writeFile(join(source, 'chaser.chk'), end)
  for (const name of ['chunk-000000.000000', 'chunk-000001.000000', 'epoch.chk', 'truncate.chk', 'writer.chk']) await put(name, name)
  for (const name of ['index/indexmap', 'index/5a1a8395', 'index/stream-existence/filter.chk']) await put(name, name)

  const copy = async (previous: readonly KeptFile[]) => {
    read.length = 0
    const log = new LogFiles(source, backup, previous)
    await log.copyUpToTheEnd()
    expect(await log.end()).toBe(4_711n)
    return log.copyChunks()
  }
  const first = await copy([])
  expect(read).toEqual([
    ...['index/stream-existence/filter.chk', 'index/5a1a8395', 'index/indexmap'],
    ...['chaser.chk', 'epoch.chk', 'truncate.chk', 'writer.chk', 'chunk-000000.000000', 'chunk-000001.000000'],
  ])
  await put('chunk-000002.000000', 'the next')
  const second = await copy(first)
  expect(read.filter((name) => name.startsWith('chunk'))).toEqual(['chunk-000001.000000', 'chunk-000002.000000'])

  const target = join(await ownFolder(), 'restored')
  await writeLog(backup, second, target)
  const restored = (name: string) => readFile(join(target, name))
  expect(await restored('truncate.chk')).toEqual(end)
  for (const name of ['chaser.chk', 'chunk-000000.000000', 'chunk-000002.000000', 'index/indexmap'])
    expect(await restored(name)).toEqual(await readFile(join(source, name)))
})

test('a bounded number of backups is kept', async () => {
  const folder = await ownFolder()
  const backup = new BackupFolder(folder, backupKey)
  const empty = { position: '0', masterKey: '', migrations: [], erased: [], tables: [] }
  for (let day = 1; day <= KEPT_GENERATIONS + 2; day++) {
    const file = await backup.keep([Buffer.from(String(day))] as unknown as AsyncIterable<Buffer>)
    await backup.publish({ ...empty, time: new Date(Date.UTC(2026, 0, day)).toISOString(), log: [{ name: 'a', modified: 0, ...file }] })
  }
  expect(await backup.generations()).toHaveLength(KEPT_GENERATIONS)
  expect(await readdir(join(folder, 'blocks'))).toHaveLength(KEPT_GENERATIONS)
})

import { type ExecFileOptions, execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eraseAccount } from '@medicready/command-api/accounts/personal-data/erasure'
import { ownContext } from '@medicready/command-api/command-context'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { directoryToCopy, eventStoreProgram } from '@medicready/local/event-store-program'
import { systemClock } from '@medicready/platform/clock'
import { Chance } from '@medicready/platform/testing/chance'
import { destroyedKeys } from '@medicready/platform/vault/vault'
import type { Product } from '../product.ts'
import { tokenOf } from '../product-client.ts'
import { auditLog } from './audit/audit.ts'
import { startLoad } from './load.ts'
import { PASSWORD, Person, type School } from './person.ts'
import { allRead, connect, schoolOf, until, type World, wholeLog, withProduct } from './world.ts'

const run = promisify(execFile)
const operator = fileURLToPath(new URL('../../platform/backup/operator.ts', import.meta.url))
const BACKUP_KEY = Buffer.alloc(32, 'backup').toString('base64')

interface RestoreRunOptions {
  readonly seed: number
  readonly atOnce: number
  /** Acknowledged before the first backup, between the two, and after them. */
  readonly commands: number
  readonly signal?: AbortSignal
}

/** Kills backups and makes others, loses the stores under load, and restores the last backup. */
export const runRestore = ({ seed, atOnce, commands, signal }: RestoreRunOptions) =>
  withProduct({ BACKUP_KEY }, {}, signal, async ({ product, world: before, ledger, ends }) => {
    const backups = await mkdtemp(join(tmpdir(), 'medicready-backups-'))
    ends.defer(() => rm(backups, { recursive: true, force: true }))
    const school = await schoolOf(before, ledger, signal)
    const load = startLoad(school, { seed, atOnce })
    ends.defer(() => load.abort())
    const chance = new Chance(seed)
    const erased: string[] = []
    for (const name of ['erased-1', 'erased-2']) {
      const person = new Person(school, chance, name)
      await Promise.all([person.enter(), worked(school, commands)])
      await erase(before, await person.userId())
      erased.push(person.email)
      await operate(product, 'backup', backups, { timeout: 900 + chance.below(500), killSignal: 'SIGKILL' }).catch(() => undefined)
      await operate(product, 'backup', backups)
    }
    await worked(school, commands)

    await product.loseStores()
    await load.abort()
    await product.start('postgres')
    const said = (await operate(product, 'restore', backups)).trim().split('\n')
    await product.start('event-store')
    await product.runSetup()
    await product.startServices()

    const position = /up to position (\d+)/.exec(said[0] ?? '')?.[1] ?? ''
    const told = ledger.told.filter(({ consistencyToken }) => consistencyToken !== null)
    const kept = told.filter(({ consistencyToken }) => (consistencyToken ?? 0n) < BigInt(position))
    const faults = [...ledger.faults]
    // The one before may remember keys.
    const world = connect(product, before.pushes)
    ends.defer(world.close)
    // All read models are live, and at the end of the log.
    await allRead(world).catch((error: Error) => faults.push(error.message))
    const { facts, unreadable } = await wholeLog(world.eventStore)
    const members = new Set(kept.flatMap((one) => ('types' in one && one.types.includes('EmailVerified') ? [one.email] : [])))
    for (const email of erased) members.delete(email)
    for (const email of members)
      await signIn(school, email).catch((error: Error) => faults.push(`${email} cannot sign in: ${error.message}`))
    for (const email of erased) if (await signIn(school, email).catch(() => null)) faults.push(`${email} was erased, and can sign in`)
    // Of an erased person, the log no longer tells the address.
    const entries = kept.filter(({ email }) => !erased.includes(email))
    faults.push(...unreadable, ...auditLog(facts, entries), ...product.unexpectedEnds)
    if (facts.some(({ data }) => 'email' in data && erased.includes(data.email ?? '')))
      faults.push('The log shows the address of an erased person')
    return {
      ...{ faults, said, position },
      kept: kept.length,
      lost: told.length - kept.length,
      signedIn: members.size,
      bytesOfBackups: await bytesIn(join(backups, 'blocks')),
    }
  })

async function worked({ ledger, signal }: School, commands: number): Promise<void> {
  const goal = ledger.commands + commands
  while (ledger.commands < goal) await sleep(50, undefined, { signal })
}

async function erase(world: World, userId: string): Promise<void> {
  await eraseAccount(dependenciesOver(world), userId, ownContext('operator', systemClock))
  await until(async () => ((await destroyedKeys(world.sql)).has(userId) ? [] : [`the key of ${userId}`]))
}

async function operate(product: Product, operation: 'backup' | 'restore', folder: string, ending: ExecFileOptions = {}): Promise<string> {
  const { environment, logDirectory } = product
  const { isStandIn } = eventStoreProgram()
  const port = Number(environment.EVENTSTORE_PORT)
  const EVENTSTORE_DIRECTORY = operation === 'backup' ? await directoryToCopy(logDirectory, port, isStandIn) : logDirectory
  const { stdout } = await run(process.execPath, [operator, operation, folder], {
    ...ending,
    encoding: 'utf8',
    env: { ...process.env, ...environment, EVENTSTORE_DIRECTORY },
  })
  return stdout
}

/** Their name is sealed with their key. */
async function signIn({ client }: School, email: string): Promise<void> {
  const { body } = await client.call('POST /api/auth/login', { body: { email, password: PASSWORD } })
  const shown = await client.call('GET /api/auth/user', { bearer: tokenOf(body) })
  if (shown.body.firstName !== 'Ada') throw new Error(`the name is ${shown.body.firstName}`)
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

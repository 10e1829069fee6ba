import { setTimeout as sleep } from 'node:timers/promises'
import { findAccount } from '@medicready/command-api/accounts/find-account'
import { reconcile } from '@medicready/command-api/billing/reconcile'
import { type CommandContext, systemClock } from '@medicready/command-api/command-context'
import { replayExam } from '@medicready/command-api/exams/replay-exam'
import { partsOver } from '@medicready/command-api/parts'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import { findDueReminders } from '@medicready/command-api/reminders/due-reminders'
import { findPayments } from '@medicready/command-api/tutoring/pay-request'
import { remindOfSessions } from '@medicready/command-api/tutoring/tutoring-processes'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/roles'
import { grantTier, subscription } from '@medicready/domain/billing/subscription'
import type { Recorded } from '@medicready/domain/event'
import type { Fact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { answerSubmitted } from '@medicready/domain/testing/study-facts'
import { type PushService, startPushService } from '@medicready/local/push/start'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { type Payments, paymentsWith } from '@medicready/platform/payments/payments'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import { Chance } from '@medicready/platform/testing/chance'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { readModelRows } from '@medicready/projector/testing/read-models'
import { v4 as uuidV4 } from 'uuid'
import { audit, neverMet } from './audit.ts'
import { Load } from './fault-load.ts'
import { Ledger } from './ledger.ts'
import { MailWatch } from './mail-watch.ts'
import { auditPayments } from './payment-audit.ts'
import type { School } from './person.ts'
import { isNode, type PartName, Product } from './product.ts'
import { ProductClient } from './product-client.ts'
import { readProvider, undelivered } from './provider.ts'
import { auditPushes, pushRepeats } from './push-audit.ts'
import { auditTutoring } from './tutoring-audit.ts'
import { LONGEST_WAIT_FOR_REMINDER_MILLISECONDS } from './tutoring-round.ts'

export interface FaultRunOptions {
  /** How many processes are killed in all. */
  readonly kills: number
  /** Fixes who is killed when, and what the students do. */
  readonly seed: number
  /** How many students are at work at any moment, beside those who have places of their own. */
  readonly atOnce?: number
  /** A cluster of three needs a real server in EVENTSTORE_SERVER. */
  readonly nodes?: 1 | 3
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: FaultProgress) => void
}

export interface FaultProgress {
  readonly kills: number
  readonly commands: number
  readonly students: number
}

export interface FaultReport {
  /** Everything that was wrong, each in words that say what and where. */
  readonly faults: readonly string[]
  readonly kills: Readonly<Partial<Record<PartName, number>>>
  readonly students: number
  readonly commands: number
  readonly repeats: number
  readonly reads: number
  readonly staleReads: number
  readonly events: number
  /** What the payment provider has taken, and given back. */
  readonly payments: number
  readonly refunds: number
  /** Sessions of tutoring that were planned, and reminders of them, each for two. */
  readonly bookings: number
  readonly sessionReminders: number
  readonly mails: number
  /** Those among them that students have asked for each day. */
  readonly dailyEmails: number
  /** How often a mail that had been delivered came again under the same Message-ID. */
  readonly mailRepeats: number
  /** Those that the push service has taken for devices. */
  readonly pushes: number
  /** How often one that a device had taken came again under the same topic, and took its place. */
  readonly pushRepeats: number
  readonly rows: number
  readonly seconds: number
  /** Kept where something was wrong: the processes' output and data. */
  readonly folder: string | null
}

/** By weight: those that hold the promise are killed most. */
const victims: readonly PartName[] = [
  ...Array<PartName>(3).fill('event-store'),
  ...Array<PartName>(3).fill('command-api'),
  ...Array<PartName>(3).fill('worker'),
  ...Array<PartName>(3).fill('projector'),
  ...Array<PartName>(2).fill('stripe'),
  'read-api',
  'postgres',
]

/** When so much of the killing is done, a month passes at the payment provider's: plans are renewed, or end. */
const MONTHS_PASS_AT = [0.5, 0.8]
const MONTH_SECONDS = 31 * 86_400 + 7_200

/** However slow the machine is, it is killed in the middle of work, and not before anybody has begun. */
const COMMANDS_FOR_EACH_KILL = 8
const LONGEST_WAIT_FOR_COMMANDS = 5_000

const SETTLE_MILLISECONDS = 180_000
/** How long a node of a cluster stays away: the others elect a leader meanwhile. */
const NODE_AWAY_MILLISECONDS = 3_000
const OPERATOR_ATTEMPTS = 200

/**
 * Runs the whole product under a load of students while its processes are killed with -9 and started again, in an order
 * that the seed fixes. When all has come to rest, the log, the inbox and the read models are compared with what the
 * students were told, and the read models with a rebuild from nothing.
 */
export async function runFaults({ kills, seed, atOnce = 12, nodes = 1, signal, onProgress }: FaultRunOptions): Promise<FaultReport> {
  const startedAt = performance.now()
  const pushes = await startPushService({ port: 0 })
  const environment = { ATTEMPTS_PER_NETWORK: '1000000', STRIPE_SEED: String(seed), PUSH_SERVICE_URL: pushes.url }
  const product = await Product.prepare(environment, nodes)
  const ledger = new Ledger()
  const killed: Partial<Record<PartName, number>> = {}
  let isSound = false
  let world: World | null = null
  let load: Load | null = null
  try {
    await product.startAll()
    world = connect(product, pushes)
    const settled = world
    await caughtUp(settled, SETTLE_MILLISECONDS)

    load = new Load(await schoolOf(settled, ledger, signal), { seed, atOnce })
    load.start()
    const progress = () =>
      onProgress?.({
        kills: Object.values(killed).reduce((sum, count) => sum + count, 0),
        commands: ledger.commands,
        students: ledger.finished,
      })
    await killInTurn(product, {
      kills,
      chance: new Chance(seed),
      killed,
      progress,
      commands: () => ledger.commands,
      ...(signal && { signal }),
    }).catch((error: Error) => {
      signal?.throwIfAborted()
      ledger.fault(`The killing broke off: ${error.message}`)
    })
    ledger.faults.push(...(await load.end(SETTLE_MILLISECONDS)))
    progress()

    const faults = [...ledger.faults]
    const remindedUntil = await everybodyReminded(settled)
    await everythingTold(settled, SETTLE_MILLISECONDS).catch((error: Error) => faults.push(error.message))
    faults.push(...(await reconciled(settled)))
    await caughtUp(settled, SETTLE_MILLISECONDS).catch((error: Error) => faults.push(error.message))
    const provider = await readProvider(settled.payments)
    const { facts, unreadable } = await wholeLog(settled.eventStore)
    const [mails, repeats] = await Promise.all([settled.mails.all(), settled.mails.repeats()])
    const { differences, rows } = await differencesToRebuild(settled)
    faults.push(...(await decidedOtherwise(settled, facts)))
    faults.push(...unreadable, ...audit(facts, { mails, repeats, kills }, ledger), ...differences, ...product.unexpectedEnds)
    faults.push(...auditPayments(facts, provider), ...auditPushes(facts, pushes.taken(), kills))
    const { tutoring: money } = provider
    faults.push(...auditTutoring(facts, { told: ledger.told, money, remindedUntil }))
    const plans = [...provider.customers.values()]
    const met = {
      mails: mails.length,
      payments: plans.flatMap(({ paid }) => paid).length + money.payments.length,
      notifications: pushes.taken().length,
      bookings: facts.filter(({ type }) => type === 'TutoringSessionScheduled').length,
      sessionReminders: facts.filter(({ type }) => type === 'TutoringReminderDue').length,
    }
    const { sessionReminders, ...others } = met
    faults.push(...neverMet({ ...others, 'reminders of sessions': sessionReminders }))
    isSound = faults.length === 0
    return {
      faults,
      kills: killed,
      students: ledger.finished,
      commands: ledger.commands,
      repeats: ledger.repeats,
      reads: ledger.reads,
      staleReads: ledger.staleReads,
      events: facts.length,
      payments: met.payments,
      refunds: plans.flatMap(({ refunds }) => refunds).length + money.refunds.length,
      bookings: met.bookings,
      sessionReminders: met.sessionReminders,
      mails: met.mails,
      dailyEmails: mails.filter(({ messageId }) => messageId.startsWith('dailyEmail.')).length,
      mailRepeats: repeats.length,
      pushes: met.notifications,
      pushRepeats: pushRepeats(pushes.taken()),
      rows,
      seconds: (performance.now() - startedAt) / 1000,
      folder: isSound ? null : product.folder,
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Error(`The run broke off. Output and data of the processes are in ${product.folder}`, { cause: error })
  } finally {
    await load?.abort()
    await world?.close()
    await product.stop({ keepFolder: !isSound && !signal?.aborted })
    await pushes.close()
  }
}

/** Our own way to the stores, beside the product's. */
interface World {
  readonly product: Product
  readonly sql: Sql
  readonly vault: Vault
  readonly eventStore: EventStore
  readonly mails: MailWatch
  readonly pushes: PushService
  readonly payments: Payments
  close(): Promise<void>
}

function connect(product: Product, pushes: PushService): World {
  const { POSTGRES_URL = '', EVENTSTORE_URL = '', MASTER_KEY = '' } = product.environment
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE } = product.environment
  const sql = connectPostgres(POSTGRES_URL, { name: 'system-tests' })
  const vault = new Vault(sql, MASTER_KEY)
  const eventStore = new EventStore({ url: EVENTSTORE_URL, vault, logger: quietLogger })
  return {
    product,
    sql,
    vault,
    eventStore,
    mails: new MailWatch(product.environment),
    pushes,
    payments: paymentsWith({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE }),
    close: async () => {
      await eventStore.close()
      await sql.end({ timeout: 1 })
    },
  }
}

async function schoolOf(world: World, ledger: Ledger, signal?: AbortSignal): Promise<School> {
  const { product, mails, pushes } = world
  const bank = await readBank(bankDirectory)
  const questions = new Map(bank.map(({ id, ...content }) => [questionIdOf(id), content]))
  const parts = partsOver(world)
  const ending = signal ?? new AbortController().signal
  /** What an operator does for an account, again until it is done. */
  const forAccount = async (email: string, deed: (userId: string, context: CommandContext) => Promise<unknown>): Promise<void> => {
    const commandId = uuidV4()
    for (let attempt = 1; ; attempt++) {
      try {
        const account = await findAccount(parts, email)
        if (!account) throw new Error(`${email} is verified and cannot be found.`)
        await deed(account.state.userId, { commandId, actorId: 'operator', correlationId: commandId, now: systemClock() })
        return
      } catch (error) {
        if (attempt === OPERATOR_ATTEMPTS) throw error
        await sleep(100, undefined, { signal: ending })
      }
    }
  }
  return {
    client: new ProductClient(product.environment),
    mails,
    pushes,
    ledger,
    questions,
    grantTier: (email, tier) =>
      forAccount(email, (userId, context) => parts.commands.execute(subscription, userId, grantTier({ userId, tier }), context)),
    makeAdministrator: (email) =>
      forAccount(email, (userId, context) => {
        const grant = changeRole({ role: 'admin', reason: 'Runs the business.' })
        return parts.commands.execute(accountAggregate, userId, grant, context)
      }),
    studiedOn: (email, date) =>
      forAccount(email, (userId, context) => {
        const [[questionId, { module }]] = [...questions] as [[string, QuestionContent]]
        const answered = answerSubmitted({ userId, date, questionId, module })
        const decide = ({ answers }: { answers: ReadonlyMap<string, unknown> }) => (answers.size > 0 ? [] : [answered])
        return parts.commands.execute(studyDay, studyDayId(userId, date), decide, context)
      }),
    signal: ending,
  }
}

interface KillOptions {
  readonly kills: number
  readonly chance: Chance
  readonly killed: Partial<Record<PartName, number>>
  readonly progress: () => void
  /** How many commands were acknowledged up to now. */
  readonly commands: () => number
  readonly signal?: AbortSignal
}

/** One or two at a time, now and then again while they start, with short and long times of rest between. */
async function killInTurn(product: Product, { kills, chance, killed, progress, commands, signal }: KillOptions): Promise<void> {
  let left = kills
  const kill = async (name: PartName) => {
    if (left === 0) return
    left -= 1
    killed[name] = (killed[name] ?? 0) + 1
    await product.kill(name)
    progress()
  }
  const starting = new Set<PartName>()
  const months: Promise<void>[] = []
  while (left > 0) {
    const since = Date.now()
    while (commands() < (kills - left) * COMMANDS_FOR_EACH_KILL && Date.now() - since < LONGEST_WAIT_FOR_COMMANDS) await sleep(50)
    signal?.throwIfAborted()
    while (kills - left >= (MONTHS_PASS_AT[months.length] ?? 2) * kills) months.push(aMonthPasses(product, signal))
    const first = chance.pick(victims)
    const second = chance.happens(0.25) ? chance.pick(victims) : first
    const names = (await Promise.all([...new Set([first, second])].map((victim) => standingFor(victim, product)))).filter(
      (name) => name !== null,
    )
    await Promise.all(names.map(kill))
    await sleep(chance.happens(0.15) ? 500 + chance.below(1_500) : chance.below(200))
    for (const name of names) {
      if (product.nodes.length > 1 && isNode(name)) await sleep(NODE_AWAY_MILLISECONDS)
      product.launch(name)
      starting.add(name)
    }
    const [again] = names
    if (again !== undefined && chance.happens(0.2)) {
      await sleep(chance.below(900))
      const name = chance.pick(names)
      await kill(name)
      product.launch(name)
    }
    // A part that ended by itself is noted by the product; the run goes on without it missing.
    if (chance.happens(0.3)) continue
    await Promise.all([...starting].map((name) => ready(product, name)))
    starting.clear()
    await sleep(chance.below(600))
  }
  await Promise.all([...starting].map((name) => ready(product, name)))
  await Promise.all(months)
}

/** Asked for until it is answered: who asked in vain may have moved it a part of the way, or all of it. */
async function aMonthPasses({ environment }: Product, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const body = new URLSearchParams({ seconds: String(MONTH_SECONDS) })
    const headers = { accept: 'application/json' }
    const answer = await fetch(`${environment.STRIPE_API_BASE}/clock`, { method: 'POST', headers, body }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(100)
  }
}

/**
 * Of a cluster the leader is killed, and only while all nodes stand, since two of three must. Null when it is not the
 * time for it.
 */
async function standingFor(victim: PartName, product: Product): Promise<PartName | null> {
  return product.nodes.length > 1 && isNode(victim) ? product.leaderOfAll() : victim
}

async function ready(product: Product, name: PartName): Promise<void> {
  for (;;) {
    product.launch(name)
    try {
      return await product.whenReady(name)
    } catch (error) {
      if (product.isRunning(name)) throw error
    }
  }
}

/**
 * Nobody who is to be reminded waits for the minute in which it would be looked for them, nor for the hour of a session
 * that is near. Answers up to when everybody was.
 */
async function everybodyReminded(world: World): Promise<string> {
  await caughtUp(world, SETTLE_MILLISECONDS)
  const parts = { ...partsOver(world), sql: world.sql, signal: new AbortController().signal }
  await findDueReminders({ ...parts, clock: systemClock })
  const until = new Date(Date.now() + LONGEST_WAIT_FOR_REMINDER_MILLISECONDS).toISOString()
  await remindOfSessions({ ...parts, clock: () => until })
  return until
}

/** Until the payment provider has told all that has happened there, and everybody has heard of it. */
async function everythingTold(world: World, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds
  for (let left = 1; left > 0; ) {
    left = await undelivered(world.payments).catch(() => Number.POSITIVE_INFINITY)
    if (left === 0) break
    if (Date.now() > deadline) throw new Error(`After ${milliseconds} ms the payment provider had ${left} events to tell`)
    await sleep(200)
  }
  await caughtUp(world, milliseconds)
}

/** What the reconciliation had to mend, or could not: nothing, where every message has arrived. */
async function reconciled({ eventStore, sql, vault, payments }: World): Promise<string[]> {
  const { signal } = new AbortController()
  const { commands } = partsOver({ eventStore, sql, vault })
  const done = await reconcile({ commands, sql, payments, clock: systemClock, signal, logger: quietLogger })
  const { found } = await findPayments({ commands, sql, payments, clock: systemClock, signal })
  return [
    ...(done?.differences === 0 ? [] : [`The reconciliation found ${done?.differences} differences, and mended ${done?.mended}`]),
    ...(found === 0 ? [] : [`${found} payments for tutoring were found that nobody had told of`]),
  ]
}

/** Until every read model and the worker have handled the last event of the log. */
async function caughtUp({ sql, eventStore }: World, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const behind = await stragglers(sql, eventStore).catch((error: unknown) => [String(error)])
    if (behind.length === 0) return
    if (Date.now() > deadline) throw new Error(`After ${milliseconds} ms these had not reached the end of the log: ${behind.join('; ')}`)
    await sleep(50)
  }
}

async function stragglers(sql: Sql, eventStore: EventStore): Promise<string[]> {
  const head = String((await eventStore.head())?.commit)
  const checkpoints = await sql<{ name: string; commit_position: string | null }[]>`
    SELECT read_model AS name, commit_position FROM projector.checkpoints WHERE state = 'live'
    UNION ALL SELECT 'worker', (SELECT min(commit_position) FROM worker.checkpoints)`
  const failures = await sql<
    { read_model: string; error: string }[]
  >`SELECT read_model, error FROM projector.failures WHERE resolved_at IS NULL`
  const deferred = await sql<{ event_id: string }[]>`SELECT event_id FROM worker.deferred`
  return [
    ...deferred.map(({ event_id }) => `the mail or notification for event ${event_id} was put aside`),
    ...[...readModels.map(({ name }) => name), 'worker']
      .filter((name) => !checkpoints.some((checkpoint) => checkpoint.name === name))
      .map((name) => `${name} has no checkpoint`),
    ...checkpoints
      .filter(({ commit_position }) => commit_position !== head)
      .map(({ name, commit_position }) => `${name} is at ${commit_position} of ${head}`),
    ...failures.map(({ read_model, error }) => `${read_model} is parked: ${error}`),
  ]
}

async function wholeLog(eventStore: EventStore): Promise<{ facts: Recorded<Fact>[]; unreadable: string[] }> {
  const facts: Recorded<Fact>[] = []
  const unreadable: string[] = []
  for await (const batch of eventStore.replay({ from: null, batchSize: 500 }))
    for (const entry of batch)
      if (entry.kind === 'fact') facts.push(entry.fact)
      else unreadable.push(`${entry.type} in ${entry.streamName} at ${entry.position.commit} cannot be read (${entry.kind})`)
  return { facts, unreadable }
}

/** Exams that are not decided again as they were: the log alone says what an exam is. */
async function decidedOtherwise({ eventStore, sql, vault }: World, facts: readonly Recorded<Fact>[]): Promise<string[]> {
  const parts = partsOver({ eventStore, sql, vault })
  const faults: string[] = []
  for (const { type, data } of facts) {
    if (type !== 'ExamStarted') continue
    const { differences } = await replayExam(parts, data.examId)
    faults.push(...differences.map((difference) => `exam ${data.examId} is decided otherwise: ${JSON.stringify(difference)}`))
  }
  return faults
}

/** Fills an empty database from the log and compares every row of everything that can be read, byte by byte. */
async function differencesToRebuild({ product, sql, eventStore }: World): Promise<{ differences: string[]; rows: number }> {
  const url = new URL(product.environment.POSTGRES_URL ?? '')
  url.pathname = '/rebuilt'
  await sql`CREATE DATABASE rebuilt`
  await migrate(url.href)
  const rebuiltSql = connectPostgres(url.href, { name: 'system-tests rebuild', max: 16 })
  try {
    const { signal } = new AbortController()
    await rebuild({ postgresUrl: url.href, sql: rebuiltSql, eventStore, readModels, logger: quietLogger, signal })
    const [live, rebuilt] = await Promise.all([readModelRows(sql), readModelRows(rebuiltSql)])
    const differences: string[] = []
    for (const table of new Set([...Object.keys(live), ...Object.keys(rebuilt)])) {
      const [here, there] = [new Set(live[table]), new Set(rebuilt[table])]
      const count = `${live[table]?.length ?? 'no'} rows live, ${rebuilt[table]?.length ?? 'no'} rebuilt`
      const example = [...here].find((row) => !there.has(row)) ?? [...there].find((row) => !here.has(row))
      if (example !== undefined || live[table]?.length !== rebuilt[table]?.length)
        differences.push(`read.${table} is not what a rebuild makes of it (${count}), for example ${example}`)
    }
    return { differences, rows: Object.values(live).flat().length }
  } finally {
    await rebuiltSql.end({ timeout: 1 })
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { findAccount } from '@medicready/command-api/accounts/find-account'
import { reconcile } from '@medicready/command-api/billing/reconcile'
import type { CommandContext } from '@medicready/command-api/command-context'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { replayExam } from '@medicready/command-api/exams/operations'
import { findDueReminders } from '@medicready/command-api/reminders/due-reminders'
import { findPayments } from '@medicready/command-api/tutoring/payments'
import { remindOfSessions } from '@medicready/command-api/tutoring/processes'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/settings'
import { grantTier, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { type PushService, startPushService } from '@medicready/local/push/start'
import { systemClock } from '@medicready/platform/clock'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { Payments } from '@medicready/platform/payments/payments'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { readModelRows } from '@medicready/projector/testing/read-models'
import { v4 as uuidV4 } from 'uuid'
import { bankQuestions } from '../population/questions.ts'
import { Product } from '../product.ts'
import { MailWatch, ProductClient } from '../product-client.ts'
import { undelivered } from '../provider.ts'
import { Ledger } from './ledger.ts'
import type { School } from './person.ts'
import { LONGEST_WAIT_FOR_REMINDER_MILLISECONDS } from './tutoring-round.ts'

const OPERATOR_ATTEMPTS = 200

export type World = ReturnType<typeof connect>

export function connect(product: Product, pushes: PushService) {
  const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY } = product.environment
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
    payments: new Payments(product.environment),
    close: async (): Promise<void> => {
      await eventStore.close()
      await sql.end({ timeout: 1 })
    },
  }
}

interface Run {
  readonly product: Product
  readonly world: World
  readonly ledger: Ledger
  /** For what must end before the product. */
  readonly ends: AsyncDisposableStack
}

/** Runs a product, whose folder with its data and output is kept when the run finds faults. */
export async function withProduct<Found extends { readonly faults: readonly string[] }>(
  environment: Readonly<Record<string, string>>,
  size: Parameters<typeof Product.prepare>[1],
  signal: AbortSignal | undefined,
  run: (of: Run) => Promise<Found>,
): Promise<Found & { readonly seconds: number; readonly folder: string | null }> {
  const startedAt = performance.now()
  const pushes = await startPushService({ port: 0 })
  const product = await Product.prepare({ ATTEMPTS_PER_NETWORK: '1000000', PUSH_SERVICE_URL: pushes.url, ...environment }, size)
  const ends = new AsyncDisposableStack()
  let isSound = false
  try {
    await product.startAll()
    const world = connect(product, pushes)
    ends.defer(world.close)
    await caughtUp(world)
    const found = await run({ product, world, ledger: new Ledger(), ends })
    isSound = found.faults.length === 0
    return { ...found, seconds: (performance.now() - startedAt) / 1_000, folder: isSound ? null : product.folder }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Error(`The run failed. Output and data of the processes are in ${product.folder}`, { cause: error })
  } finally {
    await ends.disposeAsync()
    await product.stop({ keepFolder: !isSound && !signal?.aborted })
    await pushes.close()
  }
}

export async function schoolOf(world: World, ledger: Ledger, signal?: AbortSignal): Promise<School> {
  const { product, mails, pushes } = world
  const questions = new Map((await bankQuestions()).map(({ questionId, content }) => [questionId, content]))
  const deps = dependenciesOver(world)
  const ending = signal ?? new AbortController().signal
  /** What an operator does, repeated until it succeeds. */
  const forAccount = async (email: string, deed: (userId: string, context: CommandContext) => Promise<unknown>): Promise<void> => {
    const commandId = uuidV4()
    for (let attempt = 1; ; attempt++) {
      try {
        const account = await findAccount(deps, email)
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
    client: new ProductClient(product.addresses),
    mails,
    pushes,
    ledger,
    questions,
    grantTier: (email, tier) =>
      forAccount(email, (userId, context) => deps.commands.execute(subscriptionAggregate, userId, grantTier({ userId, tier }), context)),
    makeAdministrator: (email) =>
      forAccount(email, (userId, context) => {
        const grant = changeRole({ role: 'admin', reason: 'Runs the business.' })
        return deps.commands.execute(accountAggregate, userId, grant, context)
      }),
    studiedOn: (email, date) =>
      forAccount(email, (userId, context) => {
        const [[questionId, { module }]] = [...questions] as [[string, QuestionContent]]
        const answered = answerSubmitted({ userId, date, questionId, module })
        const decide = ({ answers }: { answers: ReadonlyMap<string, unknown> }) => (answers.size > 0 ? [] : [answered])
        return deps.commands.execute(studyDayAggregate, studyDayId(userId, date), decide, context)
      }),
    signal: ending,
  }
}

export const SETTLE_MILLISECONDS = 180_000

/** Looks for due reminders instead of waiting for them. Returns up to when everyone was reminded. */
export async function everyoneReminded(world: World): Promise<string> {
  await caughtUp(world)
  const deps = { ...dependenciesOver(world), sql: world.sql, signal: new AbortController().signal }
  await findDueReminders({ ...deps, clock: systemClock })
  const until = new Date(Date.now() + LONGEST_WAIT_FOR_REMINDER_MILLISECONDS).toISOString()
  await remindOfSessions({ ...deps, clock: () => until })
  return until
}

/** Waits until nothing is left. */
export async function until(whatIsLeft: () => Promise<readonly string[]>): Promise<void> {
  const deadline = Date.now() + SETTLE_MILLISECONDS
  for (;;) {
    const left = await whatIsLeft().catch((error: unknown) => [String(error)])
    if (left.length === 0) return
    if (Date.now() > deadline) throw new Error(`After ${SETTLE_MILLISECONDS} ms this was left: ${left.join('; ')}`)
    await sleep(100)
  }
}

export async function everythingTold(world: World): Promise<void> {
  await until(async () => {
    const left = await undelivered(world.payments)
    return left === 0 ? [] : [`the payment provider has ${left} events to tell`]
  })
  await caughtUp(world)
}

export const caughtUp = ({ sql, eventStore }: World): Promise<void> =>
  until(async () => [...(await putOff(sql)), ...(await stragglers(sql, eventStore))])

/** Work that was cut in half may wait for minutes before it is given up. */
export const allRead = ({ sql, eventStore }: World): Promise<void> => until(() => stragglers(sql, eventStore))

/** It must find nothing, since every message has arrived. */
export async function reconciled({ eventStore, sql, vault, payments }: World): Promise<string[]> {
  const { signal } = new AbortController()
  const { commands } = dependenciesOver({ eventStore, sql, vault })
  const done = await reconcile({ commands, sql, payments, clock: systemClock, signal, logger: quietLogger })
  const { found } = await findPayments({ commands, sql, payments, clock: systemClock, signal })
  return [
    ...(done?.differences === 0 ? [] : [`The reconciliation found ${done?.differences} differences, and mended ${done?.mended}`]),
    ...(found === 0 ? [] : [`${found} tutoring payments were found that no event had reported`]),
  ]
}

async function putOff(sql: Sql): Promise<string[]> {
  const deferred = await sql<{ event_id: string }[]>`SELECT event_id FROM worker.deferred`
  return deferred.map(({ event_id }) => `the mail or notification for event ${event_id} was put aside`)
}

async function stragglers(sql: Sql, eventStore: EventStore): Promise<string[]> {
  const head = String((await eventStore.head())?.commit)
  const checkpoints = await sql<{ name: string; commit_position: string | null }[]>`
    SELECT read_model AS name, commit_position FROM projector.checkpoints WHERE state = 'live'
    UNION ALL SELECT 'worker', (SELECT min(commit_position) FROM worker.checkpoints)`
  const failures = await sql<
    { read_model: string; error: string }[]
  >`SELECT read_model, error FROM projector.failures WHERE resolved_at IS NULL`
  return [
    ...[...readModels.map(({ name }) => name), 'worker']
      .filter((name) => !checkpoints.some((checkpoint) => checkpoint.name === name))
      .map((name) => `${name} has no checkpoint`),
    ...checkpoints
      // Those of a later version wait for it.
      .filter(({ name }) => name === 'worker' || readModels.some((readModel) => readModel.name === name))
      .filter(({ commit_position }) => commit_position !== head)
      .map(({ name, commit_position }) => `${name} is at ${commit_position} of ${head}`),
    ...failures.map(({ read_model, error }) => `${read_model} is parked: ${error}`),
  ]
}

export async function wholeLog(eventStore: EventStore): Promise<{ facts: Recorded<Fact>[]; unreadable: string[] }> {
  const facts: Recorded<Fact>[] = []
  const unreadable: string[] = []
  for await (const batch of eventStore.replay({ from: null, batchSize: 500 }))
    for (const entry of batch)
      if (entry.kind === 'fact') facts.push(entry.fact)
      else unreadable.push(`${entry.type} in ${entry.streamName} at ${entry.position.commit} cannot be read (${entry.kind})`)
  return { facts, unreadable }
}

/** Exams must replay as they were decided: the log alone says what an exam is. */
export async function decidedOtherwise({ eventStore, sql, vault }: World, facts: readonly Recorded<Fact>[]): Promise<string[]> {
  const deps = dependenciesOver({ eventStore, sql, vault })
  const faults: string[] = []
  for (const { type, data } of facts) {
    if (type !== 'ExamStarted') continue
    const { differences } = await replayExam(deps, data.examId)
    faults.push(...differences.map((difference) => `exam ${data.examId} is decided otherwise: ${JSON.stringify(difference)}`))
  }
  return faults
}

export async function differencesToRebuild({ product, sql, eventStore }: World): Promise<{ differences: string[]; rows: number }> {
  const url = new URL(product.environment.POSTGRES_URL)
  url.pathname = '/rebuilt'
  await sql`CREATE DATABASE rebuilt`
  await migrate(url.href)
  const rebuiltSql = connectPostgres(url.href, { name: 'system-tests rebuild', max: 16 })
  try {
    const { signal } = new AbortController()
    await rebuild({ postgresUrl: url.href, sql: rebuiltSql, eventStore, readModels, logger: quietLogger, signal })
    const [live, rebuilt] = await Promise.all([readModelRows(sql), readModelRows(rebuiltSql)])
    const differences: string[] = []
    for (const table of Object.keys(rebuilt)) {
      const [here, there] = [new Set(live[table]), new Set(rebuilt[table])]
      const count = `${live[table]?.length ?? 'no'} rows live, ${rebuilt[table]?.length ?? 'no'} rebuilt`
      const example = [...here].find((row) => !there.has(row)) ?? [...there].find((row) => !here.has(row))
      if (example !== undefined || live[table]?.length !== rebuilt[table]?.length)
        differences.push(`${table} is not what a rebuild makes of it (${count}), for example ${example}`)
    }
    return { differences, rows: Object.values(live).flat().length }
  } finally {
    await rebuiltSql.end({ timeout: 1 })
  }
}

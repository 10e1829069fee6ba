import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registerAccount } from '@medicready/command-api/accounts/register-account'
import { buildCommandApi } from '@medicready/command-api/application'
import { idFrom, ownContext } from '@medicready/command-api/command-context'
import { dependenciesOver } from '@medicready/command-api/dependencies'
import { publishPolicies } from '@medicready/command-api/legal/policies'
import { jobs, reactions } from '@medicready/command-api/processes'
import { bankDirectory, loadBank, readBank } from '@medicready/command-api/questions/load-bank'
import { LITTLE_MEMORY_KIB } from '@medicready/command-api/testing/test-stores'
import type { WorkerDeps } from '@medicready/command-api/worker/definitions'
import { reactTo } from '@medicready/command-api/worker/line'
import { runReactions } from '@medicready/command-api/worker/reactions'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { changeRole } from '@medicready/domain/accounts/settings'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { type Tier, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import { grantTier, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Call, Example } from '@medicready/domain/contract/call/call'
import { type CallKey, type CallsOf, contract } from '@medicready/domain/contract/contract'
import type { Aggregate, Decide } from '@medicready/domain/core/decider'
import type { Position, Recorded } from '@medicready/domain/core/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import { correctAnswerOf, distractorsOf, reasonsOf } from '@medicready/domain/questions/content/item'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { assignDailyQuestions, studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { announceSessions } from '@medicready/platform/http/identity'
import { Mailer, Pace } from '@medicready/platform/mail/mailer'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import { PostmarkEvents } from '@medicready/platform/mail-events/postmark'
import { Payments } from '@medicready/platform/payments/payments'
import { connectPgPool, connectPostgres } from '@medicready/platform/postgres/connection'
import { PushSender } from '@medicready/platform/push/push-sender'
import { everyFact } from '@medicready/platform/testing/event-log'
import { startSteadyEventStore } from '@medicready/platform/testing/event-store'
import { freePort } from '@medicready/platform/testing/free-port'
import { postmarkBounce, postmarkCall, postmarkLogin } from '@medicready/platform/testing/mail-providers'
import { type MailReply, startTestMailServer } from '@medicready/platform/testing/mail-server'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { patience } from '@medicready/platform/testing/patience'
import { createTestDatabase, type Furnishing } from '@medicready/platform/testing/postgres'
import { answers, startProgram } from '@medicready/platform/testing/program'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { openEmpty } from '@medicready/projector/engine/builds'
import { Projector } from '@medicready/projector/engine/projector'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { buildReadApi } from '@medicready/read-api/application'
import { startStripe } from '@medicready/stripe-stand-in/start'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, expect, vi } from 'vitest'
import { undelivered } from './provider.ts'

const STRIPE_SECRET_KEY = 'sk_test_of_tests_of_tests'
const STRIPE_WEBHOOK_SECRET = 'whsec_of_tests_of_tests'
const NOWHERE = 'http://127.0.0.1:9'
const sessionSecret = 'a secret for tests, 32 letters long'
export const BACKEND_QUESTIONS = 16
const isOfTrauma = (module: ModuleName, place: number): boolean => module === 'Trauma' && place < BACKEND_QUESTIONS

/** As the projector leaves a database whose log is empty. */
const withReadModels: Furnishing = {
  name: 'with_read_models',
  furnish: async (urlOf) => {
    const sql = connectPostgres(urlOf('projector'), projectorSession('projector'))
    for (const readModel of readModels) await openEmpty(sql, readModel)
    await sql.end()
  },
}

/** Reading it takes most of a second: once per process. */
let bankOnce: ReturnType<typeof readBank> | null = null

/** Both APIs and the projector in this process, each by its own role. Only the named reactions of the worker run. */
export async function startBackend({
  publicUrl = 'http://localhost:3000',
  reacting = [],
  answersMail = () => null,
  pushServiceUrl = NOWHERE,
  mailEventSources = { postmark: new PostmarkEvents(postmarkLogin) },
  exportDirectory,
  isLoaded = isOfTrauma,
}: {
  readonly publicUrl?: string
  readonly reacting?: readonly string[]
  readonly answersMail?: MailReply
  readonly pushServiceUrl?: string
  readonly mailEventSources?: MailEventSources
  readonly exportDirectory?: string
  /** Selects questions of the bank by their index in their module. */
  readonly isLoaded?: (module: ModuleName, place: number) => boolean
} = {}) {
  const mails = await startTestMailServer(answersMail)
  const database = await createTestDatabase(withReadModels)
  const log = await startSteadyEventStore()
  const sql = connectPostgres(database.urlOf('command-api'), { name: 'command-api' })
  const readSql = connectPostgres(database.urlOf('read-api'), { name: 'read-api' })
  const workerSql = connectPostgres(database.urlOf('worker'), { name: 'worker' })
  const ownerSql = connectPostgres(database.url, { name: 'test' })
  const projectorSql = connectPostgres(database.urlOf('projector'), projectorSession('projector'))
  const sessionPool = connectPgPool(database.urlOf('command-api'), { name: 'sessions' }, quietLogger)
  // The stand-in calls the command API's webhook over the wire.
  const commandApiPort = await freePort()
  const stripeDirectory = await mkdtemp(join(tmpdir(), 'medicready-stripe-'))
  const stripe = await startStripe({
    port: 0,
    directory: stripeDirectory,
    secretKey: STRIPE_SECRET_KEY,
    endpoint: { url: `http://127.0.0.1:${commandApiPort}/api/stripe/webhook`, secret: STRIPE_WEBHOOK_SECRET },
  })
  const stripeSettings = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE: stripe.url }
  const environmentOf = (service: 'worker' | 'command-api') => ({
    ...{ POSTGRES_URL: database.urlOf(service), EVENTSTORE_URL: log.url, MASTER_KEY: testMasterKey },
    ...stripeSettings,
  })
  const payments = new Payments(stripeSettings)
  const vault = new Vault(sql, testMasterKey)
  const eventStore = new EventStore({ url: log.url, vault, logger: quietLogger })
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead).toISOString()
  const deps = dependenciesOver({ eventStore, sql, vault, passwordMemoryKib: LITTLE_MEMORY_KIB })
  vault.start()
  const workerVault = new Vault(workerSql, testMasterKey)
  const workerEventStore = new EventStore({ url: log.url, vault: workerVault, logger: quietLogger })
  const ofTheWorker = dependenciesOver({ eventStore: workerEventStore, sql: workerSql, vault: workerVault })
  bankOnce ??= readBank(bankDirectory)
  const modules = Map.groupBy(await bankOnce, ({ module }) => module)
  const bank = [...modules].flatMap(([module, questions]) => questions.filter((_, place) => isLoaded(module, place)))
  await loadBank(deps, bank, ownContext('test', clock))
  await publishPolicies(deps, ownContext('test', clock))

  const projector = new Projector({
    postgresUrl: database.urlOf('projector'),
    sql: projectorSql,
    eventStore,
    readModels,
    logger: quietLogger,
  })
  projector.start()
  const commandApi = await buildCommandApi({
    sql,
    sessionPool,
    eventStore,
    vault,
    logger: quietLogger,
    edgeAddresses: ['127.0.0.1'],
    callsPerMinute: 1_000_000,
    clock,
    publicUrl,
    sessionSecret,
    payments,
    mailEventSources,
    pushServiceUrl,
    exportDirectory,
    passwordMemoryKib: LITTLE_MEMORY_KIB,
    attemptLimits: { perNetwork: 1_000_000, overall: 1_000_000 },
  })
  await commandApi.listen({ port: commandApiPort, host: '127.0.0.1' })
  const readApi = await buildReadApi({
    sql: readSql,
    logger: quietLogger,
    edgeAddresses: ['127.0.0.1'],
    callsPerMinute: 1_000_000,
    clock,
    sessionSecret,
    publicUrl,
    serviceUrls: { edge: NOWHERE, 'command-api': NOWHERE, projector: NOWHERE, worker: NOWHERE },
  })
  await shown()
  expect((await readApi.inject('/health/ready')).statusCode).toBe(200)
  const mailer = new Mailer({ smtpUrl: mails.smtpUrl, from: 'test@example.com', publicUrl })
  const pushes = new PushSender({ vault: workerVault, contact: 'test@example.com', ownService: pushServiceUrl })
  const reminderPace = new Pace(1_000)
  let working: readonly string[] = reacting
  let stopWorker = startReactions(working)
  let newest = 0n

  function workerDeps(signal: AbortSignal): WorkerDeps {
    const address = '1 Main Street, Denver, CO 80202'
    const outside = { mailer, payments, pushes, publicUrl, reminderPace, postalAddress: address, readApiUrl: NOWHERE, authoring: null }
    return { ...ofTheWorker, ...outside, clock, logger: quietLogger, signal }
  }

  function startReactions(names: readonly string[]): () => Promise<void> {
    const chosen = reactions.filter(({ name }) => names.includes(name))
    if (chosen.length === 0) return async () => {}
    const stopping = new AbortController()
    const { signal } = stopping
    const options = { eventStore: workerEventStore, sql: workerSql, logger: quietLogger, signal, lookMilliseconds: 100 }
    const working = runReactions({ ...options, reactions: chosen, deps: workerDeps(signal) })
    return async () => {
      stopping.abort()
      await working
    }
  }

  /** With `fromTheBeginning`, reactions read the whole log again. */
  async function restartWorker(names: readonly string[], { fromTheBeginning = false } = {}): Promise<void> {
    await stopWorker()
    if (fromTheBeginning) await ownerSql`TRUNCATE worker.checkpoints, worker.deferred`
    working = names
    stopWorker = startReactions(working)
  }

  /** Waits until the read models show everything written so far. */
  async function shown(): Promise<void> {
    const head = String((await eventStore.head())?.commit)
    const caughtUp = () => projectorSql`SELECT FROM projector.checkpoints WHERE state = 'live' AND commit_position >= ${head}`
    await vi.waitFor(async () => expect(await caughtUp()).toHaveLength(readModels.length), patience)
  }

  /** Waits until the reactions have handled everything that calls have written. */
  async function reacted(): Promise<void> {
    const there = () =>
      workerSql`SELECT FROM worker.checkpoints WHERE reaction IN ${workerSql(working)} AND commit_position >= ${String(newest)}`
    await vi.waitFor(async () => expect(await there()).toHaveLength(working.length), patience)
  }

  /** Waits until the payment provider has delivered everything and reactions have handled all that follows. */
  async function settled(): Promise<void> {
    for (let before: Position | null = null; ; ) {
      await vi.waitFor(async () => expect(await undelivered(payments)).toBe(0), patience)
      const head = await eventStore.head()
      if (before && head?.commit === before.commit) return
      before = head
      show(head)
      await reacted()
    }
  }

  async function deliver(name: string, fact: Recorded<Fact>): Promise<void> {
    const reaction = reactions.find((one) => one.name === name)
    if (!reaction) throw new Error(`There is no reaction ${name}.`)
    await reactTo(reaction, fact, workerDeps(new AbortController().signal))
  }

  /** Waits for what was written before, then runs the job once. */
  async function runJob(name: string): Promise<unknown> {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no job ${name}.`)
    await shown()
    return job.run(workerDeps(new AbortController().signal))
  }

  /** Waits for earlier writes. Repeats stale reads, since a busy projector may need more than its second. */
  async function send(key: CallKey, { token, params, query, body, headers = {}, at }: Asked = {}) {
    const [method] = key.split(' ') as ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE']
    const app = contract[key].service === 'command-api' ? commandApi : readApi
    const call = () =>
      app.inject({
        method,
        url: at ?? `${pathFor(key, params)}${query ? `?${new URLSearchParams(query)}` : ''}`,
        headers: { ...(token && { authorization: `Bearer ${token}` }), 'consistency-token': String(newest), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
    const deadline = performance.now() + patience.timeout
    let answer = await call()
    while (answer.headers.stale === 'true' && performance.now() < deadline) answer = await call()
    const position = BigInt(String(answer.headers['consistency-token'] ?? 0))
    if (position > newest) newest = position
    return answer
  }

  async function done<Key extends CallKey>(key: Key, asked: Asked = {}): Promise<CallsOf<Key>['response']> {
    const answer = await send(key, asked)
    const { status = 200 }: Call = contract[key]
    expect(answer.statusCode, `${key}: ${answer.body.slice(0, 300)}`).toBe(status)
    return answer.json()
  }

  /** Every row of a list that comes in pages. */
  async function every<Row>(key: CallKey, { at, query, ...asked }: Asked): Promise<Row[]> {
    const rows: Row[] = []
    let next = at ?? `${pathFor(key, asked.params)}?${new URLSearchParams(query)}`
    while (next !== '') {
      const answer = await send(key, { ...asked, at: next })
      expect(answer.statusCode, `${next}: ${answer.body.slice(0, 300)}`).toBe(200)
      rows.push(...answer.json<Row[]>())
      next = /<(.*)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1] ?? ''
    }
    return rows
  }

  /** Sends a call's example with its values replaced as in `here`. */
  function sendExample(key: CallKey, here: Record<string, string>, token?: string) {
    const { params, query, body } = exampleOf(key, here)
    return send(key, { token, params, body, ...(query !== undefined && { query: query as Record<string, string> }) })
  }

  async function execute<State, Event extends Fact>(aggregate: Aggregate<State, Event>, id: string, decide: Decide<State, Event>) {
    const decided = await deps.commands.execute(aggregate, id, decide, ownContext('test', clock))
    show(decided.position)
    return decided
  }

  async function append(
    stream: string,
    happened: readonly { readonly fact: Fact; readonly at: string }[],
    revision: 'no_stream' | bigint = 'no_stream',
  ): Promise<void> {
    const of = { correlationId: 'test', causationId: 'test', actorId: 'test' }
    const events = happened.map(({ fact, at }) => ({
      ...{ id: uuidV4(), event: fact, metadata: { ...of, commandId: uuidV4(), occurredAt: at } },
    }))
    if (events.length > 0) await eventStore.append(stream, revision, events)
  }

  /** Of all users, or of one. */
  async function factsOf<Type extends FactType>(type: Type, of?: { readonly userId: string }): Promise<Recorded<FactOf<Type>>[]> {
    const isOf = (fact: Recorded<Fact>): fact is Recorded<FactOf<Type>> =>
      fact.type === type && (of === undefined || ('userId' in fact.data && fact.data.userId === of.userId))
    return (await everyFact(eventStore)).filter(isOf)
  }

  /** What is right about a question, and what is not. */
  async function keyTo(questionId: string) {
    const [added] = await eventStore.readStream(`question-${questionId}`)
    if (added?.type !== 'QuestionAdded') throw new Error('There is no such question.')
    const { content } = added.data
    const { item, explanation, clinicalPearl } = content
    const secrets = [explanation, clinicalPearl, ...reasonsOf(item).map(({ rationale }) => rationale)]
    return { added: added.data, content, item, right: correctAnswerOf(item), wrong: distractorsOf(item)[0]?.text ?? '', secrets }
  }

  /** The provider tells that a mail to this address came back. */
  async function bounced(email: string, type?: Parameters<typeof postmarkBounce>[1]): Promise<void> {
    const { body: payload, headers } = postmarkCall(postmarkBounce({ email, at: clock() }, type))
    const told = await commandApi.inject({ method: 'POST', url: '/api/mail-events/postmark', payload, headers })
    expect(told.statusCode).toBe(200)
  }

  /** A process of its own, which can be killed, by the clock of the machine. */
  async function startProcess(service: 'command-api' | 'worker', more: Record<string, string> = {}) {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const [entry, setting] = service === 'worker' ? ['worker', 'WORKER_PORT'] : ['server', 'COMMAND_API_PORT']
    const command = [process.execPath, fileURLToPath(new URL(`../command-api/${entry}.ts`, import.meta.url))]
    const own = { SESSION_SECRET: sessionSecret, PUBLIC_URL: publicUrl, SMTP_URL: mails.smtpUrl, LOG_LEVEL: 'fatal' }
    const environment = { ...environmentOf(service), ...own, [setting]: String(port), ...more }
    return { ...(await startProgram(command, environment, () => answers(`${address}/health/ready`))), address }
  }

  function show(position: Position | null): void {
    if (position && position.commit > newest) newest = position.commit
  }

  /** Registered, verified, and signed in; both services know the role. */
  async function signedIn(role: UserRole = 'student', name = { firstName: 'Ana', lastName: 'Silva' }, email = `${uuidV4()}@example.com`) {
    const person = { email, password: 'correct horse' }
    const context = ownContext('test', clock)
    const registrant = { ...person, ...name, timeZone: 'UTC', agreedTo: null }
    const { userId } = (await registerAccount(deps, registrant, context)).account
    for (const decide of [
      verifyEmail({ verificationId: idFrom(context, 'verification'), now: clock() }),
      changeRole({ role, reason: 'for a test' }),
    ])
      await execute(accountAggregate, userId, decide)
    const token = await signInAgain(person)
    expect(await done('GET /api/auth/user', { token })).toMatchObject({ role })
    return { ...person, userId, token }
  }

  /** Returns another token. */
  async function signInAgain({ email, password }: { readonly email: string; readonly password: string }): Promise<string> {
    return (await send('POST /api/auth/login', { body: { email, password } })).json<{ token: string }>().token
  }

  async function learner(tier: Tier, modules: readonly ModuleName[] = ['Trauma']) {
    const person = await signedIn()
    await grant(person.userId, tier)
    for (const module of modules) await done('POST /api/user/modules', { token: person.token, body: { module } })
    return person
  }

  /** Assigns questions today, beyond any limit. */
  async function give(userId: string, questionIds: readonly string[]): Promise<void> {
    const date = clock().slice(0, 10)
    const ofTrauma = { questionVersion: 1, module: 'Trauma' as const, set: null, ...asItStands }
    const candidates = questionIds.map((questionId) => ({ questionId, ...ofTrauma }))
    const assign = assignDailyQuestions({ userId, date, dailyLimit: UNLIMITED, candidates, count: candidates.length })
    await execute(studyDayAggregate, studyDayId(userId, date), assign)
  }

  async function grant(userId: string, tier: Tier): Promise<void> {
    await execute(subscriptionAggregate, userId, grantTier({ userId, tier }))
  }

  /** Marks the latest session as started with a second factor. */
  async function proveSecondFactor(userId: string): Promise<void> {
    await sql`
      UPDATE auth.sessions SET sess = (sess::jsonb || '{"hasSecondFactor": true}')::json
      WHERE sid = (SELECT sid FROM auth.live_sessions WHERE user_id = ${userId} ORDER BY started_at DESC LIMIT 1)`
    await announceSessions(sql)
  }

  return {
    /** For programs on the same stores. */
    environment: environmentOf('worker'),
    payments,
    stripe,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    mails,
    lettersTo: ({ email }: { readonly email: string }) => mails.taken.filter(({ to }) => to === email),
    send,
    done,
    every,
    sendExample,
    execute,
    append,
    factsOf,
    keyTo,
    bounced,
    startProcess,
    signedIn,
    signInAgain,
    learner,
    proveSecondFactor,
    sql,
    ownerSql,
    deps,
    clock,
    pass: (milliseconds: number) => {
      ahead += milliseconds
    },
    shown,
    reacted,
    settled,
    restartWorker,
    runJob,
    deliver,
    /** Returns the read models whose rows differ from before. */
    rebuildAll: async () => {
      const { signal } = new AbortController()
      const stores = { postgresUrl: database.url, sql: projectorSql, eventStore }
      const { results } = await rebuild({ ...stores, readModels, logger: quietLogger, signal })
      return results
        .filter((result) => result.kind !== 'live' || !result.verified)
        .map(({ readModel, kind }) => `${readModel.name}: ${kind}`)
    },
    give,
    grant,
    show,
    eventStore,
    commandApi,
    readApi,
    close: async () => {
      await stopWorker()
      mailer.close()
      pushes.close()
      await Promise.all([commandApi.close(), readApi.close()])
      await projector.stop()
      await Promise.all([eventStore.close(), workerEventStore.close(), vault.stop()])
      await log.close()
      await stripe.close()
      await rm(stripeDirectory, { recursive: true })
      await Promise.all([ownerSql.end(), sql.end(), readSql.end(), workerSql.end(), projectorSql.end(), sessionPool.end()])
      await database.drop()
      await mails.close()
    },
  }
}

/** Ends with the tests of its file. */
export async function ownBackend(options: Parameters<typeof startBackend>[0] = {}) {
  const backend = await startBackend(options)
  afterAll(() => backend.close())
  return backend
}

interface Asked {
  readonly token?: string | undefined
  readonly params?: unknown
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Another address than that of the call. */
  readonly at?: string
}

/** By default with the parameters of its example. */
export const pathFor = (key: CallKey, params: unknown = exampleOf(key).params): string =>
  (key.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )

const exampleOf = (key: CallKey, here: Record<string, string> = {}): Example =>
  JSON.parse(JSON.stringify(contract[key].example), (_name, value) => (typeof value === 'string' ? (here[value] ?? value) : value))

export type Backend = Awaited<ReturnType<typeof startBackend>>
export type SignedIn = Awaited<ReturnType<Backend['signedIn']>>

import { setTimeout as sleep } from 'node:timers/promises'
import { later, type Position } from '@medicready/domain/core/event'
import type { FactType } from '@medicready/domain/events'
import { type EventStore, LogSetBack } from '@medicready/platform/event-store/event-store'
import type { FactEntry, LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { LIVE_CHANNEL, LOG_HEAD_CHANNEL, LOG_HEAD_WANTED_CHANNEL, RESUME_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { persist } from '@medicready/platform/retry'
import { startSpan } from '@medicready/platform/tracing'
import type { ReadModel } from '../read-models/definition.ts'
import type { BackfillStopped } from './backfill.ts'
import { buildIn, dropBuilds, openEmpty, openFailures, recordFailure, resolveFailures } from './builds.ts'
import { type FoldFailure, inWords, isAfter } from './interpreter.ts'
import { advanceTogether, type FoldOutcome, LiveFold } from './live-fold.ts'
import { rebuild } from './rebuilding.ts'

const BATCH_SIZE = 500
const LEASE = 'projector'

export interface ProjectorOptions {
  readonly postgresUrl: string
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'follow' | 'replay' | 'head'>
  readonly readModels: readonly ReadModel[]
  readonly logger: Logger
  readonly batchSize?: number
}

export interface ReadModelIncident {
  readonly words: string
  readonly failure: FoldFailure | null
}

export type ReadModelStatus =
  | { readonly situation: 'waiting' | 'backfilling' | 'running'; readonly position: Position | null }
  | { readonly situation: 'parked'; readonly position: Position | null; readonly incident: ReadModelIncident }

export interface ProjectorStatus {
  readonly role: 'standby' | 'active'
  readonly readModels: Readonly<Record<string, ReadModelStatus>>
  readonly eventsFolded: number
  readonly unknownEvents: ReadonlyMap<string, number>
  readonly received: Position | null
}

/** Another projector is ahead, although this one believed it held the lease. */
class SteppedAside extends Error {}

/** Each read model has its own checkpoint. A failing one is parked; checkpoints fence off a second projector. */
export class Projector {
  readonly #options: ProjectorOptions
  readonly #stop = new AbortController()
  readonly #folds = new Map<string, LiveFold>()
  readonly #parked = new Map<string, ReadModelIncident>()
  readonly #backfilling = new Set<string>()
  readonly #unknownEvents = new Map<string, number>()
  readonly #changed = new Set<string>()
  /** Open failures of an earlier run, by position. */
  readonly #toResolve = new Map<string, bigint>()
  #role: 'standby' | 'active' = 'standby'
  #eventsFolded = 0
  #received: Position | null = null
  /** Aborting restarts reading at the lowest checkpoint. */
  #feed = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: ProjectorOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  status(): ProjectorStatus {
    const readModels = Object.fromEntries(this.#options.readModels.map(({ name }) => [name, this.#statusOf(name)]))
    return { role: this.#role, readModels, eventsFolded: this.#eventsFolded, unknownEvents: this.#unknownEvents, received: this.#received }
  }

  #statusOf(name: string): ReadModelStatus {
    const position = this.#folds.get(name)?.position ?? null
    const incident = this.#parked.get(name)
    if (incident) return { situation: 'parked', position, incident }
    if (this.#backfilling.has(name)) return { situation: 'backfilling', position }
    return { situation: this.#folds.has(name) ? 'running' : 'waiting', position }
  }

  async #run(): Promise<void> {
    const { sql, logger, postgresUrl } = this.#options
    const stopped = this.#stop.signal
    const isAnnounced = () =>
      sql.listen(
        LIVE_CHANNEL,
        (name) => this.#reload([name]),
        // Repeated after every reconnect, since notifications may have been missed.
        () => this.#reload([...this.#folds.keys()]),
      )
    persist(isAnnounced, { signal: stopped, logger, what: 'listen to rebuilds' }).catch(() => undefined)
    const isAsked = () => sql.listen(LOG_HEAD_WANTED_CHANNEL, (question) => this.#tellHead(question))
    persist(isAsked, { signal: stopped, logger, what: 'listen to readers' }).catch(() => undefined)
    const isResumed = () => sql.listen(RESUME_CHANNEL, (name) => this.#resume(name))
    persist(isResumed, { signal: stopped, logger, what: 'listen to administrators' }).catch(() => undefined)
    while (!stopped.aborted) {
      try {
        const lease = await waitForLease({ url: postgresUrl, name: LEASE, logger }, stopped)
        try {
          this.#role = 'active'
          logger.info('this projector is active')
          await this.#lead(AbortSignal.any([stopped, lease.lost]))
        } finally {
          this.#role = 'standby'
          this.#folds.clear()
          this.#parked.clear()
          this.#backfilling.clear()
          await lease.release()
        }
      } catch (error) {
        if (stopped.aborted) return
        logger.warn(
          { err: error },
          error instanceof SteppedAside ? 'another projector is ahead: stepping aside' : 'the projector was interrupted',
        )
        await sleep(500 + Math.random() * 500, undefined, { signal: stopped }).catch(() => undefined)
      }
    }
  }

  /** Readers have no access to the log. A standby can answer too. */
  #tellHead(question: string): void {
    const { eventStore, sql, logger } = this.#options
    const tell = async () => sql.notify(LOG_HEAD_CHANNEL, `${question} ${(await eventStore.head())?.commit ?? -1n}`)
    tell().catch((error: unknown) => logger.warn({ err: error }, 'cannot read the end of the log'))
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { readModels } = this.#options
    await this.#open(readModels, signal)
    while (!signal.aborted) {
      // Subscribed before opening, so that no change is missed.
      this.#feed = new AbortController()
      const changed = readModels.filter(({ name }) => this.#changed.has(name))
      this.#changed.clear()
      await this.#open(changed, signal)
      const reading = AbortSignal.any([signal, this.#feed.signal])
      if (this.#active().length > 0) await this.#follow(reading, signal)
      else await new Promise((resolve) => reading.addEventListener('abort', resolve, { once: true }))
    }
  }

  async #follow(reading: AbortSignal, signal: AbortSignal): Promise<void> {
    const { eventStore, batchSize = BATCH_SIZE } = this.#options
    const from = leastPosition(this.#active())
    const reached = () => furthestPosition(this.#active())
    try {
      for await (const batch of eventStore.follow({ from, batchSize, signal: reading, reached })) {
        await this.#project(batch, signal)
        if (reading.aborted) break
      }
    } catch (error) {
      if (!(error instanceof LogSetBack)) throw error
      await this.#parkAll(error, signal)
    }
  }

  #active(): LiveFold[] {
    return [...this.#folds.values()].filter((fold) => !this.#parked.has(fold.readModel.name))
  }

  /** Retries a parked read model from its checkpoint. After the log was set back it stays parked until rebuilt. */
  #resume(name: string): void {
    if (!this.#parked.has(name)) return
    this.#folds.delete(name)
    this.#reload([name])
  }

  #reload(names: readonly string[]): void {
    for (const name of names) this.#changed.add(name)
    this.#feed.abort()
  }

  /** Until rebuilt. Kept in Postgres, as the checkpoints may not tell once some were rebuilt. */
  async #parkAll({ message }: LogSetBack, signal: AbortSignal): Promise<void> {
    const { sql, logger, eventStore } = this.#options
    const words = `${message} \`npm run rebuild -- all\` builds the read models from the log as it is now.`
    logger.error(words)
    const position = (await eventStore.head()) ?? { commit: 0n, prepare: 0n }
    for (const { readModel } of this.#active()) {
      const failure = { position, type: null, streamName: null, error: words }
      await persist(() => recordFailure(sql, readModel, failure), { signal, logger, what: 'record an incident' })
      this.#parked.set(readModel.name, { words, failure: null })
    }
  }

  /** Creates or backfills missing builds of this version. */
  async #open(readModels: readonly ReadModel[], signal: AbortSignal): Promise<void> {
    const { logger } = this.#options
    const missing: ReadModel[] = []
    for (const readModel of readModels) {
      if (this.#backfilling.has(readModel.name)) continue
      const isOpen = await persist(() => this.#tryOpen(readModel, signal), { signal, logger, what: `open ${readModel.name}` })
      if (!isOpen) missing.push(readModel)
    }
    if (missing.length > 0) this.#backfillBeside(missing, signal)
  }

  async #tryOpen(readModel: ReadModel, signal: AbortSignal): Promise<boolean> {
    const { sql, eventStore, logger } = this.#options
    const { name, version } = readModel
    let live = await buildIn(sql, readModel, 'live')
    if (!live && (await eventStore.head()) === null) live = await openEmpty(sql, readModel)
    if (live?.version !== version) return false
    if (this.#folds.get(name)?.build.number === live.number) return true
    const failures = await openFailures(sql, readModel)
    this.#folds.set(name, new LiveFold({ sql, readModel, build: live, state: 'live', logger, signal }))
    const setBack = failures.find(({ isAtEvent }) => !isAtEvent)
    if (setBack) this.#parked.set(name, { words: setBack.error, failure: null })
    else this.#parked.delete(name)
    const stoppedAt = failures.at(-1)
    if (stoppedAt) this.#toResolve.set(name, stoppedAt.commit)
    else this.#toResolve.delete(name)
    logger.info({ readModel: name, build: live.number, commit: live.position?.commit.toString() ?? null }, 'folding')
    return true
  }

  /** The switch to live is picked up by notification. */
  #backfillBeside(readModels: readonly ReadModel[], signal: AbortSignal): void {
    const { sql, eventStore, logger, postgresUrl } = this.#options
    const names = readModels.map(({ name }) => name)
    for (const name of names) this.#backfilling.add(name)
    logger.info({ readModels: names }, 'backfilling beside what is live')
    const retrying = { signal, logger, what: 'backfill' }
    persist(() => rebuild({ sql, postgresUrl, eventStore, readModels, logger, signal }), retrying)
      .then(async ({ results }) => {
        for (const result of results) if (result.kind === 'failed') await persist(() => this.#fallBack(result, signal), retrying)
        for (const name of names) this.#backfilling.delete(name)
        this.#reload(names.filter((name) => !this.#parked.has(name)))
      })
      .catch((error: unknown) => {
        for (const name of names) this.#backfilling.delete(name)
        if (!signal.aborted) logger.error({ err: error, readModels: names }, 'the backfill ended')
      })
  }

  /** Keeps the old build; without one, backfills up to the failing event, so that there is something to read. */
  async #fallBack({ readModel, failure, before }: BackfillStopped, signal: AbortSignal): Promise<void> {
    const { sql, eventStore, logger, postgresUrl } = this.#options
    const words = inWords(failure)
    logger.error({ readModel: readModel.name, ...failure, position: failure.position.commit.toString() }, `cannot be backfilled: ${words}`)
    if (await buildIn(sql, readModel, 'live')) this.#parked.set(readModel.name, { words, failure })
    else if (before) {
      const { results } = await rebuild({ sql, postgresUrl, eventStore, readModels: [readModel], logger, signal, upTo: before })
      // An earlier event may fail too: Postgres refuses values only after handlers have run.
      for (const result of results) if (result.kind === 'failed') await this.#fallBack(result, signal)
    } else await openEmpty(sql, readModel)
  }

  async #project(batch: readonly LogEntry[], signal: AbortSignal): Promise<void> {
    const { sql, logger } = this.#options
    const last = batch.at(-1)
    if (!last) return
    this.#received = last.position
    for (const entry of batch)
      if (entry.kind === 'unknown') this.#unknownEvents.set(entry.type, (this.#unknownEvents.get(entry.type) ?? 0) + 1)
    const behind = this.#active().filter((fold) => isAfter(last.position, fold.position))
    const spans = batch.map((entry) => entry.kind === 'fact' && startSpan('fold', tracedBy(entry, behind)))
    const outcomes = await advanceTogether(behind, batch, { sql, logger, signal })
    for (const span of spans) if (span) span.end()
    await Promise.all(behind.map((fold, index) => this.#note(fold, outcomes[index] as FoldOutcome, signal)))
    this.#eventsFolded += batch.length
    if (batch.some(isErasure)) await this.#forgetPreviousBuilds(signal)
  }

  /** A previous build may name people erased since. Builds without personal data stay. */
  async #forgetPreviousBuilds(signal: AbortSignal): Promise<void> {
    const { sql, logger, readModels } = this.#options
    for (const readModel of readModels.filter(({ on }) => ERASED in on))
      await persist(() => dropBuilds(sql, readModel, 'previous'), { signal, logger, what: `drop old builds of ${readModel.name}` })
  }

  async #note(fold: LiveFold, outcome: FoldOutcome, signal: AbortSignal): Promise<void> {
    const { sql, logger } = this.#options
    const { readModel } = fold
    if (outcome.kind === 'overtaken') return this.#overtaken(fold, signal)
    if (outcome.kind === 'failed') {
      const { failure } = outcome
      this.#parked.set(readModel.name, { words: inWords(failure), failure })
      const position = failure.position.commit.toString()
      logger.error({ readModel: readModel.name, ...failure, position }, `parked: ${inWords(failure)}`)
      await persist(() => recordFailure(sql, readModel, failure), { signal, logger, what: 'record a failure' })
    }
    const open = this.#toResolve.get(readModel.name)
    const reached = fold.position
    if (open !== undefined && reached && reached.commit >= open) {
      this.#toResolve.delete(readModel.name)
      await persist(() => resolveFailures(sql, readModel, reached), { signal, logger, what: 'note that failures are resolved' })
    }
  }

  /** Either a rebuild switched builds, or another projector is active. */
  async #overtaken(fold: LiveFold, signal: AbortSignal): Promise<void> {
    const { sql, logger } = this.#options
    const live = await persist(() => buildIn(sql, fold.readModel, 'live'), { signal, logger, what: 'look for the live build' })
    if (live?.number === fold.build.number) throw new SteppedAside()
    this.#reload([fold.readModel.name])
  }
}

const ERASED = 'AccountErased' satisfies FactType
const tracedBy = ({ fact: { type, streamName, metadata } }: FactEntry, folds: readonly LiveFold[]) => ({
  correlationId: metadata.correlationId,
  attributes: { type, stream: streamName, read_models: folds.flatMap(({ readModel: { name, on } }) => (type in on ? [name] : [])) },
})

const isErasure = (entry: LogEntry): boolean => entry.kind === 'fact' && entry.fact.type === ERASED

const leastPosition = (folds: readonly LiveFold[]): Position | null =>
  folds.reduce<Position | null>((least, { position }, index) => {
    if (index === 0 || position === null) return position
    return least === null || isAfter(position, least) ? least : position
  }, null)

const furthestPosition = (folds: readonly LiveFold[]): Position | null =>
  folds.reduce<Position | null>((furthest, { position }) => later(furthest, position), null)

import { setTimeout as sleep } from 'node:timers/promises'
import type { Position } from '@medicready/domain/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { LIVE_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { persist } from '@medicready/platform/retry'
import type { FillFailed } from './filling.ts'
import { type FoldFailure, isAfter } from './fold.ts'
import { advanceIdle, GenerationFold } from './generation-fold.ts'
import { generationIn, openEmpty, openFailures, recordFailure, resolveFailures } from './generations.ts'
import type { Projection } from './projection.ts'
import { rebuild } from './rebuilding.ts'

const BATCH_SIZE = 500
const LEASE = 'projector'

export interface ProjectorOptions {
  readonly postgresUrl: string
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'follow' | 'replay' | 'head'>
  readonly projections: readonly Projection[]
  readonly logger: Logger
  readonly batchSize?: number
}

/** What a projection is doing. */
export type ProjectionStatus =
  | { readonly situation: 'waiting' | 'filling' | 'running'; readonly position: Position | null }
  | { readonly situation: 'parked'; readonly position: Position | null; readonly failure: FoldFailure }

export interface ProjectorStatus {
  /** Whether this process folds, or stands by for the one that does. */
  readonly role: 'standby' | 'active'
  readonly projections: Readonly<Record<string, ProjectionStatus>>
  readonly eventsFolded: number
  /** Events of types that nobody knows, by type. */
  readonly unknownEvents: ReadonlyMap<string, number>
  /** The last event that arrived from the log. */
  readonly received: Position | null
}

/** Somebody else is ahead: another projector folds although this one believed to hold the lease. */
class SteppedAside extends Error {}

/**
 * Follows the log with all projections. Each has its own checkpoint and commits on its own; one that cannot fold an event is parked there while the others
 * go on. One projector is active, others stand by; what a second one writes in error is refused by the checkpoints.
 */
export class Projector {
  readonly #options: ProjectorOptions
  readonly #stop = new AbortController()
  readonly #folds = new Map<string, GenerationFold>()
  readonly #parked = new Map<string, FoldFailure>()
  readonly #filling = new Set<string>()
  readonly #unknownEvents = new Map<string, number>()
  /** Projections whose generation changed behind our back. */
  readonly #changed = new Set<string>()
  /** Up to where failures of an earlier run stand open. */
  readonly #toResolve = new Map<string, bigint>()
  #role: 'standby' | 'active' = 'standby'
  #eventsFolded = 0
  #received: Position | null = null
  /** Ends the current reading of the log, so that it begins again at the least checkpoint. */
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
    const projections: Record<string, ProjectionStatus> = {}
    for (const { name } of this.#options.projections) {
      const position = this.#folds.get(name)?.position ?? null
      const failure = this.#parked.get(name)
      projections[name] = failure
        ? { situation: 'parked', position, failure }
        : { situation: this.#filling.has(name) ? 'filling' : this.#folds.has(name) ? 'running' : 'waiting', position }
    }
    return { role: this.#role, projections, eventsFolded: this.#eventsFolded, unknownEvents: this.#unknownEvents, received: this.#received }
  }

  async #run(): Promise<void> {
    const { sql, logger, postgresUrl } = this.#options
    const stopped = this.#stop.signal
    const isAnnounced = () =>
      sql.listen(
        LIVE_CHANNEL,
        (name) => this.#reload([name]),
        // Told again after every lost connection: what was announced meanwhile was missed.
        () => this.#reload([...this.#folds.keys()]),
      )
    persist(isAnnounced, { signal: stopped, logger }).catch(() => undefined)
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
          this.#filling.clear()
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

  /** Folds until the signal is aborted. */
  async #lead(signal: AbortSignal): Promise<void> {
    const { eventStore, projections, batchSize = BATCH_SIZE } = this.#options
    await this.#open(projections, signal)
    while (!signal.aborted) {
      // Before anything is opened, so that a change that is told meanwhile is not missed.
      this.#feed = new AbortController()
      const changed = projections.filter(({ name }) => this.#changed.has(name))
      this.#changed.clear()
      await this.#open(changed, signal)
      const reading = AbortSignal.any([signal, this.#feed.signal])
      if (this.#active().length === 0) {
        await new Promise((resolve) => reading.addEventListener('abort', resolve, { once: true }))
        continue
      }
      const from = leastPosition(this.#active())
      for await (const batch of eventStore.follow({ from, batchSize, signal: reading })) {
        await this.#project(batch, signal)
        if (reading.aborted) break
      }
    }
  }

  #active(): GenerationFold[] {
    return [...this.#folds.values()].filter((fold) => !this.#parked.has(fold.projection.name))
  }

  #reload(names: readonly string[]): void {
    for (const name of names) this.#changed.add(name)
    this.#feed.abort()
  }

  /** Takes up the live generation of each projection; where there is none of this version, one is made, or filled beside the old one. */
  async #open(projections: readonly Projection[], signal: AbortSignal): Promise<void> {
    const { logger } = this.#options
    const toFill: Projection[] = []
    for (const projection of projections) {
      if (this.#filling.has(projection.name)) continue
      const isOpen = await persist(() => this.#tryOpen(projection, signal), { signal, logger })
      if (!isOpen) toFill.push(projection)
    }
    if (toFill.length > 0) this.#fillBeside(toFill, signal)
  }

  async #tryOpen(projection: Projection, signal: AbortSignal): Promise<boolean> {
    const { sql, eventStore, logger } = this.#options
    const { name, version } = projection
    let live = await generationIn(sql, projection, 'live')
    if (!live && (await eventStore.head()) === null) live = await openEmpty(sql, projection)
    if (live?.version !== version) return false
    if (this.#folds.get(name)?.generation.number === live.number) return true
    this.#folds.set(name, new GenerationFold({ sql, projection, generation: live, state: 'live', logger, signal }))
    this.#parked.delete(name)
    const stoppedAt = (await openFailures(sql, projection)).at(-1)
    if (stoppedAt) this.#toResolve.set(name, stoppedAt.commit)
    else this.#toResolve.delete(name)
    logger.info({ projection: name, generation: live.number, commit: live.position?.commit.toString() ?? null }, 'folding')
    return true
  }

  /** Fills these versions while everybody reads the old ones; when one goes live, the notification takes it up. */
  #fillBeside(projections: readonly Projection[], signal: AbortSignal): void {
    const { sql, eventStore, logger, postgresUrl } = this.#options
    const names = projections.map(({ name }) => name)
    for (const name of names) this.#filling.add(name)
    logger.info({ projections: names }, 'filling beside what is live')
    persist(() => rebuild({ sql, postgresUrl, eventStore, projections, logger, signal }), { signal, logger })
      .then(async ({ results }) => {
        for (const result of results) if (result.kind === 'failed') await persist(() => this.#fallBack(result, signal), { signal, logger })
        for (const name of names) this.#filling.delete(name)
        this.#reload(names.filter((name) => !this.#parked.has(name)))
      })
      .catch((error: unknown) => {
        for (const name of names) this.#filling.delete(name)
        if (!signal.aborted) logger.error({ err: error, projections: names }, 'filling ended')
      })
  }

  /** What cannot be filled stays as it was; where nothing was, it is filled up to the event in the way, so that there is something to read. */
  async #fallBack({ projection, failure, before }: FillFailed, signal: AbortSignal): Promise<void> {
    const { sql, eventStore, logger, postgresUrl } = this.#options
    logger.error(
      { projection: projection.name, ...failure, position: failure.position.commit.toString() },
      'cannot be filled past an event',
    )
    if (await generationIn(sql, projection, 'live')) this.#parked.set(projection.name, failure)
    else if (before) {
      const { results } = await rebuild({ sql, postgresUrl, eventStore, projections: [projection], logger, signal, until: before })
      // An earlier event may be in the way as well: in memory, a value that Postgres refuses is met after one that a handler refuses.
      for (const result of results) if (result.kind === 'failed') await this.#fallBack(result, signal)
    } else await openEmpty(sql, projection)
  }

  async #project(batch: readonly LogEntry[], signal: AbortSignal): Promise<void> {
    const { sql, logger } = this.#options
    const last = batch.at(-1)
    if (!last) return
    this.#received = last.position
    for (const entry of batch)
      if (entry.kind === 'unknown') this.#unknownEvents.set(entry.type, (this.#unknownEvents.get(entry.type) ?? 0) + 1)
    const behind = this.#active().filter((fold) => isAfter(last.position, fold.position))
    const concerned = behind.filter((fold) => fold.isConcernedBy(batch))
    const idle = behind.filter((fold) => !concerned.includes(fold))
    await Promise.all([
      ...concerned.map((fold) => this.#advance(fold, batch, signal)),
      advanceIdle(sql, idle, last.position, { signal, logger }).then((overtaken) =>
        Promise.all(overtaken.map((fold) => this.#overtaken(fold, signal))),
      ),
    ])
    this.#eventsFolded += batch.length
  }

  async #advance(fold: GenerationFold, batch: readonly LogEntry[], signal: AbortSignal): Promise<void> {
    const { sql, logger } = this.#options
    const { projection } = fold
    const outcome = await fold.advance(batch)
    if (outcome.kind === 'overtaken') return this.#overtaken(fold, signal)
    if (outcome.kind === 'failed') {
      this.#parked.set(projection.name, outcome.failure)
      const position = outcome.failure.position.commit.toString()
      logger.error({ projection: projection.name, ...outcome.failure, position }, 'parked at an event that cannot be folded')
      await persist(() => recordFailure(sql, projection, outcome.failure), { signal, logger })
    }
    const open = this.#toResolve.get(projection.name)
    const reached = fold.position
    if (open !== undefined && reached && reached.commit >= open) {
      this.#toResolve.delete(projection.name)
      await persist(() => resolveFailures(sql, projection, reached), { signal, logger })
    }
  }

  /** Either a rebuild has put another generation in place, which is taken up, or another projector is at work. */
  async #overtaken(fold: GenerationFold, signal: AbortSignal): Promise<void> {
    const { sql, logger } = this.#options
    const live = await persist(() => generationIn(sql, fold.projection, 'live'), { signal, logger })
    if (live?.number === fold.generation.number) throw new SteppedAside()
    this.#reload([fold.projection.name])
  }
}

const leastPosition = (folds: readonly GenerationFold[]): Position | null =>
  folds.reduce<Position | null>((least, { position }, index) => {
    if (index === 0 || position === null) return position
    return least === null || isAfter(position, least) ? least : position
  }, null)

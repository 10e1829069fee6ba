import { setTimeout as sleep } from 'node:timers/promises'
import { later, type Position } from '@medicready/domain/core/event'
import { type EventStore, LogSetBack } from '@medicready/platform/event-store/event-store'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { persist } from '@medicready/platform/retry'
import type { Reaction } from './definitions.ts'
import { attempt, Line } from './line.ts'
import { Progress, placeOf } from './progress.ts'

export interface ReactionsOptions<Deps> {
  readonly reactions: readonly Reaction<Deps>[]
  readonly deps: Deps
  readonly eventStore: Pick<EventStore, 'follow' | 'readStream'>
  readonly sql: Sql
  readonly logger: Logger
  readonly signal: AbortSignal
  /** Interval of looking for due and resumed work, and the first retry pause, which doubles each time. */
  readonly lookMilliseconds?: number
}

const BATCH_SIZE = 100
const LOOK_MILLISECONDS = 10_000

/** One subscription feeds all reactions. What is set aside is kept before the checkpoint passes it. */
export async function runReactions<Deps>(options: ReactionsOptions<Deps>): Promise<void> {
  const { signal } = options
  while (!signal.aborted) {
    const anew = new AbortController()
    try {
      await reactUntilAnew({ ...options, signal: AbortSignal.any([signal, anew.signal]) }, () => anew.abort())
    } catch (error) {
      if (!signal.aborted && !anew.signal.aborted) throw error
    }
  }
}

/** Until a reaction needs an earlier position (`startAnew`). */
async function reactUntilAnew<Deps>(options: ReactionsOptions<Deps>, startAnew: () => void): Promise<void> {
  const { reactions, deps, sql, logger, signal, lookMilliseconds = LOOK_MILLISECONDS } = options
  const progress = new Progress(sql)
  const lines = await persist(
    async () => {
      // Parked ones are read first, so that one that is resumed meanwhile is never started with its old checkpoint.
      const [parked, checkpoints, deferred] = [await progress.parked(), await progress.checkpoints(), await progress.deferred()]
      const standing = new Set(parked.map(({ reaction }) => reaction))
      return reactions.flatMap((reaction) => {
        if (standing.has(reaction.name)) return []
        const known = { checkpoint: checkpoints.get(reaction.name) ?? null, deferred: deferred.get(reaction.name) ?? new Set<string>() }
        return new Line({ ...known, reaction, deps, progress, logger, signal, deferMilliseconds: lookMilliseconds, onReady: startAnew })
      })
    },
    { signal, logger, what: 'read the checkpoints of reactions' },
  )
  const feeding = feed(options, lines).catch(async (error: unknown) => {
    if (!(error instanceof LogSetBack)) throw error
    logger.error({ err: error }, 'the log was set back: every reaction is parked')
    const words = `${error.message} Nothing is handled until an operator runs "npm run worker -- resume all", which starts again with the first event.`
    const parkAll = () => Promise.all(reactions.map(({ name }) => progress.park(name, words, null)))
    await persist(parkAll, { signal, logger, what: 'park the reactions' })
    startAnew()
  })
  await Promise.all([feeding, look(options, lines, progress, startAnew), ...lines.map((line) => line.run())])
}

async function feed<Deps>(options: ReactionsOptions<Deps>, lines: readonly Line<Deps>[]): Promise<void> {
  let from = leastOf(lines.map(({ checkpoint }) => checkpoint))
  while (!options.signal.aborted && lines.some(({ isListening }) => isListening)) from = await feedFrom(from, options, lines)
}

/** Where to read on: lines wait at a later position while the log is read again for one that fell behind. */
async function feedFrom<Deps>(
  from: Position | null,
  { eventStore, logger, signal }: ReactionsOptions<Deps>,
  lines: readonly Line<Deps>[],
): Promise<Position | null> {
  let received: Position | null = from
  // Facts that are received may wait in memory.
  const reached = () => lines.reduce((furthest, { checkpoint }) => later(furthest, checkpoint), received)
  for await (const batch of eventStore.follow({ from, batchSize: BATCH_SIZE, signal, reached })) {
    for (const entry of batch)
      if (entry.kind === 'malformed')
        logger.error({ entry: { ...entry, position: String(entry.position.commit) } }, 'cannot react to a broken event')
    for (const line of lines) line.offer(batch)
    received = batch.at(-1)?.position ?? received
    const needed = leastOf(lines.filter(({ isListening }) => isListening).map(({ heard }) => heard))
    if (needed && received && needed.commit > received.commit) return needed
  }
  return received
}

/** Null, the beginning of the log, if one has read nothing. */
const leastOf = (checkpoints: readonly (Position | null)[]): Position | null =>
  checkpoints.reduce((least, other) => (least && other && other.commit < least.commit ? other : other && least), checkpoints[0] ?? null)

async function look<Deps>(options: ReactionsOptions<Deps>, lines: readonly Line<Deps>[], progress: Progress, startAnew: () => void) {
  const { reactions, signal, logger, lookMilliseconds = LOOK_MILLISECONDS } = options
  while (!signal.aborted) {
    try {
      const running = new Set(lines.filter(({ isParked }) => !isParked).map(({ name }) => name))
      const parked = new Set((await progress.parked()).map(({ reaction }) => reaction))
      if (reactions.some(({ name }) => !running.has(name) && !parked.has(name))) return startAnew()
      await retryDue(options, lines, progress)
    } catch (error) {
      logger.warn({ err: error }, 'checking the events set aside failed')
    }
    await sleep(lookMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}

async function retryDue<Deps>(
  { reactions, deps, eventStore, logger, signal, lookMilliseconds = LOOK_MILLISECONDS }: ReactionsOptions<Deps>,
  lines: readonly Line<Deps>[],
  progress: Progress,
): Promise<void> {
  const running = lines.filter(({ isParked }) => !isParked).map(({ name }) => name)
  for (;;) {
    const due = await progress.due(running)
    if (due.length === 0) return
    for (const event of due) {
      const reaction = reactions.find(({ name }) => name === event.reaction)
      if (signal.aborted || !reaction) return
      const [fact] = await eventStore.readStream(event.streamName, BigInt(event.revision))
      const isThere = fact?.id === event.eventId
      const outcome = isThere
        ? await attempt(fact, { reaction, deps, logger, signal, waitsForOutside: false })
        : ({ kind: 'done' } as const)
      if (outcome.kind === 'done') await progress.settle(reaction.name, event.eventId)
      if (!isThere) continue
      if (outcome.kind === 'postponed') await progress.defer(reaction.name, placeOf(fact), lookMilliseconds)
      if (outcome.kind !== 'failed') continue
      lines.find(({ name }) => name === reaction.name)?.holdUp()
      if (!(await progress.putAside(reaction.name, placeOf(fact), String(outcome.error))))
        await progress.defer(reaction.name, placeOf(fact), lookMilliseconds)
    }
  }
}

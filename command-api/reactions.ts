import { setTimeout as sleep } from 'node:timers/promises'
import type { Position, Recorded } from '@medicready/domain/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'

/** What the worker does when something has happened. A reaction may run again after a crash: it must find out by itself what is done already, or of no use any more. */
export type Reactions = { readonly [Type in FactType]?: (fact: Recorded<FactOf<Type>>) => Promise<void> }

/** Thrown by a reaction that cannot be carried out now for a reason of its own: it is put aside and tried again later, and those behind it go on. */
export class NotNow extends Error {
  override readonly name = 'NotNow'
}

interface Options {
  /** Under which the checkpoint is kept, and what was put aside. */
  readonly name: string
  readonly reactions: Reactions
  readonly eventStore: EventStore
  readonly sql: Sql
  readonly logger: Logger
  readonly signal: AbortSignal
  /** How often it is looked for what was put aside and is due; the pause before the next attempt begins with this and doubles with each. */
  readonly deferMilliseconds?: number
}

const BATCH_SIZE = 100
const LONGEST_PAUSE_MILLISECONDS = 10_000
const DEFER_MILLISECONDS = 10_000
const LONGEST_DEFERRAL_MILLISECONDS = 3_600_000

/**
 * Reacts to each event of the log in turn, until the signal is aborted. What fails is tried again, for ever, and what comes after it waits; only what is put
 * aside (`NotNow`) is tried beside the line. An event is put aside before the checkpoint passes it: killed at any point, the worker finds it in one place or the
 * other.
 */
export async function react(options: Options): Promise<void> {
  await Promise.all([followLog(options), retryDeferred(options)])
}

async function followLog({ name, reactions, eventStore, sql, logger, signal, deferMilliseconds }: Options): Promise<void> {
  const persist = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        return await work()
      } catch (error) {
        logger.warn({ err: error, attempt }, 'a reaction failed, trying again')
        await sleep(Math.min(100 * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS), undefined, { signal }).catch(() => undefined)
      }
    }
    return undefined
  }
  const reactOrDefer = async (fact: Recorded<Fact>) => {
    try {
      await reactTo(reactions, fact)
    } catch (error) {
      if (!(error instanceof NotNow)) throw error
      logger.warn({ err: error, event: fact.id }, 'a reaction was put aside')
      await defer(sql, name, { eventId: fact.id, streamName: fact.streamName, revision: String(fact.revision) }, deferMilliseconds)
    }
  }

  const from = await persist(() => readCheckpoint(sql, name))
  // What was put aside after the checkpoint, by a worker that was killed, is met here again: it stays where it is.
  const deferred = await persist(() => readDeferred(sql, name))
  if (from === undefined || deferred === undefined) return
  for await (const batch of eventStore.follow({ from, batchSize: BATCH_SIZE, signal })) {
    for (const entry of batch) {
      if (entry.kind === 'malformed')
        logger.error({ entry: { ...entry, position: String(entry.position.commit) } }, 'cannot react to a broken event')
      if (entry.kind === 'fact' && !deferred.has(entry.fact.id)) await persist(() => reactOrDefer(entry.fact))
      if (signal.aborted) return
    }
    const last = batch.at(-1)
    if (last) await persist(() => writeCheckpoint(sql, name, last.position))
  }
}

async function reactTo(reactions: Reactions, fact: Recorded<Fact>): Promise<void> {
  const reaction = reactions[fact.type] as ((fact: Recorded<Fact>) => Promise<void>) | undefined
  await reaction?.(fact)
}

/** Looks again and again for what was put aside and is due. */
async function retryDeferred(options: Options): Promise<void> {
  const { signal, logger, deferMilliseconds = DEFER_MILLISECONDS } = options
  while (!signal.aborted) {
    await retryDue(options).catch((error: unknown) => logger.warn({ err: error }, 'what was put aside could not be looked at'))
    await sleep(deferMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}

/** A reaction that fails again, whatever the reason, stays aside; one that was carried out, or found nothing to do any more, is done with. */
async function retryDue({ name, reactions, eventStore, sql, logger, signal, deferMilliseconds }: Options): Promise<void> {
  const due = await sql<Deferred[]>`
    SELECT event_id AS "eventId", stream_name AS "streamName", revision FROM auth.deferred_reactions
    WHERE name = ${name} AND next_attempt_at <= now() ORDER BY next_attempt_at`
  for (const event of due) {
    if (signal.aborted) return
    try {
      const [fact] = await eventStore.readStream(event.streamName, BigInt(event.revision))
      if (fact) await reactTo(reactions, fact)
      await sql`DELETE FROM auth.deferred_reactions WHERE name = ${name} AND event_id = ${event.eventId}`
    } catch (error) {
      logger.warn({ err: error, event: event.eventId }, 'a reaction that was put aside failed again')
      await defer(sql, name, event, deferMilliseconds)
    }
  }
}

/** Where the event of a reaction that was put aside stands in the log. */
interface Deferred {
  readonly eventId: string
  readonly streamName: string
  readonly revision: string
}

/** Puts an event aside, or off once more: each pause is twice as long as the one before, up to the longest. */
async function defer(sql: Sql, name: string, event: Deferred, milliseconds = DEFER_MILLISECONDS): Promise<void> {
  await sql`
    INSERT INTO auth.deferred_reactions AS deferred (name, event_id, stream_name, revision, attempts, next_attempt_at)
    VALUES (${name}, ${event.eventId}, ${event.streamName}, ${event.revision}, 1, now() + ${milliseconds} * interval '1 millisecond')
    ON CONFLICT (name, event_id) DO UPDATE SET
      attempts = deferred.attempts + 1,
      next_attempt_at = now() + interval '1 millisecond' *
        least(${milliseconds} * power(2, least(deferred.attempts, 30)), ${LONGEST_DEFERRAL_MILLISECONDS})`
}

async function readDeferred(sql: Sql, name: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ event_id: string }[]>`SELECT event_id FROM auth.deferred_reactions WHERE name = ${name}`
  return new Set(rows.map(({ event_id }) => event_id))
}

async function readCheckpoint(sql: Sql, name: string): Promise<Position | null> {
  const [row] = await sql<{ commit_position: string; prepare_position: string }[]>`
    SELECT commit_position, prepare_position FROM auth.reactions WHERE name = ${name}`
  return row ? { commit: BigInt(row.commit_position), prepare: BigInt(row.prepare_position) } : null
}

/** Never moves back: a worker that has lost its lease without knowing cannot undo what its successor did. */
async function writeCheckpoint(sql: Sql, name: string, { commit, prepare }: Position): Promise<void> {
  await sql`
    INSERT INTO auth.reactions (name, commit_position, prepare_position) VALUES (${name}, ${commit.toString()}, ${prepare.toString()})
    ON CONFLICT (name) DO UPDATE SET commit_position = excluded.commit_position, prepare_position = excluded.prepare_position
    WHERE auth.reactions.commit_position < excluded.commit_position`
}

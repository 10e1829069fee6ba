import type { Position, Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { Sql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'

interface Place {
  readonly eventId: string
  readonly type: string
  readonly streamName: string
  readonly revision: string
  readonly commit: string
  readonly userId: string | null
}

export function placeOf({ id, type, streamName, revision, position, data }: Recorded<Fact>): Place {
  const userId = 'userId' in data && typeof data.userId === 'string' ? data.userId : null
  return { eventId: id, type, streamName, revision: String(revision), commit: String(position.commit), userId }
}

interface DueEvent extends Pick<Place, 'eventId' | 'streamName' | 'revision'> {
  readonly reaction: string
}

export interface PutAside extends Pick<Place, 'eventId' | 'type' | 'streamName'> {
  readonly reaction: string
  readonly incident: string
  readonly at: string
  readonly isDue: boolean
  readonly behind: number
}

export interface Incident {
  readonly reaction: string
  readonly incident: string
  /** Null when the log was reset behind the checkpoint. */
  readonly event: { readonly type: string; readonly streamName: string; readonly revision: string } | null
  readonly parkedAt: string
}

const LONGEST_DEFERRAL_MILLISECONDS = 3_600_000
/** A reaction that fails at so many events has a fault of its own. */
const MOST_PUT_ASIDE = 100
const MOST_INCIDENT_LETTERS = 500
const MOST_DUE = 100

export class Progress {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async checkpoints(): Promise<Map<string, Position>> {
    const rows = await this.#sql<{ reaction: string; commit_position: string; prepare_position: string; event_id: string | null }[]>`
      SELECT reaction, commit_position, prepare_position, event_id FROM worker.checkpoints`
    return new Map(
      rows.map(({ reaction, commit_position: commit, prepare_position: prepare, event_id: eventId }) => [
        reaction,
        { commit: BigInt(commit), prepare: BigInt(prepare), ...(eventId !== null && { eventId }) },
      ]),
    )
  }

  /** Never moves back: a worker that has lost its lease without knowing cannot undo its successor's progress. */
  async reach(reaction: string, { commit, prepare, eventId }: Position): Promise<void> {
    await this.#sql`
      INSERT INTO worker.checkpoints (reaction, commit_position, prepare_position, event_id)
      VALUES (${reaction}, ${commit.toString()}, ${prepare.toString()}, ${eventId ?? null})
      ON CONFLICT (reaction) DO UPDATE SET
        commit_position = excluded.commit_position, prepare_position = excluded.prepare_position, event_id = excluded.event_id
      WHERE worker.checkpoints.commit_position < excluded.commit_position`
  }

  async parked(): Promise<Incident[]> {
    const rows = await this.#sql<
      { reaction: string; incident: string; event_type: string | null; stream_name: string; revision: string; parked_at: string }[]
    >`SELECT reaction, incident, event_type, stream_name, revision, parked_at FROM worker.parked ORDER BY reaction`
    return rows.map(({ reaction, incident, event_type: type, stream_name: streamName, revision, parked_at: parkedAt }) => ({
      reaction,
      incident,
      event: type === null ? null : { type, streamName, revision },
      parkedAt,
    }))
  }

  /** A parked reaction keeps its event, unless the log was reset: then it must start over. */
  async park(reaction: string, incident: string, event: Incident['event']): Promise<void> {
    await this.#sql`
      INSERT INTO worker.parked (reaction, incident, event_type, stream_name, revision)
      VALUES (${reaction}, ${incident}, ${event?.type ?? null}, ${event?.streamName ?? null}, ${event?.revision ?? null})
      ON CONFLICT (reaction) DO UPDATE SET
        incident = excluded.incident, event_type = NULL, stream_name = NULL, revision = NULL, parked_at = now()
      WHERE excluded.event_type IS NULL AND worker.parked.event_type IS NOT NULL`
  }

  /**
   * Continues where it stopped and retries what it set aside. If the log was reset behind its checkpoint, it starts
   * from the first event, because the log before the checkpoint may differ; reactions check what is done. False if not
   * parked.
   */
  async resume(reaction: string): Promise<boolean> {
    return inTransaction(this.#sql, async (sql) => {
      const [parked] = await sql<{ was_set_back: boolean }[]>`
        DELETE FROM worker.parked WHERE reaction = ${reaction} RETURNING event_type IS NULL AS was_set_back`
      if (parked?.was_set_back) {
        await sql`DELETE FROM worker.checkpoints WHERE reaction = ${reaction}`
        await sql`DELETE FROM worker.deferred WHERE reaction = ${reaction} AND given_up_at IS NULL`
      } else {
        await sql`
          UPDATE worker.deferred SET next_attempt_at = now()
          WHERE reaction = ${reaction} AND incident IS NOT NULL AND given_up_at IS NULL`
      }
      return parked !== undefined
    })
  }

  /** Set aside, waiting, or given up: these are not met in the log again. */
  async deferred(): Promise<Map<string, Set<string>>> {
    const rows = await this.#sql<{ reaction: string; event_id: string }[]>`SELECT reaction, event_id FROM worker.deferred`
    return new Map(
      [...Map.groupBy(rows, ({ reaction }) => reaction)].map(([name, own]) => [name, new Set(own.map(({ event_id }) => event_id))]),
    )
  }

  async waiting(): Promise<Map<string, number>> {
    const rows = await this.#sql<{ reaction: string; events: number }[]>`
      SELECT reaction, count(*)::int AS events FROM worker.deferred WHERE incident IS NULL AND given_up_at IS NULL GROUP BY reaction`
    return new Map(rows.map(({ reaction, events }) => [reaction, events]))
  }

  async putAsides(): Promise<PutAside[]> {
    return this.#sql<PutAside[]>`
      SELECT reaction, event_id AS "eventId", coalesce(event_type, '') AS type, stream_name AS "streamName", incident,
        put_aside_at AS at, next_attempt_at IS NOT NULL AS "isDue",
        (SELECT count(*)::int FROM worker.deferred behind
         WHERE behind.reaction = aside.reaction AND behind.incident IS NULL AND behind.next_attempt_at IS NULL AND behind.given_up_at IS NULL
           AND behind.commit_position > aside.commit_position
           AND (behind.stream_name = aside.stream_name OR behind.user_id = aside.user_id)) AS behind
      FROM worker.deferred aside WHERE incident IS NOT NULL AND given_up_at IS NULL ORDER BY put_aside_at, event_id`
  }

  /** Events whose time has come, or whose predecessors are done: a person's or stream's events keep their order. */
  async due(reactions: readonly string[]): Promise<DueEvent[]> {
    return this.#sql<DueEvent[]>`
      SELECT reaction, event_id AS "eventId", stream_name AS "streamName", revision FROM worker.deferred event
      WHERE reaction = ANY(${reactions as string[]}::text[]) AND given_up_at IS NULL
        AND (next_attempt_at <= now() OR next_attempt_at IS NULL AND incident IS NULL AND NOT EXISTS (${this.#before('event')}))
      ORDER BY next_attempt_at NULLS LAST, commit_position LIMIT ${MOST_DUE}`
  }

  #before(event: string) {
    const sql = this.#sql
    return sql`
      SELECT FROM worker.deferred before
      WHERE before.reaction = ${sql(event)}.reaction AND before.given_up_at IS NULL
        AND (before.incident IS NOT NULL OR before.next_attempt_at IS NULL)
        AND before.commit_position < ${sql(event)}.commit_position
        AND (before.stream_name = ${sql(event)}.stream_name OR before.user_id = ${sql(event)}.user_id)`
  }

  /** Each pause is twice as long as the one before, up to a maximum. */
  async defer(reaction: string, event: Place, milliseconds: number): Promise<void> {
    await this.#sql`
      INSERT INTO worker.deferred (reaction, event_id, event_type, stream_name, revision, commit_position, user_id, attempts, next_attempt_at)
      VALUES (${reaction}, ${event.eventId}, ${event.type}, ${event.streamName}, ${event.revision}, ${event.commit}, ${event.userId}, 1,
        now() + ${milliseconds} * interval '1 millisecond')
      ON CONFLICT (reaction, event_id) DO UPDATE SET
        attempts = deferred.attempts + 1,
        next_attempt_at = now() + interval '1 millisecond' *
          least(${milliseconds} * power(2, least(deferred.attempts, 30)), ${LONGEST_DEFERRAL_MILLISECONDS})
      WHERE deferred.given_up_at IS NULL`
  }

  /** False, and nothing is set aside, if the reaction has reached its limit. */
  async putAside(reaction: string, event: Place, incident: string): Promise<boolean> {
    const rows = await this.#sql`
      INSERT INTO worker.deferred (reaction, event_id, event_type, stream_name, revision, commit_position, user_id, attempts, incident)
      SELECT ${reaction}, ${event.eventId}::uuid, ${event.type}, ${event.streamName}, ${event.revision}::bigint, ${event.commit}::bigint, ${event.userId}::uuid,
        1, ${incident.slice(0, MOST_INCIDENT_LETTERS)}
      WHERE ${MOST_PUT_ASIDE} > (
        SELECT count(*) FROM worker.deferred
        WHERE reaction = ${reaction} AND incident IS NOT NULL AND given_up_at IS NULL AND event_id <> ${event.eventId})
      ON CONFLICT (reaction, event_id) DO UPDATE SET
        attempts = deferred.attempts + 1, incident = excluded.incident, event_type = excluded.event_type,
        commit_position = excluded.commit_position, user_id = excluded.user_id, next_attempt_at = NULL
      RETURNING event_id`
    return rows.length > 0
  }

  /** False if no earlier event of the same person or stream was set aside. */
  async putBehind(reaction: string, event: Place): Promise<boolean> {
    const rows = await this.#sql`
      INSERT INTO worker.deferred (reaction, event_id, event_type, stream_name, revision, commit_position, user_id, attempts)
      SELECT * FROM (VALUES (${reaction}, ${event.eventId}::uuid, ${event.type}, ${event.streamName}, ${event.revision}::bigint,
        ${event.commit}::bigint, ${event.userId}::uuid, 0))
        AS event (reaction, event_id, event_type, stream_name, revision, commit_position, user_id, attempts)
      WHERE EXISTS (${this.#before('event')})
      ON CONFLICT (reaction, event_id) DO UPDATE SET next_attempt_at = NULL RETURNING event_id`
    return rows.length > 0
  }

  async retry(reaction: string, eventId: string | null): Promise<number> {
    const { count } = await this.#sql`
      UPDATE worker.deferred SET next_attempt_at = now()
      WHERE reaction = ${reaction} AND (${eventId}::uuid IS NULL OR event_id = ${eventId}) AND incident IS NOT NULL AND given_up_at IS NULL`
    return count
  }

  async giveUp(reaction: string, eventId: string): Promise<void> {
    await this.#sql`
      UPDATE worker.deferred SET given_up_at = now()
      WHERE reaction = ${reaction} AND event_id = ${eventId} AND incident IS NOT NULL AND given_up_at IS NULL`
  }

  async settle(reaction: string, eventId: string): Promise<void> {
    await this.#sql`DELETE FROM worker.deferred WHERE reaction = ${reaction} AND event_id = ${eventId} AND given_up_at IS NULL`
  }
}

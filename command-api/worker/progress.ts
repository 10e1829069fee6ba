import type { Position } from '@medicready/domain/event'
import type { Sql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'

/** Where the event of a reaction stands in the log. */
export interface Place {
  readonly eventId: string
  readonly streamName: string
  readonly revision: string
}

interface DeferredEvent extends Place {
  readonly reaction: string
}

/** Why a reaction stands still. */
export interface Incident {
  readonly reaction: string
  readonly incident: string
  /** The event that it failed at; null when the log was set back behind its checkpoint. */
  readonly event: { readonly type: string; readonly streamName: string; readonly revision: string } | null
  readonly parkedAt: string
}

const LONGEST_DEFERRAL_MILLISECONDS = 3_600_000

/** How far reactions have come: their checkpoints, what they put aside, and which of them are parked. */
export class Progress {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async checkpoints(): Promise<Map<string, Position>> {
    const rows = await this.#sql<{ reaction: string; commit_position: string; prepare_position: string }[]>`
      SELECT reaction, commit_position, prepare_position FROM worker.checkpoints`
    return new Map(rows.map((row) => [row.reaction, { commit: BigInt(row.commit_position), prepare: BigInt(row.prepare_position) }]))
  }

  /**
   * Never moves a checkpoint back: a worker that has lost its lease without knowing cannot undo what its successor did.
   */
  async reach(reaction: string, { commit, prepare }: Position): Promise<void> {
    await this.#sql`
      INSERT INTO worker.checkpoints (reaction, commit_position, prepare_position) VALUES (${reaction}, ${commit.toString()}, ${prepare.toString()})
      ON CONFLICT (reaction) DO UPDATE SET commit_position = excluded.commit_position, prepare_position = excluded.prepare_position
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

  /** One that is parked at an event stays so, unless the log was set back: then it has to begin again, too. */
  async park(reaction: string, incident: string, event: Incident['event']): Promise<void> {
    await this.#sql`
      INSERT INTO worker.parked (reaction, incident, event_type, stream_name, revision)
      VALUES (${reaction}, ${incident}, ${event?.type ?? null}, ${event?.streamName ?? null}, ${event?.revision ?? null})
      ON CONFLICT (reaction) DO UPDATE SET
        incident = excluded.incident, event_type = NULL, stream_name = NULL, revision = NULL, parked_at = now()
      WHERE excluded.event_type IS NULL AND worker.parked.event_type IS NOT NULL`
  }

  /**
   * Lets a reaction go on where it stopped. One whose checkpoint the log has been set back behind begins again with the
   * log's first event, since nobody knows what has been appended before the checkpoint meanwhile; it finds out by
   * itself what is done. False when it is not parked.
   */
  async resume(reaction: string): Promise<boolean> {
    return inTransaction(this.#sql, async (sql) => {
      const [parked] = await sql<{ was_set_back: boolean }[]>`
        DELETE FROM worker.parked WHERE reaction = ${reaction} RETURNING event_type IS NULL AS was_set_back`
      if (parked?.was_set_back) {
        await sql`DELETE FROM worker.checkpoints WHERE reaction = ${reaction}`
        await sql`DELETE FROM worker.deferred WHERE reaction = ${reaction}`
      }
      return parked !== undefined
    })
  }

  /** Ids of what was put aside, by reaction. */
  async deferred(): Promise<Map<string, Set<string>>> {
    const rows = await this.#sql<{ reaction: string; event_id: string }[]>`SELECT reaction, event_id FROM worker.deferred`
    return new Map(
      [...Map.groupBy(rows, ({ reaction }) => reaction)].map(([name, own]) => [name, new Set(own.map(({ event_id }) => event_id))]),
    )
  }

  async due(reactions: readonly string[]): Promise<DeferredEvent[]> {
    return this.#sql<DeferredEvent[]>`
      SELECT reaction, event_id AS "eventId", stream_name AS "streamName", revision FROM worker.deferred
      WHERE reaction = ANY(${reactions as string[]}::text[]) AND next_attempt_at <= now() ORDER BY next_attempt_at`
  }

  /** Puts an event aside, or off once more: each pause is twice as long as the one before, up to the longest. */
  async defer(reaction: string, event: Place, milliseconds: number): Promise<void> {
    await this.#sql`
      INSERT INTO worker.deferred (reaction, event_id, stream_name, revision, attempts, next_attempt_at)
      VALUES (${reaction}, ${event.eventId}, ${event.streamName}, ${event.revision}, 1, now() + ${milliseconds} * interval '1 millisecond')
      ON CONFLICT (reaction, event_id) DO UPDATE SET
        attempts = deferred.attempts + 1,
        next_attempt_at = now() + interval '1 millisecond' *
          least(${milliseconds} * power(2, least(deferred.attempts, 30)), ${LONGEST_DEFERRAL_MILLISECONDS})`
  }

  async settle(reaction: string, eventId: string): Promise<void> {
    await this.#sql`DELETE FROM worker.deferred WHERE reaction = ${reaction} AND event_id = ${eventId}`
  }
}

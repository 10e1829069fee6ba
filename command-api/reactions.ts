import { setTimeout as sleep } from 'node:timers/promises'
import type { Position, Recorded } from '@medicready/domain/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'

/** What the worker does when something has happened. A reaction may run again after a crash: it must find out by itself what is done already. */
export type Reactions = { readonly [Type in FactType]?: (fact: Recorded<FactOf<Type>>) => Promise<void> }

interface Options {
  /** Under which the checkpoint is kept. */
  readonly name: string
  readonly reactions: Reactions
  readonly eventStore: EventStore
  readonly sql: Sql
  readonly logger: Logger
  readonly signal: AbortSignal
}

const BATCH_SIZE = 100
const LONGEST_PAUSE_MILLISECONDS = 10_000

/** Follows the log from the checkpoint and reacts to each event in turn, until the signal is aborted. What fails is tried again, for ever. */
export async function react({ name, reactions, eventStore, sql, logger, signal }: Options): Promise<void> {
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

  const from = await persist(() => readCheckpoint(sql, name))
  if (from === undefined) return
  for await (const batch of eventStore.follow({ from, batchSize: BATCH_SIZE, signal })) {
    for (const entry of batch) {
      if (entry.kind === 'malformed')
        logger.error({ entry: { ...entry, position: String(entry.position.commit) } }, 'cannot react to a broken event')
      if (entry.kind !== 'fact') continue
      const reaction = reactions[entry.fact.type] as ((fact: Recorded<Fact>) => Promise<void>) | undefined
      if (reaction) await persist(() => reaction(entry.fact))
      if (signal.aborted) return
    }
    const last = batch.at(-1)
    if (last) await persist(() => writeCheckpoint(sql, name, last.position))
  }
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

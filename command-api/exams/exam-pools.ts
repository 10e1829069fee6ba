import { hash } from 'node:crypto'
import { drawUpPool, examPoolAggregate, isWhole, type PoolItem } from '@medicready/domain/exams/pool'
import { type PreparedPool, preparePool } from '@medicready/domain/exams/prepared-pool'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import { changesToItems, ratedItems } from '@medicready/projector/read-models/exams/item-queries'
import { LRUCache } from 'lru-cache'
import { type CommandContext, uuidOfName } from '../command-context.ts'
import type { Commands } from '../commands.ts'

const POOL_NAMESPACE = '0d9bb7a4-6c0f-4a0b-9d3e-6a3f5f3f1c55'
const PREPARED = 16

interface PoolNow {
  readonly poolId: string
  readonly calibrationId: string | null
  readonly items: readonly PoolItem[]
}

export interface PinnedPool extends Pick<PoolNow, 'poolId' | 'calibrationId'> {
  readonly pool: PreparedPool
}

export class ExamPools {
  readonly #sql: Sql
  readonly #commands: Commands
  readonly #now: Remembered<PoolNow>
  /** `Remembered` keeps only one value, and with `RecentStates` each call would prepare its pool anew. */
  readonly #prepared: LRUCache<string, PreparedPool>

  constructor(sql: Sql, commands: Commands) {
    this.#sql = sql
    this.#commands = commands
    this.#prepared = new LRUCache({ max: PREPARED, fetchMethod: (poolId) => this.#load(poolId) })
    this.#now = new Remembered(
      () => changesToItems(sql),
      () => this.#read(),
    )
  }

  async current(context: CommandContext): Promise<PinnedPool> {
    const { poolId, calibrationId, items } = await this.#now.current()
    if (!this.#prepared.has(poolId)) {
      await this.#drawUp({ poolId, calibrationId, items }, context)
      this.#prepared.set(poolId, preparePool(items))
    }
    return { poolId, calibrationId, pool: await this.of(poolId) }
  }

  of(poolId: string): Promise<PreparedPool> {
    return this.#prepared.forceFetch(poolId)
  }

  async #load(poolId: string): Promise<PreparedPool> {
    const { state } = await this.#commands.load(examPoolAggregate, poolId)
    if (!isWhole(state)) throw new Error(`The pool ${poolId} is not in the log.`)
    return preparePool(state.items)
  }

  /** Each part is its own command, the same for every process that records the pool. */
  async #drawUp(pool: PoolNow, { correlationId, now }: CommandContext): Promise<void> {
    const { poolId } = pool
    let { state } = await this.#commands.load(examPoolAggregate, poolId)
    while (!isWhole(state)) {
      const commandId = uuidOfName(`part ${state.parts + 1}`, poolId)
      const context = { commandId, actorId: 'exams', correlationId, now }
      state = (await this.#commands.execute(examPoolAggregate, poolId, drawUpPool({ ...pool, items: [...pool.items] }), context)).state
    }
  }

  /** The ID is derived from the content, so exams between two changes share a pool. */
  async #read(): Promise<PoolNow> {
    const { calibrationId, items } = await ratedItems(this.#sql, 'given')
    const content = hash('sha256', JSON.stringify({ calibrationId, items: items.map(spelled) }), 'hex')
    return { poolId: uuidOfName(content, POOL_NAMESPACE), calibrationId, items }
  }
}

const spelled = ({ set, ...item }: PoolItem) => [...Object.values(item), set?.id, set?.part, set?.of]

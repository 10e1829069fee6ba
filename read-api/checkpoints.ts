import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The projector tells `<projection>:<commit position>` here with every commit. */
const PROJECTED_CHANNEL = 'projected'
const LONGEST_WAIT_MILLISECONDS = 1_000
const tokenPattern = /^\d{1,19}$/

/**
 * How far each projection is, as the projector tells it. A reader who brings a consistency token waits here until what it wrote can be read, for a second at the most.
 */
export class Checkpoints {
  readonly #sql: Sql
  readonly #logger: Logger
  readonly #positions = new Map<string, bigint>()
  readonly #waiting = new Set<() => void>()
  readonly #stopped = new AbortController()
  #listening: { unlisten: () => Promise<void> } | null = null
  #starting: Promise<void> | null = null

  constructor(sql: Sql, logger: Logger) {
    this.#sql = sql
    this.#logger = logger
  }

  /** Begins to listen, in the background, as soon as Postgres can be reached; after a lost connection the positions are read anew. */
  start(): void {
    const heard = (payload: string) => {
      const [projection = '', position = ''] = payload.split(':')
      if (tokenPattern.test(position)) this.#advance(projection, BigInt(position))
    }
    const listen = async () => {
      for (let attempt = 0; !this.#stopped.signal.aborted; attempt++) {
        try {
          this.#listening = await this.#sql.listen(PROJECTED_CHANNEL, heard, () => void this.#read())
          return
        } catch (error) {
          this.#logger.warn({ err: error }, 'cannot listen to the projector yet')
          await sleep(Math.min(100 * 2 ** attempt, 2_000), undefined, { signal: this.#stopped.signal }).catch(() => undefined)
        }
      }
    }
    this.#starting = listen()
  }

  async #read(): Promise<void> {
    try {
      const rows = await this.#sql<{ projection: string; commit_position: string | null }[]>`
        SELECT projection, commit_position FROM projector.checkpoints WHERE state = 'live'`
      for (const row of rows) if (row.commit_position !== null) this.#advance(row.projection, BigInt(row.commit_position))
    } catch (error) {
      this.#logger.warn({ err: error }, 'cannot read the checkpoints; the projector will tell them')
    }
  }

  #advance(projection: string, position: bigint): void {
    if (position <= (this.#positions.get(projection) ?? -1n)) return
    this.#positions.set(projection, position)
    for (const look of this.#waiting) look()
  }

  /** Waits until the projections that an answer is read from have what the caller wrote. An answer that is behind all the same is marked `Stale: true`. */
  async settle(request: FastifyRequest, reply: FastifyReply, projections: readonly string[]): Promise<void> {
    const token = request.headers['consistency-token']
    if (typeof token !== 'string' || !tokenPattern.test(token)) return
    const wanted = BigInt(token)
    const isReached = () => projections.every((projection) => (this.#positions.get(projection) ?? -1n) >= wanted)
    if (!isReached() && !(await this.#waitUntil(isReached))) reply.header('stale', 'true')
  }

  #waitUntil(isReached: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (reached: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(reached)
      }
      const look = () => {
        if (isReached()) leave(true)
      }
      const timer = setTimeout(() => leave(false), LONGEST_WAIT_MILLISECONDS)
      this.#waiting.add(look)
    })
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#starting
    await this.#listening?.unlisten().catch(() => undefined)
  }
}

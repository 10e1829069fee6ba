import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@medicready/platform/logger'
import { type Sql, whenConnectionEnds } from '@medicready/platform/postgres/connection'
import {
  LIVE_CHANNEL,
  LOG_HEAD_CHANNEL,
  LOG_HEAD_WANTED_CHANNEL,
  PROJECTED_CHANNEL,
} from '@medicready/platform/postgres/projection-channels'
import { persist } from '@medicready/platform/retry'
import type { ReadModel } from '@medicready/projector/read-models/definition'
import { SharedAnswer } from './shared-query.ts'

const LONGEST_WAIT = 1_000
/** Most writes are readable by then; only longer waits ask for the end of the log. */
const USUAL_WAIT = 50
const REPLICA_IS_ASKED_EVERY = 20

type Named = Pick<ReadModel, 'name'>

/** Read again after a lost connection: a crash of Postgres may take back announced progress. */
export class Checkpoints {
  readonly #sql: Sql
  readonly #logger: Logger
  readonly #replica: Sql | null
  readonly #positions = new Map<string, bigint>()
  readonly #announced = new Map<string, bigint>()
  readonly #waiting = new Set<() => void>()
  readonly #stopped = new AbortController()
  readonly #head: LogHead
  readonly #loading = new SharedAnswer(() => this.#load())
  #isCurrent = false
  #isFollowing = false

  /** The positions are those of the replica, if reads go to one. */
  constructor(sql: Sql, logger: Logger, replica: Sql | null = null) {
    this.#sql = sql
    this.#logger = logger
    this.#replica = replica
    this.#head = new LogHead(sql)
  }

  start(): void {
    for (const sql of [this.#sql, ...(this.#replica ? [this.#replica] : [])]) whenConnectionEnds(sql, () => this.#forget())
    void this.#listen()
  }

  stop(): void {
    this.#stopped.abort()
    this.#wake()
  }

  of({ name }: Named): bigint | null {
    return this.#positions.get(name) ?? null
  }

  /** False after a second. Never waits for a position beyond the end of the log. */
  async reach(readModels: readonly Named[], commit: bigint): Promise<boolean> {
    const isReached = () => readModels.every(({ name }) => (this.#positions.get(name) ?? -1n) >= commit)
    const started = performance.now()
    if (await this.#until(isReached, started + USUAL_WAIT)) return true
    let isBeyondLog = false
    const learn = (head: bigint) => {
      isBeyondLog = commit > head
      if (isBeyondLog) this.#wake()
    }
    this.#head.ask().then(learn, () => undefined)
    if (await this.#until(() => isReached() || isBeyondLog, started + LONGEST_WAIT)) return true
    // An announcement may have been lost with its connection.
    await this.#loading.ask().catch(() => undefined)
    return isReached()
  }

  async #until(isSo: () => boolean, deadline: number): Promise<boolean> {
    while (!isSo()) {
      const left = deadline - performance.now()
      if (left <= 0 || this.#stopped.signal.aborted) return false
      await this.#change(left)
    }
    return true
  }

  #change(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#waiting.add(done)
    })
  }

  #wake(): void {
    for (const done of this.#waiting) done()
  }

  async #listen(): Promise<void> {
    const load = () => this.#tryLoad()
    // Listening starts before the read, so nothing is missed. The same after every lost connection.
    const listen = async () => {
      await this.#sql.listen(PROJECTED_CHANNEL, (announced) => this.#heard(announced), load)
      await this.#sql.listen(LIVE_CHANNEL, load, load)
      await this.#head.listen()
    }
    await persist(listen, { signal: this.#stopped.signal, logger: this.#logger, what: 'listen to the projector' }).catch(() => undefined)
  }

  #forget(): void {
    if (!this.#isCurrent || this.#stopped.signal.aborted) return
    this.#isCurrent = false
    this.#positions.clear()
    this.#tryLoad()
  }

  #heard(announced: string): void {
    if (!this.#isCurrent) return
    const [commit, ...names] = announced.split(' ')
    const heard = this.#replica ? this.#announced : this.#positions
    for (const name of names) heard.set(name, BigInt(commit ?? -1))
    if (this.#replica) void this.#follow()
    else this.#wake()
  }

  #tryLoad(): void {
    this.#loading.ask().catch((error: unknown) => this.#logger.warn({ err: error }, 'cannot read the checkpoints'))
  }

  async #load(): Promise<void> {
    if (this.#replica) {
      const [announced, shown] = await Promise.all([positionsIn(this.#sql), positionsIn(this.#replica)])
      update(this.#announced, announced)
      update(this.#positions, shown)
    } else update(this.#positions, await positionsIn(this.#sql))
    this.#isCurrent = true
    this.#wake()
    if (this.#replica) void this.#follow()
  }

  /** A replica shows what was announced a little later, and announces nothing itself. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return
    this.#isFollowing = true
    while (!this.#stopped.signal.aborted && [...this.#announced].some(([name, commit]) => (this.#positions.get(name) ?? -1n) < commit)) {
      await sleep(REPLICA_IS_ASKED_EVERY)
      await this.#loading.ask().catch(() => undefined)
    }
    this.#isFollowing = false
  }
}

async function positionsIn(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql<{ read_model: string; commit_position: string | null }[]>`
    SELECT read_model, commit_position FROM projector.checkpoints WHERE state = 'live'`
  return new Map(rows.map(({ read_model, commit_position }) => [read_model, BigInt(commit_position ?? -1)]))
}

function update(positions: Map<string, bigint>, now: ReadonlyMap<string, bigint>): void {
  for (const [name, commit] of now) positions.set(name, commit)
}

const PATIENCE_MILLISECONDS = 1_000

/** The projector answers, because the read API cannot reach the log. Concurrent callers share one question. */
class LogHead {
  readonly #sql: Sql
  readonly #shared = new SharedAnswer(() => this.#ask())
  #asked: { readonly question: string; readonly hear: (commit: bigint) => void } | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async listen(): Promise<void> {
    await this.#sql.listen(LOG_HEAD_CHANNEL, (told) => {
      const [question, commit] = told.split(' ')
      if (question === this.#asked?.question && commit !== undefined) this.#asked?.hear(BigInt(commit))
    })
  }

  /** As of some moment after this call. Rejects without an answer in time. */
  ask(): Promise<bigint> {
    return this.#shared.ask()
  }

  async #ask(): Promise<bigint> {
    const question = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<bigint>()
    this.#asked = { question, hear: resolve }
    const patience = setTimeout(() => reject(new Error('The end of the log was not reported in time.')), PATIENCE_MILLISECONDS)
    try {
      // In parallel: if the database has just gone, the question itself may take longer than the timeout.
      const [commit] = await Promise.all([promise, this.#sql.notify(LOG_HEAD_WANTED_CHANNEL, question)])
      return commit
    } finally {
      clearTimeout(patience)
      this.#asked = null
    }
  }
}

import { availableParallelism } from 'node:os'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Each lane has its own places and shares, so a flood in one cannot take the others' time. */
const lanes = {
  known: { places: 256, share: 8, ofThreads: 1 },
  signIn: { places: 256, share: 8, ofThreads: 1 },
  registration: { places: 64, share: 1, ofThreads: 0.5 },
} as const
export type Lane = keyof typeof lanes
export const laneNames = Object.keys(lanes) as readonly Lane[]

/** Hashes run in libuv's four threads; one stays free for other work, such as DNS. */
const MOST_AT_ONCE = 3
const RETRY_AFTER_SECONDS = 5

interface Waiting {
  readonly places: number
  readonly share: number
  readonly atOnce: number
  readonly callers: (() => void)[]
  /** Turns taken, weighted by the share; the lowest is next. */
  had: number
  hashed: number
  running: number
}

/** Our own: p-queue has only strict priorities, so a flood in one lane would starve those below it. */
export class HashingQueue {
  readonly #atOnce: number
  readonly #lanes: Readonly<Record<Lane, Waiting>>
  #running = 0
  #had = 0

  constructor({ atOnce = Math.min(availableParallelism(), MOST_AT_ONCE) } = {}) {
    this.#atOnce = atOnce
    const emptyLane = (lane: Lane): Waiting => {
      const { places, share, ofThreads } = lanes[lane]
      return { places, share, atOnce: Math.max(1, Math.floor(atOnce * ofThreads)), callers: [], had: 0, hashed: 0, running: 0 }
    }
    this.#lanes = { known: emptyLane('known'), signIn: emptyLane('signIn'), registration: emptyLane('registration') }
  }

  async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(lane)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#lanes[lane].running -= 1
      this.#next()
    }
  }

  refuseIfFull(lane: Lane): void {
    const { callers, places } = this.#lanes[lane]
    if (callers.length >= places) throw new Rejection('busy', [], RETRY_AFTER_SECONDS)
  }

  figuresOf(lane: Lane): { readonly waiting: number; readonly hashed: number } {
    const { callers, hashed } = this.#lanes[lane]
    return { waiting: callers.length, hashed }
  }

  #turn(name: Lane): Promise<void> {
    const lane = this.#lanes[name]
    if (this.#hasThread(lane)) {
      this.#begin(lane)
      return Promise.resolve()
    }
    this.refuseIfFull(name)
    return new Promise((resolve) => {
      // An idle lane must not save up turns.
      if (lane.callers.length === 0) lane.had = Math.max(lane.had, this.#had)
      lane.callers.push(resolve)
    })
  }

  #hasThread(lane: Waiting): boolean {
    return this.#running < this.#atOnce && lane.running < lane.atOnce
  }

  #begin(lane: Waiting): void {
    this.#running += 1
    lane.running += 1
    lane.hashed += 1
    this.#had = Math.max(this.#had, lane.had)
    lane.had += 1 / lane.share
  }

  #next(): void {
    const [next] = laneNames
      .map((name) => this.#lanes[name])
      .filter((lane) => lane.callers.length > 0 && this.#hasThread(lane))
      .sort((one, other) => one.had - other.had)
    if (!next) return
    this.#begin(next)
    next.callers.shift()?.()
  }
}

export function showHashing(metrics: Registry, queue: HashingQueue): void {
  new Counter({
    name: 'password_hashes_total',
    help: 'How many passwords were hashed, by lane.',
    labelNames: ['lane'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const lane of laneNames) this.inc({ lane }, queue.figuresOf(lane).hashed)
    },
  })
  new Gauge({
    name: 'password_hashes_waiting',
    help: 'How many passwords are waiting to be hashed, by lane.',
    labelNames: ['lane'],
    registers: [metrics],
    collect() {
      for (const lane of laneNames) this.set({ lane }, queue.figuresOf(lane).waiting)
    },
  })
}

import { availableParallelism } from 'node:os'
import { Rejection } from '@medicready/domain/rejection'
import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * Who waits for a hash: for every lane so many places, its share of the turns while others wait too, and of the threads
 * at any time. A flood in one lane fills its own places, and takes no more than its share of the others' time.
 */
const lanes = {
  /** Of a signed-in user, or signs in with a device that did so before. */
  known: { places: 256, share: 8, ofThreads: 1 },
  signIn: { places: 256, share: 8, ofThreads: 1 },
  registration: { places: 64, share: 1, ofThreads: 0.5 },
} as const
export type Lane = keyof typeof lanes
export const laneNames = Object.keys(lanes) as readonly Lane[]

/** Hashes run in libuv's four threads: one of them is left for what else needs one, such as names of hosts. */
const MOST_AT_ONCE = 3
const RETRY_AFTER_SECONDS = 5

interface Waiting {
  readonly places: number
  readonly share: number
  readonly atOnce: number
  readonly callers: (() => void)[]
  /** The turns it had, each as long as its share makes it: who has the least is next. */
  had: number
  hashed: number
  running: number
}

/**
 * Lets so many hashes be computed at once as there are processors, and so many wait. Who finds no place is refused with
 * `busy` at once, which costs nothing.
 */
export class HashingQueue {
  readonly #atOnce: number
  readonly #lanes: Readonly<Record<Lane, Waiting>>
  #running = 0
  /** Of the lane whose turn came last. */
  #had = 0

  constructor({ atOnce = Math.min(availableParallelism(), MOST_AT_ONCE) } = {}) {
    this.#atOnce = atOnce
    const emptyLane = (lane: Lane): Waiting => {
      const { places, share, ofThreads } = lanes[lane]
      return { places, share, atOnce: Math.max(1, Math.floor(atOnce * ofThreads)), callers: [], had: 0, hashed: 0, running: 0 }
    }
    this.#lanes = { known: emptyLane('known'), signIn: emptyLane('signIn'), registration: emptyLane('registration') }
  }

  /** Waits for a turn in the lane, then does the work. */
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

  /** Refuses with `busy` when all places of the lane are taken: to be asked before anything is done for a caller. */
  refuseIfFull(lane: Lane): void {
    const { callers, places } = this.#lanes[lane]
    if (callers.length >= places) throw new Rejection('busy', [], RETRY_AFTER_SECONDS)
  }

  /** How many wait, and how many hashes the lane has had. */
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
      // Who was away has saved no turns up.
      if (lane.callers.length === 0) lane.had = Math.max(lane.had, this.#had)
      lane.callers.push(resolve)
    })
  }

  /** While there is one no one waits in the lane. */
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

/** Shows operators how many passwords were hashed, and how many wait: a lane that is full refuses people. */
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

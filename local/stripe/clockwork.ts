import { happen } from './becoming-due.ts'
import type { Storage } from './storage.ts'
import { SERVER_OFFSET, serverNow, type Turn } from './turn.ts'

interface Setup {
  readonly storage: Storage
  /** A turn at a time. */
  readonly turnAt: (at: number) => Turn
  /** There may be events to deliver. */
  readonly wake: () => void
}

const LOOK_MILLISECONDS = 500

/**
 * Lets happen what becomes due: renewals, payments that are tried again, ends of subscriptions and of checkouts. Each
 * happens at its time and in a transaction of its own, in the order of their times, however far a clock is moved.
 */
export class Clockwork {
  readonly #setup: Setup
  readonly #timer: NodeJS.Timeout

  constructor(setup: Setup) {
    this.#setup = setup
    this.#timer = setInterval(() => this.tick(), LOOK_MILLISECONDS)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Of the server's clock what is due by now, and of test clocks what they are advanced to. */
  tick(): void {
    const { storage, wake } = this.#setup
    this.#catchUp('', serverNow(storage))
    for (const { id } of storage.all('test_helpers.test_clock', [{ path: 'status', is: 'in', values: ['advancing'] }])) this.#advance(id)
    wake()
  }

  /** Moves the clock of the server forward, by seconds. */
  moveForward(seconds: number): number {
    const { storage } = this.#setup
    const until = serverNow(storage) + seconds
    this.#catchUp('', until)
    this.#reach(until)
    this.#setup.wake()
    return serverNow(storage)
  }

  /** The clock of the server never goes back. */
  #reach(time: number): void {
    const { storage } = this.#setup
    const ahead = time - serverNow(storage)
    if (ahead > 0) storage.setFigure(SERVER_OFFSET, storage.figure(SERVER_OFFSET) + ahead)
  }

  #catchUp(clock: string, until: number): void {
    const { storage, turnAt } = this.#setup
    for (;;) {
      const next = storage.nextDue(clock, until)
      if (!next) return
      storage.transaction(() => {
        const turn = turnAt(next.due)
        if (clock) turn.save({ ...turn.get('test_helpers.test_clock', clock), frozen_time: next.due })
        // With what happens: anyone who is killed on the way has come so far.
        else this.#reach(next.due)
        happen(turn, next.kind, next.id)
      })
    }
  }

  #advance(id: string): void {
    const { storage, turnAt } = this.#setup
    const target = storage.find('test_helpers.test_clock', id)?.status_details.advancing?.target_frozen_time ?? 0
    this.#catchUp(id, target)
    storage.transaction(() => {
      const turn = turnAt(target)
      const clock = turn.get('test_helpers.test_clock', id)
      turn.emit('test_helpers.test_clock.ready', turn.save({ ...clock, frozen_time: target, status: 'ready', status_details: {} }))
    })
  }
}

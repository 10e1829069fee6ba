import { Counter, Gauge, type Registry } from 'prom-client'
import { type HashingQueue, laneNames } from './hashing-queue.ts'

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
    help: 'How many passwords wait for being hashed, by lane.',
    labelNames: ['lane'],
    registers: [metrics],
    collect() {
      for (const lane of laneNames) this.set({ lane }, queue.figuresOf(lane).waiting)
    },
  })
}

import type { Aggregate } from '@medicready/domain/core/decider'
import type { Fact } from '@medicready/domain/events'
import { LRUCache } from 'lru-cache'
import type { Commands } from './commands.ts'

const REMEMBERED = 20_000

interface Options {
  readonly behindMilliseconds?: number | null
  readonly milliseconds?: () => number
}

/** States that may be slightly stale: the log is read once, then answers come from memory for a while. */
export class RecentStates<State, Event extends Fact> {
  readonly #commands: Commands
  readonly #aggregate: Aggregate<State, Event>
  readonly #recent: LRUCache<string, true>

  constructor(
    commands: Commands,
    aggregate: Aggregate<State, Event>,
    { behindMilliseconds = null, milliseconds = () => performance.now() }: Options = {},
  ) {
    this.#commands = commands
    this.#aggregate = aggregate
    this.#recent = new LRUCache({ max: REMEMBERED, ttl: behindMilliseconds ?? 0, ttlResolution: 0, perf: { now: milliseconds } })
  }

  async of(id: string, mayKeep: (state: State) => boolean | Promise<boolean> = () => true): Promise<State> {
    if (this.#recent.has(id)) return this.#commands.read(this.#aggregate, id, () => true)
    const { state } = await this.#commands.load(this.#aggregate, id)
    if (await mayKeep(state)) this.#recent.set(id, true)
    return state
  }
}

import type { Position, Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import { isUnavailable, pauseAfter, persist } from '@medicready/platform/retry'
import { traced } from '@medicready/platform/tracing'
import { type Reaction, RetryLater } from './definitions.ts'
import { type Progress, placeOf } from './progress.ts'
import { isNotBuilt } from './shown.ts'

/** An event is set aside after so many failures of its own. */
const MOST_ATTEMPTS = 6
/** A checkpoint that passes nothing relevant can wait this long. */
const IDLE_MILLISECONDS = 1_000
/** With more waiting facts, a reaction stops listening until it has handled them, which bounds memory. */
const MOST_WAITING = 5_000

interface LineOptions<Deps> {
  readonly reaction: Reaction<Deps>
  readonly deps: Deps
  readonly progress: Progress
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly deferMilliseconds: number
  readonly checkpoint: Position | null
  readonly deferred: ReadonlySet<string>
  /** Called when a line that stopped listening can continue: the log must be read again from its checkpoint. */
  readonly onReady: () => void
}

interface Waiting {
  readonly facts: readonly Recorded<Fact>[]
  upTo: Position
}

/** One reaction and its waiting facts. Lines run side by side: one that fails or waits holds up no other. */
export class Line<Deps> {
  readonly #options: LineOptions<Deps>
  readonly #waiting: Waiting[] = []
  #checkpoint: Position | null
  #heard: Position | null
  #situation: 'listening' | 'behind' | 'parked' = 'listening'
  #wake = Promise.withResolvers<void>()
  #mayHoldUp: boolean

  constructor(options: LineOptions<Deps>) {
    this.#options = options
    this.#mayHoldUp = options.deferred.size > 0
    this.#checkpoint = options.checkpoint
    this.#heard = options.checkpoint
  }

  get name(): string {
    return this.#options.reaction.name
  }

  get checkpoint(): Position | null {
    return this.#checkpoint
  }

  get heard(): Position | null {
    return this.#heard
  }

  get isListening(): boolean {
    return this.#situation === 'listening'
  }

  get isParked(): boolean {
    return this.#situation === 'parked'
  }

  offer(entries: readonly LogEntry[]): void {
    const last = entries.at(-1)
    if (!last || this.#situation !== 'listening' || isBefore(last.position, this.#checkpoint)) return
    this.#heard = last.position
    const { reaction, deferred } = this.#options
    const facts = entries.flatMap((entry) => {
      const concerns = entry.kind === 'fact' && reaction.on[entry.fact.type] && !deferred.has(entry.fact.id)
      return concerns && !isBefore(entry.position, this.#checkpoint) ? [entry.fact] : []
    })
    const before = this.#waiting.at(-1)
    if (facts.length === 0 && before) before.upTo = last.position
    else {
      this.#waiting.push({ facts, upTo: last.position })
      this.#wake.resolve()
    }
    if (this.#waiting.reduce((sum, batch) => sum + batch.facts.length, 0) > MOST_WAITING) this.#situation = 'behind'
  }

  /** Until aborted or parked. The checkpoint passes a batch once it and all before it are handled. */
  async run(): Promise<void> {
    const { signal, reaction } = this.#options
    const atWork = new Set<Promise<void>>()
    let reached: Promise<void> = Promise.resolve()
    while (!signal.aborted && !this.isParked) {
      await this.#somethingToDo()
      const batch = this.#waiting.shift()
      if (!batch) continue
      const handled: Promise<void>[] = []
      for (const fact of batch.facts) {
        while (atWork.size >= (reaction.atOnce ?? 1)) await Promise.race(atWork)
        if (signal.aborted || this.isParked) break
        const handling = this.#handle(fact).finally(() => atWork.delete(handling))
        handling.catch(() => undefined)
        atWork.add(handling)
        handled.push(handling)
      }
      reached = reached.then(() => this.#reach(batch, handled))
      reached.catch(() => undefined)
      if (this.#situation !== 'behind' || this.#waiting.length > 0) continue
      await reached
      if (!signal.aborted && !this.isParked) this.#options.onReady()
      break
    }
    await Promise.all([reached, ...atWork])
  }

  async #reach({ upTo }: Waiting, handled: readonly Promise<void>[]): Promise<void> {
    const { signal, progress, logger } = this.#options
    await Promise.all(handled)
    if (signal.aborted || this.isParked) return
    await persist(() => progress.reach(this.name, upTo), { signal, logger, what: 'write the checkpoint of a reaction' })
    this.#checkpoint = upTo
  }

  async #somethingToDo(): Promise<void> {
    const { signal } = this.#options
    const [next] = this.#waiting
    if (next && next.facts.length > 0) return
    this.#wake = Promise.withResolvers<void>()
    const stop = () => this.#wake.resolve()
    signal.addEventListener('abort', stop, { once: true })
    const timer = next ? setTimeout(stop, IDLE_MILLISECONDS) : null
    if (!signal.aborted) await this.#wake.promise
    if (timer) clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }

  /** From now on, events may have to wait for one that was set aside. */
  holdUp(): void {
    this.#mayHoldUp = true
  }

  async #handle(fact: Recorded<Fact>): Promise<void> {
    const { reaction, progress, logger, signal, deferMilliseconds } = this.#options
    const place = placeOf(fact)
    const keep = <Result>(write: () => Promise<Result>) => persist(write, { signal, logger, what: 'set an event aside' })
    const isInOrder = (reaction.atOnce ?? 1) === 1
    if (isInOrder && this.#mayHoldUp && (await keep(() => progress.putBehind(this.name, place)))) return
    const outcome = await attempt(fact, { ...this.#options, waitsForOutside: true })
    if (outcome.kind === 'postponed') await keep(() => progress.defer(this.name, place, deferMilliseconds))
    if (outcome.kind !== 'failed') return
    this.holdUp()
    if (!(await keep(() => progress.putAside(this.name, place, String(outcome.error))))) await this.#park(fact, outcome.error)
  }

  async #park({ type, streamName, revision }: Recorded<Fact>, error: unknown): Promise<void> {
    const { progress, logger, signal } = this.#options
    const event = { type, streamName, revision: String(revision) }
    logger.error({ err: error, reaction: this.name, event }, 'a reaction is parked')
    const incident = `It has reached its limit of events set aside, and the next one failed: ${String(error)}`
    await persist(() => progress.park(this.name, incident, event), { signal, logger, what: 'park a reaction' })
    this.#situation = 'parked'
  }
}

type Attempted = { readonly kind: 'done' | 'aborted' } | { readonly kind: 'postponed' | 'failed'; readonly error: unknown }

/** Its own faults get a few attempts; while an external system is away, it retries forever or postpones. */
export async function attempt<Deps>(
  fact: Recorded<Fact>,
  options: Pick<LineOptions<Deps>, 'reaction' | 'deps' | 'logger' | 'signal'> & { readonly waitsForOutside: boolean },
): Promise<Attempted> {
  const { reaction, deps, logger, signal, waitsForOutside } = options
  const about = { reaction: reaction.name, event: fact.id }
  for (let attempts = 0, failures = 0; !signal.aborted; attempts++) {
    try {
      const spanning = { correlationId: fact.metadata.correlationId, attributes: { type: fact.type, stream: fact.streamName } }
      await traced(`react: ${reaction.name}`, spanning, () => reactTo(reaction, fact, deps))
      return { kind: 'done' }
    } catch (error) {
      if (signal.aborted) break
      if (isNotBuilt(error) && waitsForOutside) {
        logger.debug({ err: error, ...about }, 'a reaction waits for the read models')
        await pauseAfter(attempts, signal)
        continue
      }
      const isAway = isUnavailable(error)
      if (error instanceof RetryLater || (isAway && !waitsForOutside)) {
        logger.warn({ err: error, ...about }, 'an event is deferred')
        return { kind: 'postponed', error }
      }
      if (!isAway) failures += 1
      if (failures >= MOST_ATTEMPTS) {
        logger.error({ err: error, ...about }, 'an event is set aside until an operator handles it')
        return { kind: 'failed', error }
      }
      logger.warn({ err: error, ...about, attempts }, 'a reaction failed, trying again')
      await pauseAfter(attempts, signal)
    }
  }
  return { kind: 'aborted' }
}

export async function reactTo<Deps>(reaction: Reaction<Deps>, fact: Recorded<Fact>, deps: Deps): Promise<void> {
  const react = reaction.on[fact.type] as ((fact: Recorded<Fact>, deps: Deps) => Promise<void>) | undefined
  await react?.(fact, deps)
}

const isBefore = (position: Position, checkpoint: Position | null): boolean => checkpoint !== null && position.commit <= checkpoint.commit

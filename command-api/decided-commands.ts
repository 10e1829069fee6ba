import { createHash } from 'node:crypto'
import type { DomainEvent } from '@medicready/domain/core/event'

const REMEMBERED = 256
const FILTER_BITS = 2 ** 17
const HASHES = 4

/**
 * What a stream's commands decided, in bounded memory: the latest with their events, older ones in a Bloom filter (16
 * KiB, created when needed). The filter has no false negatives; false positives are looked up in the log, under 1% up
 * to 10,000 commands. All caches of a stream share one instance, which grows in the log's order.
 */
export class DecidedCommands {
  readonly #latest = new Map<string, readonly DomainEvent[]>()
  #forgotten: Uint32Array | null = null
  #upTo = -1n

  /** Null for a new command; `forgotten` for one that may be older than those remembered. */
  find(commandId: string): readonly DomainEvent[] | 'forgotten' | null {
    return this.#latest.get(commandId) ?? (this.#forgotten && mayHold(this.#forgotten, commandId) ? 'forgotten' : null)
  }

  add(commandId: string, revision: bigint, event: DomainEvent): void {
    if (revision <= this.#upTo) return
    this.#upTo = revision
    this.#latest.set(commandId, [...(this.#latest.get(commandId) ?? []), event])
    if (this.#latest.size <= REMEMBERED) return
    const [oldest = ''] = this.#latest.keys()
    this.#latest.delete(oldest)
    this.#forgotten ??= new Uint32Array(FILTER_BITS / 32)
    for (const bit of bitsOf(oldest)) this.#forgotten[bit >>> 5] = (this.#forgotten[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }
}

const mayHold = (filter: Uint32Array, commandId: string): boolean =>
  bitsOf(commandId).every((bit) => ((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0)

function bitsOf(commandId: string): number[] {
  const hash = createHash('sha1').update(commandId).digest()
  return Array.from({ length: HASHES }, (_, index) => hash.readUInt32LE(index * 4) % FILTER_BITS)
}

import { createHash } from 'node:crypto'
import type { DomainEvent } from '@medicready/domain/event'

/** So many of a stream's commands are remembered with what they decided: more than a learner sends in a day. */
const REMEMBERED = 256
const FILTER_BITS = 2 ** 17
const HASHES = 4

/**
 * What a stream's commands decided, by the command's id, in bounded memory: the latest with their events, and of all
 * before them only a Bloom filter (16 KiB, made when it is needed). The filter never forgets a command that it was
 * told, so a command that it does not know is new, however long the stream is; one that it takes for known is looked up
 * in the log, wrongly in less than 1 of 100 cases up to 10,000 commands. A stream of 100,000 costs more look-ups and
 * stays right.
 *
 * It only grows by what stands in the log, in the log's order, which is why all memories of a stream share one.
 */
export class DecidedCommands {
  readonly #latest = new Map<string, readonly DomainEvent[]>()
  #forgotten: Uint32Array | null = null
  #upTo = -1n

  /**
   * What a command decided; null for one that is new, `forgotten` for one that may be in the log before those that are
   * remembered.
   */
  find(commandId: string): readonly DomainEvent[] | 'forgotten' | null {
    return this.#latest.get(commandId) ?? (this.#forgotten && mayHold(this.#forgotten, commandId) ? 'forgotten' : null)
  }

  /** Learns of an event of the stream. One that it knows, because several have read it, changes nothing. */
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

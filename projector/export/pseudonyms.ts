import { createHmac } from 'node:crypto'

/** In place of the ID of someone who has been erased. */
export const ERASED = '00000000-0000-0000-0000-000000000000'

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

interface KnownPerson {
  readonly id: string
  readonly isErased: boolean
}

/** Replaces the IDs of people by keyed hashes, which look like UUIDs so that columns keep their types. */
export class Pseudonyms {
  readonly #key: Buffer
  readonly #known: Map<string, string>

  constructor(key: Buffer, people: Iterable<KnownPerson>) {
    this.#key = key
    this.#known = new Map(Array.from(people, ({ id, isErased }) => [id, isErased ? ERASED : this.of(id)]))
  }

  of(text: string): string {
    const hash = createHmac('sha256', this.#key).update(text).digest()
    hash[6] = ((hash[6] as number) & 0x0f) | 0x80
    hash[8] = ((hash[8] as number) & 0x3f) | 0x80
    return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }

  /** For someone whose key was made after the people were listed. Other values than IDs are ignored. */
  add(id: unknown): void {
    if (typeof id !== 'string' || this.#known.has(id) || !isId.test(id)) return
    const lower = id.toLowerCase()
    if (!this.#known.has(lower)) this.#known.set(lower, this.of(lower))
  }

  isErased(id: unknown): boolean {
    return typeof id === 'string' && this.#known.get(id.toLowerCase()) === ERASED
  }

  /** Replaces each ID of a person, wherever it is in the text. */
  within(text: string): string {
    return text.replace(ids, (id) => this.#known.get(id.toLowerCase()) ?? id)
  }
}

import type { Row } from '../read-models/definition.ts'

export type RowOrRemoved = Row | null

/** Nested maps per key column avoid building key strings, and keep one person's rows together. */
export class KeyedRows {
  readonly #first: string
  readonly #second: string | null
  readonly #groups = new Map<unknown, Map<unknown, RowOrRemoved>>()
  /** Fast path: a row is often set after it was read. */
  #lastKey: unknown
  #lastGroup: Map<unknown, RowOrRemoved> | undefined
  #size = 0
  readonly #found: ReadonlyMap<string, Map<unknown, Set<Row>>>

  constructor([first, second]: readonly string[], foundBy: readonly string[] = []) {
    if (first === undefined) throw new Error('A key has a column at least.')
    this.#found = new Map(foundBy.map((column) => [column, new Map()]))
    this.#first = first
    this.#second = second ?? null
    // With one key column there is one group.
    if (second === undefined) this.#lastGroup = this.#newGroup(null)
  }

  get size(): number {
    return this.#size
  }

  /** Undefined: unknown. Null: removed. */
  get(key: Row): RowOrRemoved | undefined {
    if (this.#second === null) return this.#lastGroup?.get(key[this.#first])
    return this.#groupOf(key[this.#first])?.get(key[this.#second])
  }

  set(key: Row, row: RowOrRemoved): void {
    const group = this.#second === null ? this.#lastGroup : this.#groupOf(key[this.#first])
    const known = group ?? this.#newGroup(key[this.#first])
    const before = known.size
    const last = key[this.#second ?? this.#first]
    if (this.#found.size > 0) this.#note(known.get(last), row)
    known.set(last, row)
    this.#size += known.size - before
  }

  delete(key: Row): boolean {
    const group = this.#second === null ? this.#lastGroup : this.#groupOf(key[this.#first])
    const last = key[this.#second ?? this.#first]
    if (this.#found.size > 0) this.#note(group?.get(last), null)
    const isKnown = group?.delete(last) ?? false
    if (isKnown) this.#size -= 1
    return isKnown
  }

  where(column: string, value: unknown): Iterable<Row> {
    return this.#found.get(column)?.get(value) ?? []
  }

  #note(before: RowOrRemoved | undefined, after: RowOrRemoved): void {
    for (const [column, byValue] of this.#found) {
      if (before) {
        const rows = byValue.get(before[column])
        rows?.delete(before)
        if (rows?.size === 0) byValue.delete(before[column])
      }
      if (!after) continue
      const rows = byValue.get(after[column])
      if (rows) rows.add(after)
      else byValue.set(after[column], new Set([after]))
    }
  }

  *[Symbol.iterator](): Generator<readonly [key: Row, row: RowOrRemoved]> {
    for (const [first, group] of this.#groups)
      for (const [last, row] of group)
        yield [row ?? (this.#second === null ? { [this.#first]: last } : { [this.#first]: first, [this.#second]: last }), row]
  }

  #groupOf(first: unknown): Map<unknown, RowOrRemoved> | undefined {
    if (first !== this.#lastKey || this.#lastGroup === undefined) {
      this.#lastKey = first
      this.#lastGroup = this.#groups.get(first)
    }
    return this.#lastGroup
  }

  #newGroup(first: unknown): Map<unknown, RowOrRemoved> {
    const group = new Map<unknown, RowOrRemoved>()
    this.#groups.set(first, group)
    this.#lastGroup = group
    return group
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyRows, Row } from '../read-models/definition.ts'
import { inKeyOrder, onlyColumnOf } from './interpreter.ts'
import { SpillFile } from './spill-file.ts'
import type { TableSql } from './table-sql.ts'

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
    if (first === undefined) throw new Error('A key needs at least one column.')
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

const ROWS_A_TURN = 10_000
const CHARACTERS_AT_ONCE = 256 * 1024

/** Rows not touched between two `putAside` calls move to a file in COPY format, and return when read. */
export class SpillingRows implements AnyRows {
  readonly #table: TableSql
  /** Null marks a removed row that the file may still hold. */
  #recent: KeyedRows
  #earlier: KeyedRows
  #file: SpillFile | null = null

  constructor(table: TableSql) {
    this.#table = table
    this.#recent = this.#none()
    this.#earlier = this.#none()
  }

  #none(): KeyedRows {
    const { key, foundBy } = this.#table.definition
    return new KeyedRows(key, foundBy)
  }

  get recentRows(): number {
    return this.#recent.size
  }

  get size(): number {
    return this.#recent.size + this.#earlier.size + (this.#file?.size ?? 0)
  }

  get(key: Row): Row | null {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const found = this.#takeEarlier(key)
    if (found !== undefined) this.#recent.set(key, found)
    return found ?? null
  }

  #takeEarlier(key: Row): Row | null | undefined {
    const row = this.#earlier.size > 0 ? this.#earlier.get(key) : undefined
    if (row !== undefined) {
      this.#earlier.delete(key)
      return row
    }
    const line = this.#file?.get(this.#table.keyOf(key)) ?? null
    return line === null ? undefined : this.#table.rowOfLine(line.slice(0, -1))
  }

  where(match: Row): readonly Row[] {
    const { definition, keyOf, rowOfLine } = this.#table
    const [column, value] = onlyColumnOf(match)
    const found = new Map<string, Row>()
    for (const line of this.#file?.where(definition.foundBy?.indexOf(column) ?? -1, String(value)) ?? []) {
      const row = rowOfLine(line.slice(0, -1))
      const isNewest = this.#recent.get(row) === undefined && this.#earlier.get(row) === undefined
      if (isNewest && row[column] === value) found.set(keyOf(row), row)
    }
    for (const rows of [this.#earlier, this.#recent]) for (const row of rows.where(column, value)) found.set(keyOf(row), row)
    return inKeyOrder(found)
  }

  set(row: Row): void {
    this.#recent.set(row, row)
    if (this.#earlier.size > 0) this.#earlier.delete(row)
  }

  delete(key: Row): void {
    this.#earlier.delete(key)
    if (this.#file) this.#recent.set(key, null)
    else this.#recent.delete(key)
  }

  async putAside(): Promise<void> {
    if (this.#earlier.size > 0) {
      this.#file ??= new SpillFile((line) => this.#table.nameOfLine(line.slice(0, -1)), this.#table.definition.foundBy?.length)
      const { foundBy = [] } = this.#table.definition
      const valuesOf = (row: Row) => foundBy.map((column) => row[column] as string | null)
      let count = 0
      for (const [key, row] of this.#earlier) {
        if (row === null) this.#file.delete(this.#table.keyOf(key))
        else this.#file.set(this.#table.keyOf(key), this.#table.copyLine(row), valuesOf(row))
        if (++count % ROWS_A_TURN === 0) await nextTurn()
      }
    }
    this.#earlier = this.#recent
    this.#recent = this.#none()
  }

  *lines(): Generator<string | Buffer> {
    yield* this.#linesOf(this.#earlier)
    this.#earlier = this.#none()
    yield* this.#linesOf(this.#recent)
    this.#recent = this.#none()
    if (this.#file) yield* this.#file.chunks()
  }

  /** Skips rows whose file copy is current. */
  *#linesOf(rows: KeyedRows): Generator<string> {
    let lines = ''
    for (const [key, row] of rows) {
      this.#file?.delete(this.#table.keyOf(key))
      if (row !== null) lines += this.#table.copyLine(row)
      if (lines.length < CHARACTERS_AT_ONCE) continue
      yield lines
      lines = ''
    }
    if (lines !== '') yield lines
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }
}

import type { Fold, Row, TableDefinition } from '../read-models/definition.ts'
import { type FoldedPast, foldPast, type PastOptions } from './past.ts'
import { SpillingRows } from './spilling-rows.ts'
import { tableSql } from './table-sql.ts'

/** Of the table that is not private. Throws unless there is one. */
export function resultOf({ tables }: Fold): readonly [name: string, table: TableDefinition] {
  const [result, ...others] = Object.entries(tables).filter(([, table]) => !table.private)
  if (!result || others.length > 0) throw new Error('A fold to analyze has one table that is not private: the result.')
  return result
}

/** In memory, with the rows of the result in the order of their keys. */
export async function analyze(fold: Fold, past: PastOptions): Promise<FoldedPast & { readonly rows: readonly Row[] }> {
  const [result, { key }] = resultOf(fold)
  const tables = new Map(
    Object.entries(fold.tables).map(([name, definition]) => {
      const table = tableSql('memory', name, definition)
      return [table, new SpillingRows(table)]
    }),
  )
  const folded = await foldPast([fold], tables, past)
  const rows = [...tables].flatMap(([{ name, rowOfLine }, kept]) =>
    name === result ? [...kept.lines()].flatMap((lines) => String(lines).split('\n').slice(0, -1).map(rowOfLine)) : [],
  )
  return { ...folded, rows: rows.toSorted(byColumns(key)) }
}

const byColumns =
  (columns: readonly string[]) =>
  (one: Row, other: Row): number => {
    for (const column of columns) {
      const [a, b] = [one[column], other[column]]
      if (a !== b) return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1
    }
    return 0
  }

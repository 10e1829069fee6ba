import type { Fact } from '@medicready/domain/events'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { Chance } from '@medicready/platform/testing/chance'
import { asLogEntries } from '@medicready/platform/testing/history'
import { expect } from 'vitest'
import { Interpreter } from '../engine/interpreter.ts'
import { SpillingRows } from '../engine/spilling-rows.ts'
import { type TableSql, tableSql } from '../engine/table-sql.ts'
import { type LoadRows, UnitOfWork } from '../engine/unit-of-work.ts'
import type { ReadModel, Row, RowOf } from '../read-models/definition.ts'

export type RowsOf<Model extends ReadModel> = { readonly [Name in keyof Model['tables']]: readonly RowOf<Model['tables'][Name]>[] }
type Expected<Model extends ReadModel> = { readonly [Name in keyof Model['tables']]?: readonly Partial<RowOf<Model['tables'][Name]>>[] }

export function logOf(facts: readonly Fact[]): LogEntry[] {
  const chance = new Chance(1)
  const metadata = { schemaVersion: '1', correlationId: 'test', causationId: 'test', commandId: 'test', actorId: 'test' }
  const noon = Date.parse('2026-03-01T12:00:00.000Z')
  const events = facts.map((fact, index) => ({
    id: chance.uuid(),
    streamName: 'any-1',
    revision: BigInt(index),
    fact,
    metadata: { ...metadata, occurredAt: new Date(noon + 1_000 * index).toISOString() },
  }))
  return [...asLogEntries(events)]
}

/** Live in batches of one event and in one batch, and as a backfill that puts its rows aside all the time. */
export function given<Model extends ReadModel>(readModel: Model, log: readonly Fact[] | readonly LogEntry[]) {
  const entries = log.every((one) => 'kind' in one) ? log : logOf(log as readonly Fact[])
  const rows = async (): Promise<RowsOf<Model>> => {
    const rows = await foldedLive(readModel, entries, 1)
    expect(await foldedLive(readModel, entries, entries.length), 'all at once, beside one by one').toEqual(rows)
    expect(await backfilled(readModel, entries), 'a backfill, beside one by one').toEqual(rows)
    return rows as RowsOf<Model>
  }
  return {
    rows,
    /** Compares the tables and columns that are named; of these tables, there are no other rows. */
    leaves: async (expected: Expected<Model>): Promise<void> => expect(await rows()).toMatchObject(expected),
  }
}

const tablesOf = ({ tables }: ReadModel): TableSql[] => Object.entries(tables).map(([name, table]) => tableSql('memory', name, table))

async function foldedLive(readModel: ReadModel, entries: readonly LogEntry[], batchSize: number) {
  const tables = tablesOf(readModel)
  const stored = new Map(tables.map((table) => [table, new Map<string, Row>()]))
  const load: LoadRows = async (table, matches, column) => {
    const rows = stored.get(table) ?? new Map<string, Row>()
    if (column === null) return matches.flatMap<Row>((key) => rows.get(table.keyOf(key)) ?? [])
    return matches.flatMap((match) => [...rows.values()].filter((row) => row[column] === match[column]))
  }
  for (let start = 0; start < entries.length; start += batchSize) {
    // Nothing is remembered from one batch to the next.
    const folded = await new UnitOfWork(readModel, tables, load).fold(entries.slice(start, start + batchSize))
    if (folded.kind === 'failed') throw folded.error
    for (const [table, changed] of folded.changes)
      for (const [name, { row }] of changed) {
        if (row) stored.get(table)?.set(name, asStored(table, row))
        else stored.get(table)?.delete(name)
      }
  }
  return inOrder([...stored].map(([table, rows]) => [table, [...rows.values()]]))
}

async function backfilled(readModel: ReadModel, entries: readonly LogEntry[]) {
  const tables = tablesOf(readModel)
  const stores = new Map(tables.map((table) => [table, new SpillingRows(table)]))
  try {
    const interpreter = new Interpreter(readModel, stores)
    for (const entry of entries) {
      interpreter.fold(entry)
      for (const rows of stores.values()) await rows.putAside()
    }
    return inOrder([...stores].map(([table, rows]) => [table, [...rows.lines()].flatMap((lines) => rowsOfLines(table, lines))]))
  } finally {
    for (const rows of stores.values()) rows.close()
  }
}

const asStored = (table: TableSql, row: Row): Row => table.rowOfLine(table.copyLine(row).slice(0, -1))
const rowsOfLines = (table: TableSql, lines: string | Buffer): Row[] => lines.toString().split('\n').slice(0, -1).map(table.rowOfLine)

const inOrder = (tables: readonly (readonly [TableSql, readonly Row[]])[]): Readonly<Record<string, readonly Row[]>> =>
  Object.fromEntries(tables.map(([{ name, keyOf }, rows]) => [name, rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))]))

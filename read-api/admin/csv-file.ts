import { Readable } from 'node:stream'
import { csvLine } from '@medicready/platform/csv'

/** A column of a table: its name, and what stands in it. */
export type CsvColumns<Row> = readonly (readonly [name: string, value: (row: Row) => unknown])[]

/** By it, spreadsheets know that a file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A table as CSV, line by line as its rows come, however many there are. */
export const csvOf = <Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): Readable => Readable.from(linesOf(columns, rows))

async function* linesOf<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([name]) => name))
  for await (const row of rows) yield csvLine(columns.map(([, value]) => value(row)))
}

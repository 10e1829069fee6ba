import { Readable } from 'node:stream'
import type { peopleTables } from '@medicready/domain/admin/admin-actions'
import { hoursAfter } from '@medicready/domain/core/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { csvLine } from '@medicready/platform/csv'
import { begunExport } from '@medicready/projector/read-models/admin/audit-queries'
import { defineQuery } from '@medicready/projector/read-models/query'

const OFFERED_HOURS = 1 / 6

/** An administrator gives a reason first, which is a fact by then. Throws `exportNotFound`. */
export const checkExport = defineQuery(
  [begunExport],
  async (
    sql,
    { exportId, table, userId, now }: { exportId: string; table: (typeof peopleTables)[number]; userId: string; now: string },
  ) => {
    const [found] = await begunExport(sql, {
      export_id: exportId,
      exported: table,
      exported_by: userId,
      after: hoursAfter(now, -OFFERED_HOURS),
    })
    if (!found) throw new Rejection('exportNotFound')
  },
)

export type CsvColumns<Row> = readonly (readonly [name: string, value: (row: Row) => unknown])[]

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export const csvOf = <Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): Readable => Readable.from(linesOf(columns, rows))

async function* linesOf<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([name]) => name))
  for await (const row of rows) yield csvLine(columns.map(([, value]) => value(row)))
}

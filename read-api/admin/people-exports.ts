import { Readable } from 'node:stream'
import type { peopleTables } from '@medicready/domain/admin/admin-actions'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { csvLine } from '@medicready/platform/csv'
import { begunExport } from '@medicready/projector/read-models/admin/audit-queries'
import { defineQuery, type PageAfter } from '@medicready/projector/read-models/query'
import { z } from 'zod'

const OFFERED_HOURS = 1 / 6

interface Export {
  readonly exportId: string
  readonly table: (typeof peopleTables)[number]
  readonly userId: string
  readonly now: string
}

/** An administrator gives a reason first, which is a fact by then. Throws `exportNotFound`. */
export const checkExport = defineQuery([begunExport], async (sql, { exportId, table, userId, now }: Export) => {
  const after = hoursAfter(now, -OFFERED_HOURS)
  const [found] = await begunExport(sql, { export_id: exportId, exported: table, exported_by: userId, after })
  if (!found) throw new Rejection('exportNotFound')
})

interface Placed {
  readonly sort_key: string
  readonly user_id: string
}

export const PersonKey = z.tuple([z.string(), z.uuid()])
export const personKey = ({ sort_key, user_id }: Placed): z.infer<typeof PersonKey> => [sort_key, user_id]
const ROWS_AT_ONCE = 1_000

export async function* everyPage<Row extends Placed>(read: (page: PageAfter) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let after: PageAfter['after'] = null; ; ) {
    const rows = await read({ after, limit: ROWS_AT_ONCE })
    yield rows
    const last = rows.at(-1)
    if (rows.length < ROWS_AT_ONCE || !last) return
    after = personKey(last)
  }
}

export type CsvColumns<Row> = readonly (readonly [name: string, value: (row: Row) => unknown])[]

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export const csvOf = <Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): Readable => Readable.from(linesOf(columns, rows))

async function* linesOf<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([name]) => name))
  for await (const row of rows) yield csvLine(columns.map(([, value]) => value(row)))
}

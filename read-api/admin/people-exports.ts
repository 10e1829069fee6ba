import type { peopleTables } from '@medicready/domain/admin/admin-actions'
import { hoursAfter } from '@medicready/domain/calendar'
import { Rejection } from '@medicready/domain/rejection'
import { begunExport } from '@medicready/projector/read-models/admin/audit-queries'
import { defineQuery } from '@medicready/projector/read-models/query'

/** Within so many hours of its beginning an export can be downloaded: ten minutes. */
const OFFERED_HOURS = 1 / 6

/**
 * A table that names people is downloaded by whoever has said why, within minutes: that is a fact by then. Refused with
 * `exportNotFound`.
 */
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

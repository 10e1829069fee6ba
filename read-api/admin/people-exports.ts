import type { peopleTables } from '@medicready/domain/admin/admin-actions'
import { hoursAfter } from '@medicready/domain/calendar'
import { Rejection } from '@medicready/domain/rejection'
import type { Sql } from '@medicready/platform/postgres/connection'

/** Within so many hours of its beginning an export can be downloaded: ten minutes. */
const OFFERED_HOURS = 1 / 6

/**
 * A table that names people is downloaded by whoever has said why, within minutes: that is a fact by then. Refused with
 * `exportNotFound`.
 */
export async function checkExport(
  sql: Sql,
  { exportId, table, userId, now }: { exportId: string; table: (typeof peopleTables)[number]; userId: string; now: string },
): Promise<void> {
  const [found] = await sql`
    SELECT 1 FROM read.people_exports
    WHERE export_id = ${exportId} AND exported = ${table} AND exported_by = ${userId} AND begun_at > ${hoursAfter(now, -OFFERED_HOURS)}`
  if (!found) throw new Rejection('exportNotFound')
}

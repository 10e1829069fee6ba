import type { adminAuditCalls } from '@medicready/domain/contract/admin-system'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { audit } from '@medicready/projector/read-models/admin/audit'
import { learning } from '@medicready/projector/read-models/admin/learning'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { shownDay } from './as-of.ts'
import { actorIn, namesOf } from './names.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

type AuditRow = RowOf<typeof audit.tables.admin_audit>
/** The latest first, then by id. */
const AuditKey = z.tuple([z.iso.datetime(), z.uuid()])

export const adminAuditRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof adminAuditCalls, 'read-api'> => ({
  'GET /api/admin/audit': reading([audit, learning], async ({ query }) => {
    const after = sortKeyOf(query, AuditKey)
    const { end } = shownDay(query.asOf, clock())
    const rows = await sql<AuditRow[]>`
      SELECT * FROM read.admin_audit
      WHERE at < ${end} ${after ? sql`AND (at, fact_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY at DESC, fact_id DESC LIMIT ${query.limit + 1}`
    const names = await namesOf(
      sql,
      rows.flatMap(({ actor_id, user_id }) => [actor_id, user_id]),
    )
    const item = ({ fact_id: id, actor_id: actorId, user_id: userId, ...row }: AuditRow) => ({
      ...row,
      id,
      actorId,
      actor: actorIn(names, actorId),
      userId,
      name: userId === null ? '' : (names.get(userId) ?? ''),
    })
    return pageOf(rows, query, { item, sortKey: ({ at, fact_id }) => [at, fact_id] })
  }),
})

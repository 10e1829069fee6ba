import type { RowOf } from '../definition.ts'
import { containing, defineQuery, type PageAfter } from '../query.ts'
import { audit } from './audit.ts'
import { learning } from './learning.ts'

export type AuditRow = RowOf<typeof audit.tables.admin_audit>

interface AuditFilter {
  readonly from?: string | undefined
  readonly type?: string | undefined
  readonly actorId?: string | undefined
  readonly userId?: string | undefined
  readonly search?: string | undefined
}

export const auditEntries = defineQuery(
  [audit, learning],
  (sql, { end, from, type, actorId, userId, search = '', after, limit }: AuditFilter & PageAfter & { readonly end: string }) => {
    const part = containing(search.toLowerCase())
    return sql<AuditRow[]>`
      SELECT a.* FROM read.admin_audit a LEFT JOIN read.student_people p ON p.user_id = a.user_id
      WHERE a.at < ${end} ${from === undefined ? sql`` : sql`AND a.at >= ${`${from}T00:00:00.000Z`}`}
        ${type === undefined ? sql`` : sql`AND a.type = ${type}`} ${actorId === undefined ? sql`` : sql`AND a.actor_id = ${actorId}`}
        ${userId === undefined ? sql`` : sql`AND a.user_id = ${userId}`}
        ${search === '' ? sql`` : sql`AND (lower(a.what) LIKE ${part} OR lower(a.reason) LIKE ${part} OR p.search LIKE ${part})`}
        ${after ? sql`AND (a.at, a.fact_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY a.at DESC, a.fact_id DESC LIMIT ${limit}`
  },
)

export const auditActors = defineQuery(
  [audit],
  (sql, limit: number) => sql<RowOf<typeof audit.tables.audit_actors>[]>`
    SELECT actor_id, actions FROM read.audit_actors ORDER BY actions DESC, actor_id LIMIT ${limit}`,
)

type Export = RowOf<typeof audit.tables.people_exports>

export const begunExport = defineQuery(
  [audit],
  (sql, { after, ...of }: Pick<Export, 'export_id' | 'exported' | 'exported_by'> & { readonly after: string }) => sql`
    SELECT 1 FROM read.people_exports
    WHERE export_id = ${of.export_id} AND exported = ${of.exported} AND exported_by = ${of.exported_by} AND begun_at > ${after}`,
)

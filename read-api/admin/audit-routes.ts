import type { adminAuditCalls } from '@medicready/domain/contract/admin/system'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { type AuditRow, auditActors, auditEntries } from '@medicready/projector/read-models/admin/audit-queries'
import type { Routes } from '../read-dependencies.ts'
import { TimeKey } from '../reading.ts'
import { actorIn, namesOf, plannedAnew, shownDay } from './shown.ts'

/** More than anyone chooses from in a list. */
const MOST_ACTORS = 200

export const adminAuditRoutes: Routes<typeof adminAuditCalls> = ({ sql, clock, reading }) => ({
  'GET /api/admin/audit': reading([auditEntries, namesOf], async ({ query }) => {
    const { end } = shownDay(query.asOf, clock())
    const rows = await plannedAnew(sql, auditEntries(sql, { ...query, end, ...pageAfter(query, TimeKey) }))
    const people = rows.flatMap(({ actor_id, user_id }) => [actor_id, user_id])
    const names = await namesOf(sql, people)
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

  'GET /api/admin/audit/actors': reading([auditActors, namesOf], async () => {
    const rows = await auditActors(sql, MOST_ACTORS)
    const actors = rows.map(({ actor_id }) => actor_id)
    const names = await namesOf(sql, actors)
    return rows.map(({ actor_id: actorId, actions }) => ({ actorId, actor: actorIn(names, actorId), actions }))
  }),
})

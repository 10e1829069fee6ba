import type { adminAuditCalls } from '@medicready/domain/contract/admin/system'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type AuditEntry, auditActors, auditEntries } from '@medicready/projector/read-models/admin/audit-queries'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { shownDay } from './as-of.ts'
import { actorIn, namesOf } from './names.ts'
import { plannedAnew } from './planned-anew.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

/** More than choose from a list. */
const MOST_ACTORS = 200
/** The latest first, then by id. */
const AuditKey = z.tuple([z.iso.datetime(), z.uuid()])

export const adminAuditRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof adminAuditCalls, 'read-api'> => ({
  'GET /api/admin/audit': reading([auditEntries, namesOf], async ({ query }) => {
    const { end } = shownDay(query.asOf, clock())
    const rows = await plannedAnew(sql, auditEntries(sql, { ...query, end, ...pageAfter(query, AuditKey) }))
    const names = await namesOf(
      sql,
      rows.flatMap(({ actor_id, user_id }) => [actor_id, user_id]),
    )
    const item = ({ fact_id: id, actor_id: actorId, user_id: userId, ...row }: AuditEntry) => ({
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
    const names = await namesOf(
      sql,
      rows.map(({ actor_id }) => actor_id),
    )
    return rows.map(({ actor_id: actorId, actions }) => ({ actorId, actor: actorIn(names, actorId), actions }))
  }),
})

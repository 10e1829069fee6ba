import type { adminAuditCalls } from '@medicready/domain/contract/admin-system'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { audit } from '@medicready/projector/read-models/admin/audit'
import { learning } from '@medicready/projector/read-models/admin/learning'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { shownDay } from './as-of.ts'
import { literally } from './literally.ts'
import { actorIn, namesOf } from './names.ts'
import { plannedAnew } from './planned-anew.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

type AuditRow = RowOf<typeof audit.tables.admin_audit>
type ActorRow = RowOf<typeof audit.tables.audit_actors>
/** More than choose from a list. */
const MOST_ACTORS = 200
/** The latest first, then by id. */
const AuditKey = z.tuple([z.iso.datetime(), z.uuid()])

export const adminAuditRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof adminAuditCalls, 'read-api'> => ({
  'GET /api/admin/audit': reading([audit, learning], async ({ query }) => {
    const after = sortKeyOf(query, AuditKey)
    const { end } = shownDay(query.asOf, clock())
    const { from, type, actorId, userId } = query
    const search = query.search?.toLowerCase() ?? ''
    const conditions: Query[] = [sql`a.at < ${end}`]
    if (from !== undefined) conditions.push(sql`a.at >= ${`${from}T00:00:00.000Z`}`)
    if (type !== undefined) conditions.push(sql`a.type = ${type}`)
    if (actorId !== undefined) conditions.push(sql`a.actor_id = ${actorId}`)
    if (userId !== undefined) conditions.push(sql`a.user_id = ${userId}`)
    if (search !== '') {
      const part = `%${literally(search)}%`
      conditions.push(sql`(lower(a.what) LIKE ${part} OR lower(a.reason) LIKE ${part} OR p.search LIKE ${part})`)
    }
    if (after) conditions.push(sql`(a.at, a.fact_id) < (${after[0]}, ${after[1]}::uuid)`)
    const where = conditions.reduce((all, condition) => sql`${all} AND ${condition}`)
    const rows = await plannedAnew(
      sql,
      (tx) => tx<AuditRow[]>`
        SELECT a.* FROM read.admin_audit a LEFT JOIN read.student_people p ON p.user_id = a.user_id
        WHERE ${where} ORDER BY a.at DESC, a.fact_id DESC LIMIT ${query.limit + 1}`,
    )
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

  'GET /api/admin/audit/actors': reading([audit, learning], async () => {
    const rows = await sql<ActorRow[]>`SELECT actor_id, actions FROM read.audit_actors ORDER BY actions DESC, actor_id LIMIT ${MOST_ACTORS}`
    const names = await namesOf(
      sql,
      rows.map(({ actor_id }) => actor_id),
    )
    return rows.map(({ actor_id: actorId, actions }) => ({ actorId, actor: actorIn(names, actorId), actions }))
  }),
})

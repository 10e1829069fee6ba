import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import type { accountCalls, personalDataCalls, sessionCalls } from '@medicready/domain/contract/accounts/accounts'
import type { secondFactorCalls } from '@medicready/domain/contract/accounts/second-factors'
import type { roleCalls } from '@medicready/domain/contract/accounts/students'
import { isSecondFactorMissing } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { exportsOf } from '@medicready/projector/read-models/accounts/personal-data-queries'
import {
  accountsOf,
  type RoleHolderRow,
  roleHolders,
  roleOf,
  secondFactorsOf,
} from '@medicready/projector/read-models/accounts/user-queries'
import { z } from 'zod'
import type { Routes } from '../read-dependencies.ts'
import { camelled, known, whereProjected } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

export const accountRoutes: Routes<typeof accountCalls> = ({ sql, reading, publicUrl }) => {
  const accounts = new SharedQuery(
    (userIds) => accountsOf(sql, userIds),
    ({ id }) => id,
  )
  return {
    'GET /api/auth/user': reading([accountsOf], async ({ identity, http }) => {
      const user = known((await accounts.of(identity.userId))[0])
      return {
        ...camelled(user),
        email: user.email ?? '',
        firstName: user.first_name ?? '',
        lastName: user.last_name ?? '',
        secondFactor: user.has_second_factor ? 'enrolled' : 'none',
        secondFactorRequired: isSecondFactorMissing(user.role, http, publicUrl),
        mailStopped: user.stop_reason && { reason: user.stop_reason, since: user.stopped_at },
      }
    }),
  }
}

export const rolesOf =
  (sql: Sql) =>
  async (userId: string): Promise<UserRole> => {
    const [row] = await whereProjected(() => roleOf(sql, userId))
    return row?.role ?? 'student'
  }

export const personalDataRoutes: Routes<typeof personalDataCalls> = ({ sql, clock, reading }) => ({
  'GET /api/user/exports': reading([exportsOf], async ({ identity }) => {
    const [row] = await exportsOf(sql, identity.userId)
    const now = clock()
    const situation = (expiresAt: string | null) => (expiresAt === null ? 'beingMade' : expiresAt > now ? 'ready' : 'expired')
    return (row?.exports ?? []).map((one) => ({ ...one, situation: situation(one.expiresAt) }))
  }),
})

const HolderKey = z.tuple([z.string(), z.uuid()])

const toHolder = ({ id, email, first_name, last_name, role }: RoleHolderRow) => ({
  userId: id,
  email: email ?? '',
  firstName: first_name ?? '',
  lastName: last_name ?? '',
  role,
})

export const roleRoutes: Routes<typeof roleCalls> = ({ sql, reading }) => ({
  'GET /api/admin/roles': reading([roleHolders], async ({ query }) => {
    const rows = await roleHolders(sql, pageAfter(query, HolderKey))
    return pageOf(rows, query, { item: toHolder, sortKey: ({ role, id }) => [role, id] })
  }),
})

export const secondFactorRoutes: Routes<typeof secondFactorCalls> = ({ sql, reading }) => ({
  'GET /api/user/second-factors': reading([secondFactorsOf], async ({ identity }) => {
    const [row] = await secondFactorsOf(sql, identity.userId)
    const factors = (row?.factors ?? []).map(({ name, ...factor }) => ({ ...factor, name: name ?? '' }))
    return { factors, recoveryCodesLeft: row?.recovery_codes_left ?? 0 }
  }),
})

interface SessionRow {
  readonly id: string
  readonly sid: string
  readonly device: string
  readonly network: string
  readonly started_at: string
  readonly last_used_at: string
}

const MOST_SHOWN = 100

export const sessionRoutes: Routes<typeof sessionCalls> = ({ primary }) => ({
  'GET /api/user/sessions': async ({ identity }) => {
    const rows = await primary<SessionRow[]>`
      SELECT id, sid, device, network, started_at, last_used_at FROM auth.live_sessions WHERE user_id = ${identity.userId}
      ORDER BY sid = ${identity.sessionId} DESC, last_used_at DESC, sid LIMIT ${MOST_SHOWN}`
    return rows.map((row) => ({ ...camelled(row), isCurrent: row.sid === identity.sessionId }))
  },
})

import type { sessionCalls } from '@medicready/domain/contract/accounts/sessions'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'

interface SessionRow {
  readonly id: string
  readonly sid: string
  readonly device: string
  readonly network: string
  readonly started_at: string
  readonly last_used_at: string
}

const MOST_SHOWN = 100

export const sessionRoutes = ({ sql }: { sql: Sql }): Handlers<typeof sessionCalls, 'read-api'> => ({
  'GET /api/user/sessions': async ({ identity }) => {
    const rows = await sql<SessionRow[]>`
      SELECT id, sid, device, network, started_at, last_used_at FROM auth.live_sessions WHERE user_id = ${identity.userId}
      ORDER BY sid = ${identity.sessionId} DESC, last_used_at DESC, sid LIMIT ${MOST_SHOWN}`
    return rows.map(({ id, sid, device, network, started_at, last_used_at }) => ({
      id,
      device,
      network,
      startedAt: started_at,
      lastUsedAt: last_used_at,
      isCurrent: sid === identity.sessionId,
    }))
  },
})

import type { personalDataCalls } from '@medicready/domain/contract/accounts/personal-data'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { exportsOf } from '@medicready/projector/read-models/accounts/personal-data-queries'
import type { Clock, Reading } from '../reading.ts'

export const personalDataRoutes = ({
  sql,
  clock,
  reading,
}: {
  sql: Sql
  clock: Clock
  reading: Reading
}): Handlers<typeof personalDataCalls, 'read-api'> => ({
  'GET /api/user/exports': reading([exportsOf], async ({ identity }) => {
    const [row] = await exportsOf(sql, identity.userId)
    const now = clock()
    const situation = (expiresAt: string | null) => (expiresAt === null ? 'beingMade' : expiresAt > now ? 'ready' : 'expired')
    return (row?.exports ?? []).map((one) => ({ ...one, situation: situation(one.expiresAt) }))
  }),
})

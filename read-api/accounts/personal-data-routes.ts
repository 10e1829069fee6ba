import type { personalDataCalls } from '@medicready/domain/contract/personal-data'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { dataExports } from '@medicready/projector/read-models/accounts/data-exports'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Clock, Reading } from '../reading.ts'

type ExportsRow = Pick<RowOf<typeof dataExports.tables.data_exports>, 'exports'>

export const personalDataRoutes = ({
  sql,
  clock,
  reading,
}: {
  sql: Sql
  clock: Clock
  reading: Reading
}): Handlers<typeof personalDataCalls, 'read-api'> => ({
  'GET /api/user/exports': reading([dataExports], async ({ identity }) => {
    const [row] = await sql<ExportsRow[]>`SELECT exports FROM read.data_exports WHERE user_id = ${identity.userId}`
    const now = clock()
    const situation = (expiresAt: string | null) => (expiresAt === null ? 'beingMade' : expiresAt > now ? 'ready' : 'expired')
    return (row?.exports ?? []).map((one) => ({ ...one, situation: situation(one.expiresAt) }))
  }),
})

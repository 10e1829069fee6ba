import type { secondFactorCalls } from '@medicready/domain/contract/second-factors'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { secondFactors } from '@medicready/projector/read-models/accounts/second-factors'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Reading } from '../reading.ts'

type Row = RowOf<typeof secondFactors.tables.second_factors>

export const secondFactorRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof secondFactorCalls, 'read-api'> => ({
  'GET /api/user/second-factors': reading([secondFactors], async ({ identity }) => {
    const [row] = await sql<Pick<Row, 'factors' | 'recovery_codes_left'>[]>`
      SELECT factors, recovery_codes_left FROM read.second_factors WHERE user_id = ${identity.userId}`
    const factors = (row?.factors ?? []).map(({ name, ...factor }) => ({ ...factor, name: name ?? '' }))
    return { factors, recoveryCodesLeft: row?.recovery_codes_left ?? 0 }
  }),
})

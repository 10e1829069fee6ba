import type { secondFactorCalls } from '@medicready/domain/contract/accounts/second-factors'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { secondFactorsOf } from '@medicready/projector/read-models/accounts/user-queries'
import type { Reading } from '../reading.ts'

export const secondFactorRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof secondFactorCalls, 'read-api'> => ({
  'GET /api/user/second-factors': reading([secondFactorsOf], async ({ identity }) => {
    const [row] = await secondFactorsOf(sql, identity.userId)
    const factors = (row?.factors ?? []).map(({ name, ...factor }) => ({ ...factor, name: name ?? '' }))
    return { factors, recoveryCodesLeft: row?.recovery_codes_left ?? 0 }
  }),
})

import type { secondFactorCalls } from '@medicready/domain/contract/accounts/second-factors'
import { secondFactorsOf } from '@medicready/projector/read-models/accounts/user-queries'
import type { Routes } from '../parts.ts'

export const secondFactorRoutes: Routes<typeof secondFactorCalls> = ({ sql, reading }) => ({
  'GET /api/user/second-factors': reading([secondFactorsOf], async ({ identity }) => {
    const [row] = await secondFactorsOf(sql, identity.userId)
    const factors = (row?.factors ?? []).map(({ name, ...factor }) => ({ ...factor, name: name ?? '' }))
    return { factors, recoveryCodesLeft: row?.recovery_codes_left ?? 0 }
  }),
})

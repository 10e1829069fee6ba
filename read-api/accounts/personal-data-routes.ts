import type { personalDataCalls } from '@medicready/domain/contract/accounts/personal-data'
import { exportsOf } from '@medicready/projector/read-models/accounts/personal-data-queries'
import type { Routes } from '../parts.ts'

export const personalDataRoutes: Routes<typeof personalDataCalls> = ({ sql, clock, reading }) => ({
  'GET /api/user/exports': reading([exportsOf], async ({ identity }) => {
    const [row] = await exportsOf(sql, identity.userId)
    const now = clock()
    const situation = (expiresAt: string | null) => (expiresAt === null ? 'beingMade' : expiresAt > now ? 'ready' : 'expired')
    return (row?.exports ?? []).map((one) => ({ ...one, situation: situation(one.expiresAt) }))
  }),
})

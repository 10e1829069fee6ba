import type { policyNoticeReadCalls } from '@medicready/domain/contract/legal/policy-notices'
import { agreementOf, unseenPolicies } from '@medicready/projector/read-models/legal/policy-queries'
import type { Routes } from '../parts.ts'

export const policyNoticeRoutes: Routes<typeof policyNoticeReadCalls> = ({ sql, clock, reading }) => ({
  'GET /api/user/agreement': reading([agreementOf], async ({ identity: { userId } }) => {
    const [agreement = null] = await agreementOf(sql, userId)
    return { agreement }
  }),

  'GET /api/user/policy-notices': reading([unseenPolicies], ({ identity: { userId } }) =>
    unseenPolicies(sql, { userId, day: clock().slice(0, 10) }),
  ),
})

import type { policyNoticeReadCalls } from '@medicready/domain/contract/legal/policy-notices'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { agreementOf, unseenPolicies } from '@medicready/projector/read-models/legal/policy-queries'
import type { Clock, Reading } from '../reading.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

export const policyNoticeRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof policyNoticeReadCalls, 'read-api'> => ({
  'GET /api/user/agreement': reading([agreementOf], async ({ identity: { userId } }) => {
    const [agreement = null] = await agreementOf(sql, userId)
    return { agreement }
  }),

  'GET /api/user/policy-notices': reading([unseenPolicies], ({ identity: { userId } }) =>
    unseenPolicies(sql, { userId, day: clock().slice(0, 10) }),
  ),
})

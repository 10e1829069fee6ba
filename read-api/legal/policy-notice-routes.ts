import type { Agreement, AnnouncedPolicy, policyNoticeReadCalls } from '@medicready/domain/contract/policy-notices'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { agreements } from '@medicready/projector/read-models/legal/agreements'
import { policies } from '@medicready/projector/read-models/legal/policies'
import { policyNotices } from '@medicready/projector/read-models/legal/policy-notices'
import type { Clock, Reading } from '../reading.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

export const policyNoticeRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof policyNoticeReadCalls, 'read-api'> => ({
  'GET /api/user/agreement': reading([agreements, policies], async ({ identity: { userId } }) => {
    const [agreement = null] = await sql<Agreement[]>`
      SELECT statement, agreed_at AS "agreedAt", terms_of AS "termsOf",
        coalesce((
          SELECT jsonb_agg(agreed || jsonb_build_object('title', title) ORDER BY place)
          FROM jsonb_array_elements(policies) WITH ORDINALITY AS all_agreed (agreed, place)
          JOIN read.policies AS published ON published.document = agreed ->> 'document' AND published.version = (agreed ->> 'version')::int
        ), '[]') AS policies
      FROM read.agreements WHERE user_id = ${userId}`
    return { agreement }
  }),

  'GET /api/user/policy-notices': reading(
    [policyNotices, policies],
    ({ identity: { userId } }) => sql<AnnouncedPolicy[]>`
      SELECT document, version, title, changes, effective_date::text AS "effectiveDate" FROM read.policies AS announced
      WHERE effective_date > ${clock().slice(0, 10)}::date
        AND EXISTS (SELECT FROM read.policies AS before WHERE before.document = announced.document AND before.version < announced.version)
        AND NOT EXISTS (
          SELECT FROM read.policy_notices
          WHERE user_id = ${userId} AND seen @> jsonb_build_array(jsonb_build_object('document', document, 'version', version)))
      ORDER BY effective_date, document, version`,
  ),
})

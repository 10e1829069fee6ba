import type { readinessReadCalls } from '@medicready/domain/contract/readiness'
import { FIRST_BLUEPRINT, LEAST_OUTCOMES_SHOWN } from '@medicready/domain/readiness/rules'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { readiness } from '@medicready/projector/read-models/readiness/readiness'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import type { Reading } from '../reading.ts'

const LEAST = 100

/** How ready somebody is, for themselves alone; and how true predictions have come, of all together. */
export const readinessRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof readinessReadCalls, 'read-api'> => ({
  'GET /api/readiness': reading([readiness, userResponses], async ({ identity: { userId } }) => {
    const [row] = await sql<{ scored: number }[]>`
      SELECT count(*)::int AS scored FROM read.user_responses WHERE user_id = ${userId} AND is_scored`
    const scoredAnswers = row?.scored ?? 0
    return {
      blueprint: FIRST_BLUEPRINT,
      scoredAnswers,
      missingAnswers: Math.max(0, LEAST - scoredAnswers),
      figures: null,
      outcome: null,
    }
  }),

  'GET /api/readiness/calibration': reading([readiness], async () => ({
    practiceExams: { predictions: 0, left: 0, figures: null },
    nationalExams: { predictions: 0, notTaken: 0, leastShown: LEAST_OUTCOMES_SHOWN, figures: null },
  })),
})

import type { readinessReadCalls } from '@medicready/domain/contract/readiness/readiness'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Clock, Reading } from '../reading.ts'
import { OwnReadiness } from './own-readiness.ts'
import { PublishedCalibration } from './published-calibration.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

/** How ready somebody is, for themselves alone; and how true predictions have come, of all learners together. */
export const readinessRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof readinessReadCalls, 'read-api'> => {
  const own = new OwnReadiness(sql, clock)
  const calibration = new PublishedCalibration(sql)
  return {
    'GET /api/readiness': reading([own], ({ identity }) => own.of(identity.userId)),
    'GET /api/readiness/calibration': reading([calibration], () => calibration.read()),
  }
}

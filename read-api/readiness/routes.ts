import type { readinessCalls } from '@medicready/domain/contract/readiness/readiness'
import type { Routes } from '../read-dependencies.ts'
import { OwnReadiness, PublishedCalibration } from './own-readiness.ts'

export const readinessRoutes: Routes<typeof readinessCalls> = ({ sql, clock, reading }) => {
  const own = new OwnReadiness(sql, clock)
  const calibration = new PublishedCalibration(sql)
  return {
    'GET /api/readiness': reading([own], ({ identity }) => own.of(identity.userId)),
    'GET /api/readiness/calibration': reading([calibration], () => calibration.read()),
  }
}

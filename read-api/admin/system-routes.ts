import { stopReasons } from '@medicready/domain/accounts/mail-delivery'
import type { adminSystemCalls, SystemState } from '@medicready/domain/contract/admin/system'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { lastReconciliation, stoppedAddresses } from '@medicready/projector/read-models/admin/system-queries'
import { readModels } from '@medicready/projector/read-models/all'
import type { Routes } from '../read-dependencies.ts'
import { askService, projectorTells, serviceStates, type Told, workerTells } from './service-states.ts'
import { shownDay } from './shown.ts'

const LATELY_DAYS = 30

export const adminSystemRoutes: Routes<typeof adminSystemCalls> = (deps) => {
  const { sql, clock, reading, serviceUrls, metrics } = deps
  return {
    'GET /api/admin/system': reading([lastReconciliation, stoppedAddresses], async ({ query }) => {
      const { end } = shownDay(query.asOf, clock())
      const [edge, commandApi, projector, worker, ownMetrics, live, [last], stopped] = await Promise.all([
        askService(serviceUrls.edge),
        askService(serviceUrls['command-api']),
        askService(serviceUrls.projector),
        askService(serviceUrls.worker),
        metrics.metrics(),
        sql<{ read_model: string }[]>`SELECT read_model FROM projector.checkpoints WHERE state = 'live'`,
        lastReconciliation(sql, end),
        stoppedAddresses(sql, hoursAfter(clock(), -24 * LATELY_DAYS)),
      ])
      const own: Told = { health: null, isReady: true, metrics: ownMetrics }
      return {
        at: clock(),
        ...serviceStates({ edge, 'command-api': commandApi, 'read-api': own, projector, worker }),
        readModels: readModelStates(projector, new Set(live.map(({ read_model }) => read_model))),
        ...workerTells(worker.health),
        // Includes reasons without addresses.
        stoppedAddresses: stopReasons.map((reason) => stopped.find((row) => row.reason === reason) ?? { reason, now: 0, lately: 0 }),
        reconciliation: last ? { date: last.date, at: last.completed_at, differences: last.differences } : null,
      }
    }),
  }
}

function readModelStates({ health }: Told, live: ReadonlySet<string>): SystemState['readModels'] {
  const told = projectorTells(health)
  return readModels.map(({ name, version }) => {
    const state = told[name]
    const isParked = state?.situation === 'parked'
    return {
      name,
      version,
      situation: isParked ? 'parked' : state?.situation === 'backfilling' || !live.has(name) ? 'backfilling' : 'live',
      lag: state?.lag ?? null,
      incident: isParked
        ? { incident: state.incident ?? '', event: state.failure?.type ?? null, stream: state.failure?.streamName ?? null, at: null }
        : null,
    }
  })
}

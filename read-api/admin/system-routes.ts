import { type StopReason, stopReasons } from '@medicready/domain/accounts/mail-delivery'
import { hoursAfter } from '@medicready/domain/calendar'
import type { adminSystemReadCalls, SystemState } from '@medicready/domain/contract/admin-system'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { mailDelivery } from '@medicready/projector/read-models/accounts/mail-delivery'
import { reconciliations } from '@medicready/projector/read-models/admin/reconciliations'
import { readModels } from '@medicready/projector/read-models/all'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Registry } from 'prom-client'
import type { Clock, Reading } from '../reading.ts'
import { shownDay } from './as-of.ts'
import { callsIn, slowest } from './call-figures.ts'
import { askService, projectorTells, type ServiceUrls, serviceState, type Told, workerTells } from './service-states.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
  readonly serviceUrls: ServiceUrls
  /** The read API's own figures. */
  readonly metrics: Registry
}

const SLOWEST_SHOWN = 10
const LATELY_DAYS = 30

type ReconciliationRow = Pick<RowOf<typeof reconciliations.tables.reconciliations>, 'date' | 'completed_at' | 'differences'>

/** How the product does, as each of its services says itself. */
export const adminSystemRoutes = (parts: Parts): Handlers<typeof adminSystemReadCalls, 'read-api'> => {
  const { sql, clock, reading, serviceUrls, metrics } = parts
  return {
    'GET /api/admin/system': reading([reconciliations, mailDelivery], async ({ query }) => {
      const { end } = shownDay(query.asOf, clock())
      const [edge, commandApi, projector, worker, ownMetrics, live, [last], stoppedAddresses] = await Promise.all([
        askService(serviceUrls.edge),
        askService(serviceUrls['command-api']),
        askService(serviceUrls.projector),
        askService(serviceUrls.worker),
        metrics.metrics(),
        sql<{ read_model: string }[]>`SELECT read_model FROM projector.checkpoints WHERE state = 'live'`,
        sql<
          ReconciliationRow[]
        >`SELECT date, completed_at, differences FROM read.reconciliations WHERE completed_at < ${end} ORDER BY date DESC LIMIT 1`,
        stoppedFor(sql, clock()),
      ])
      const own: Told = { health: null, isReady: true, metrics: ownMetrics }
      return {
        at: clock(),
        services: [
          serviceState('edge', edge),
          serviceState('command-api', commandApi),
          serviceState('read-api', own),
          serviceState('projector', projector),
          serviceState('worker', worker),
        ],
        readModels: readModelStates(projector, new Set(live.map(({ read_model }) => read_model))),
        ...workerTells(worker.health),
        stoppedAddresses,
        slowestCalls: slowest([...callsIn('command-api', commandApi.metrics), ...callsIn('read-api', ownMetrics)], SLOWEST_SHOWN),
        reconciliation: last ? { date: last.date, at: last.completed_at, differences: last.differences } : null,
      }
    }),
  }
}

/** Each reason, those for which there is none as well. */
async function stoppedFor(sql: Sql, now: string): Promise<SystemState['stoppedAddresses']> {
  const rows = await sql<{ reason: StopReason; now: number; lately: number }[]>`
    SELECT reason, count(*)::int AS now, (count(*) FILTER (WHERE stopped_at > ${hoursAfter(now, -24 * LATELY_DAYS)}))::int AS lately
    FROM read.mail_delivery GROUP BY reason`
  return stopReasons.map((reason) => rows.find((row) => row.reason === reason) ?? { reason, now: 0, lately: 0 })
}

/** All of them, whether or not the projector says something. */
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

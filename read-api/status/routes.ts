import { STATUS_DAYS, type statusCalls, type WatchedPart } from '@medicready/domain/contract/status'
import type { Routes } from '../read-dependencies.ts'
import { SharedAnswer } from '../shared-query.ts'

const OUTAGES_SHOWN = 50

interface PartRow {
  readonly part: WatchedPart
  readonly isUp: boolean
  readonly since: string
  readonly measuredAt: string
}

/** Does not reveal where a service runs or what went wrong. */
export const statusRoutes: Routes<typeof statusCalls> = ({ primary, clock }) => {
  const now = new SharedAnswer(async () => {
    const [parts, days, outages] = await Promise.all([
      primary<PartRow[]>`SELECT part, is_up AS "isUp", since, measured_at AS "measuredAt" FROM status.parts ORDER BY part`,
      primary<{ part: string; date: string; measured: number; up: number }[]>`
        SELECT part, day AS date, measured, up FROM status.days
        WHERE day > (${clock()}::timestamptz AT TIME ZONE 'UTC')::date - ${STATUS_DAYS}::int ORDER BY part, day`,
      primary<{ part: WatchedPart; from: string; until: string | null }[]>`
        SELECT part, began_at AS "from", ended_at AS "until" FROM status.outages
        WHERE ended_at IS NULL OR ended_at > ${clock()}::timestamptz - make_interval(days => ${STATUS_DAYS}::int)
        ORDER BY began_at DESC, part LIMIT ${OUTAGES_SHOWN}`,
    ])
    return { parts: parts.map((one) => ({ ...one, days: days.filter(({ part }) => part === one.part) })), outages: [...outages] }
  })
  return { 'GET /api/status': () => now.ask() }
}

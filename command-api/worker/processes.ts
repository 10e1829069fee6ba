import { setTimeout as sleep } from 'node:timers/promises'
import type { WatchedPart } from '@medicready/domain/contract/status'
import type { Clock } from '@medicready/platform/clock'
import type { Sql } from '@medicready/platform/postgres/connection'
import { z } from 'zod'
import type { Processes } from './definitions.ts'

export const workerProcesses: Processes = {
  reactions: [],
  jobs: [{ name: 'service-states', schedule: '* * * * *', run: (deps) => measureServices(deps) }],
}

interface MeasureDeps {
  readonly sql: Sql
  readonly clock: Clock
  readonly readApiUrl: string
  readonly signal: AbortSignal
}

const PATIENCE_MILLISECONDS = 10_000
/** Asked twice, because a restart is no outage. */
const SECOND_LOOK_MILLISECONDS = 5_000
const KEPT = '400 days'

const Told = z.object({ edge: z.boolean(), 'command-api': z.boolean(), projector: z.boolean() })

type Measured = ReadonlyMap<WatchedPart, boolean>

/** The read API reports the other services; while it is silent, nothing is known of them. */
export async function measureServices(deps: MeasureDeps, secondLook = SECOND_LOOK_MILLISECONDS) {
  let measured = await ask(deps)
  if ([...measured.values()].includes(false)) {
    await sleep(secondLook, undefined, { signal: deps.signal })
    measured = await ask(deps)
  }
  await keep(deps, measured)
  return { measured: measured.size, down: [...measured.values()].filter((isUp) => !isUp).length }
}

async function ask({ readApiUrl }: MeasureDeps): Promise<Measured> {
  const told = await fetch(new URL('/health/services', readApiUrl), { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
    .then(async (answer) => (answer.ok ? Told.parse(await answer.json()) : null))
    .catch(() => null)
  return new Map<WatchedPart, boolean>([
    ['figures', told !== null],
    ['mails', true],
    ...(told
      ? ([
          ['pages', told.edge],
          ['answers', told['command-api']],
          ['progress', told.projector],
        ] as const)
      : []),
  ])
}

const keep = ({ sql, clock }: MeasureDeps, measured: Measured): Promise<unknown> =>
  sql.begin(async (sql) => {
    const now = clock()
    for (const [part, isUp] of measured) {
      await sql`
        INSERT INTO status.parts (part, is_up, since, measured_at) VALUES (${part}, ${isUp}, ${now}, ${now})
        ON CONFLICT (part) DO UPDATE SET is_up = excluded.is_up, measured_at = excluded.measured_at,
          since = CASE WHEN parts.is_up = excluded.is_up THEN parts.since ELSE excluded.since END`
      await sql`
        INSERT INTO status.days (part, day, measured, up) VALUES (${part}, ${now.slice(0, 10)}, 1, ${isUp ? 1 : 0})
        ON CONFLICT (part, day) DO UPDATE SET measured = days.measured + 1, up = days.up + excluded.up`
      if (isUp) await sql`UPDATE status.outages SET ended_at = ${now} WHERE part = ${part} AND ended_at IS NULL`
      else
        await sql`
          INSERT INTO status.outages (part, began_at) SELECT ${part}, ${now}::timestamptz
          WHERE NOT EXISTS (SELECT FROM status.outages WHERE part = ${part} AND ended_at IS NULL)`
    }
    await sql`DELETE FROM status.days WHERE day < (${now}::timestamptz - ${KEPT}::interval)::date`
    await sql`DELETE FROM status.outages WHERE ended_at < ${now}::timestamptz - ${KEPT}::interval`
  })

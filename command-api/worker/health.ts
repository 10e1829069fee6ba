import type { Position } from '@medicready/domain/core/event'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Job, Reaction } from './definitions.ts'
import { Progress } from './progress.ts'

interface Run {
  job: string
  startedAt: string
  endedAt: string | null
  outcome: unknown
  error: string | null
}

/** From what is recorded, so active and standby workers report the same. */
export async function healthOf<Deps>(
  { reactions, jobs }: { readonly reactions: readonly Reaction<Deps>[]; readonly jobs: readonly Job<Deps>[] },
  sql: Sql,
  head: Position | null,
): Promise<Record<string, unknown>> {
  const progress = new Progress(sql)
  const [checkpoints, parked, waiting, putAsides, runs] = await Promise.all([
    progress.checkpoints(),
    progress.parked(),
    progress.waiting(),
    progress.putAsides(),
    sql<Run[]>`
      SELECT DISTINCT ON (job) job, started_at AS "startedAt", ended_at AS "endedAt", outcome, error FROM worker.job_runs
      ORDER BY job, id DESC`,
  ])
  const lastRuns = new Map(runs.map(({ job, ...run }) => [job, run]))
  const incidents = new Map(parked.map(({ reaction, ...incident }) => [reaction, incident]))
  return {
    parked: parked.map(({ reaction }) => reaction),
    reactions: Object.fromEntries(
      reactions.map(({ name }) => [
        name,
        {
          situation: incidents.has(name) ? 'parked' : 'following',
          // If the log was reset, the checkpoint is ahead: that is an incident, not a lag.
          lag: Math.max(0, Number((head?.commit ?? 0n) - (checkpoints.get(name)?.commit ?? 0n))),
          deferred: waiting.get(name) ?? 0,
          putAside: putAsides.filter(({ reaction }) => reaction === name).map(({ reaction: _, ...aside }) => aside),
          ...incidents.get(name),
        },
      ]),
    ),
    jobs: Object.fromEntries(jobs.map(({ name, schedule }) => [name, { schedule, lastRun: lastRuns.get(name) ?? null }])),
  }
}

import { once } from 'node:events'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { schedule } from 'node-cron'
import type { Job } from './definitions.ts'
import { isNotBuilt } from './shown.ts'

interface JobsOptions<Deps> {
  readonly jobs: readonly Job<Deps>[]
  readonly deps: Deps
  readonly sql: Sql
  readonly logger: Logger
  readonly signal: AbortSignal
}

const NOT_BUILT = { waits: 'for the read models, which are still being built' }
const KEPT = '30 days'

export async function runJobs<Deps>({ jobs, deps, sql, logger, signal }: JobsOptions<Deps>): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const begin = (job: Job<Deps>) => {
    if (signal.aborted || running.has(job.name)) return
    running.set(
      job.name,
      runJob(job, { deps, sql, logger }).finally(() => running.delete(job.name)),
    )
  }
  const record = sql`UPDATE worker.job_runs SET ended_at = now(), error = 'It was interrupted.' WHERE ended_at IS NULL`
  await record.catch((error: unknown) => logger.warn({ err: error }, 'cannot record which jobs were interrupted'))
  const schedules = jobs.map((job) => schedule(job.schedule, () => begin(job)))
  for (const job of jobs) if (job.atStart) begin(job)
  if (!signal.aborted) await once(signal, 'abort')
  await Promise.all(schedules.map((each) => each.destroy()))
  await Promise.all(running.values())
}

/** A run that cannot be recorded still runs. */
export async function runJob<Deps>(job: Job<Deps>, { deps, sql, logger }: Omit<JobsOptions<Deps>, 'jobs' | 'signal'>): Promise<void> {
  const unrecorded = (error: unknown) => logger.warn({ err: error, job: job.name }, 'cannot record the run of a job')
  const [run] = await sql<{ id: string }[]>`INSERT INTO worker.job_runs (job) VALUES (${job.name}) RETURNING id`.catch((error: unknown) => {
    unrecorded(error)
    return []
  })
  let outcome: unknown = null
  let fault: string | null = null
  try {
    outcome = (await job.run(deps)) ?? null
    logger.info({ job: job.name, outcome }, 'a job has run')
  } catch (error) {
    const isEarly = isNotBuilt(error)
    if (isEarly) outcome = NOT_BUILT
    else fault = String(error)
    logger[isEarly ? 'info' : 'warn']({ err: error, job: job.name }, 'a job failed; its next run tries again')
  }
  if (run)
    await sql`UPDATE worker.job_runs SET ended_at = now(), outcome = ${sql.json(outcome as never)}, error = ${fault} WHERE id = ${run.id}`.catch(
      unrecorded,
    )
  await sql`DELETE FROM worker.job_runs WHERE job = ${job.name} AND started_at < now() - ${KEPT}::interval`.catch(unrecorded)
}

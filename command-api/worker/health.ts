import type { EventStore } from '@medicready/platform/event-store/event-store'
import { addGauge, secondsBehind } from '@medicready/platform/monitoring/gauge'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Gauge, Registry } from 'prom-client'
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
  eventStore: Pick<EventStore, 'head' | 'recordedAfter'>,
) {
  const progress = new Progress(sql)
  const [head, checkpoints, parked, waiting, putAsides, runs] = await Promise.all([
    eventStore.head(),
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
  const secondsAfter = secondsBehind(eventStore, head)
  const behind = new Map(
    await Promise.all(reactions.map(async ({ name }) => [name, await secondsAfter(checkpoints.get(name) ?? null)] as const)),
  )
  return {
    parked: parked.map(({ reaction }) => reaction),
    reactions: Object.fromEntries(
      reactions.map(({ name }) => [
        name,
        {
          situation: incidents.has(name) ? 'parked' : 'following',
          // If the log was reset, the checkpoint is ahead: that is an incident, not a lag.
          lag: Math.max(0, Number((head?.commit ?? 0n) - (checkpoints.get(name)?.commit ?? 0n))),
          secondsBehind: behind.get(name) ?? 0,
          deferred: waiting.get(name) ?? 0,
          putAside: putAsides.filter(({ reaction }) => reaction === name).map(({ reaction: _, ...aside }) => aside),
          ...incidents.get(name),
        },
      ]),
    ),
    jobs: Object.fromEntries(jobs.map(({ name, schedule }) => [name, { schedule, lastRun: lastRuns.get(name) ?? null }])),
  }
}

type Health = Awaited<ReturnType<typeof healthOf>>

export function showWorker(metrics: Registry, { isActive, health }: { isActive: () => boolean; health: () => Promise<Health> }): void {
  let reading: Promise<Health> | null = null
  /** One for all the gauges of a scrape. */
  const shared = () => {
    reading ??= health().finally(() => {
      reading = null
    })
    return reading
  }
  const eachReaction = (figureOf: (reaction: Health['reactions'][string]) => number) => async (gauge: Gauge) => {
    for (const [reaction, state] of Object.entries((await shared()).reactions)) gauge.set({ reaction }, figureOf(state))
  }
  addGauge(metrics, {
    name: 'worker_active',
    help: 'Whether this process works (1) or stands by (0).',
    read: (gauge) => gauge.set(Number(isActive())),
  })
  addGauge(metrics, {
    name: 'worker_reaction_parked',
    help: 'Whether a reaction is parked.',
    labels: ['reaction'],
    read: eachReaction(({ situation }) => Number(situation === 'parked')),
  })
  addGauge(metrics, {
    name: 'worker_reaction_lag_seconds',
    help: 'For how long the oldest event that a reaction has not reached has been in the log.',
    labels: ['reaction'],
    read: eachReaction(({ secondsBehind }) => secondsBehind),
  })
  addGauge(metrics, {
    name: 'worker_reaction_deferred',
    help: 'Events that a reaction tries again later, because something outside did not answer.',
    labels: ['reaction'],
    read: eachReaction(({ deferred }) => deferred),
  })
  addGauge(metrics, {
    name: 'worker_reaction_oldest_put_aside_seconds',
    help: 'For how long the oldest event that a reaction failed at has been set aside.',
    labels: ['reaction'],
    read: eachReaction(({ putAside: [oldest] }) => (oldest ? (Date.now() - Date.parse(oldest.at)) / 1_000 : 0)),
  })
  addGauge(metrics, {
    name: 'worker_job_failed',
    help: 'Whether the last run of a job failed.',
    labels: ['job'],
    read: async (gauge) => {
      for (const [job, { lastRun }] of Object.entries((await shared()).jobs)) gauge.set({ job }, Number(lastRun?.error != null))
    },
  })
}

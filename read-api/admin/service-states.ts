import { type ServiceName, type SystemState, serviceNames } from '@medicready/domain/contract/admin/system'
import { z } from 'zod'
import { callsIn, loadIn, samplesIn, startIn, versionIn } from './service-metrics.ts'

export type ServiceUrls = Readonly<Record<Exclude<ServiceName, 'read-api'>, string>>

const PATIENCE_MILLISECONDS = 1_000
/** A slow service is not down. */
const READY_PATIENCE_MILLISECONDS = 4_000

const incidentEvent = z.object({ type: z.string(), streamName: z.string() }).nullable()
const ProjectorHealth = z.object({
  readModels: z.record(
    z.string(),
    z.object({
      situation: z.enum(['waiting', 'backfilling', 'running', 'parked']),
      lag: z.number().optional(),
      incident: z.string().optional(),
      failure: incidentEvent.optional(),
    }),
  ),
})
const WorkerHealth = z.object({
  generator: z.object({ model: z.string() }).nullable(),
  reactions: z.record(
    z.string(),
    z.object({
      situation: z.enum(['following', 'parked']),
      lag: z.number(),
      deferred: z.number(),
      putAside: z.array(
        z.object({
          eventId: z.uuid(),
          type: z.string(),
          streamName: z.string(),
          incident: z.string(),
          at: z.iso.datetime(),
          isDue: z.boolean(),
          behind: z.number(),
        }),
      ),
      incident: z.string().optional(),
      event: incidentEvent.optional(),
      parkedAt: z.iso.datetime().optional(),
    }),
  ),
  jobs: z.record(
    z.string(),
    z.object({
      schedule: z.string(),
      lastRun: z
        .object({ startedAt: z.iso.datetime(), endedAt: z.iso.datetime().nullable(), outcome: z.unknown(), error: z.string().nullable() })
        .nullable(),
    }),
  ),
})

export interface Told {
  readonly health: unknown
  readonly isReady: boolean | null
  readonly metrics: string
}

export async function askService(url: string): Promise<Told> {
  const ask = (path: string) => fetch(new URL(path, url), { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
  try {
    const [health, metrics] = await Promise.all([ask('/health/ready'), ask('/metrics')])
    return { health: await health.json(), isReady: health.ok, metrics: await metrics.text() }
  } catch {
    return { health: null, isReady: null, metrics: '' }
  }
}

export const askWhetherReady = (url: string): Promise<boolean> =>
  fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(READY_PATIENCE_MILLISECONDS) }).then(
    ({ ok }) => ok,
    () => false,
  )

export function serviceStates(told: Readonly<Record<ServiceName, Told>>): Pick<SystemState, 'services' | 'calls'> {
  const all = serviceNames.map((name) => ({ name, isReady: told[name].isReady, samples: samplesIn(told[name].metrics) }))
  return {
    services: all.map(({ name, isReady, samples }) => ({
      name,
      state: isReady === null ? 'silent' : isReady ? 'ready' : 'notReady',
      version: versionIn(samples),
      startedAt: startIn(samples),
      load: loadIn(samples),
    })),
    calls: all.flatMap(({ name, samples }) => callsIn(name, samples)),
  }
}

export const projectorTells = (health: unknown): z.infer<typeof ProjectorHealth>['readModels'] =>
  ProjectorHealth.safeParse(health).data?.readModels ?? {}

const nothingTold: Pick<SystemState, 'reactions' | 'jobs' | 'generator' | 'mail'> = {
  reactions: [],
  jobs: [],
  generator: { state: 'silent', model: null },
  mail: { deferred: 0, parked: 0 },
}

/** By naming convention. */
const sendsMail = ({ name }: { readonly name: string }): boolean => /mails|notices/.test(name)

export function workerTells(health: unknown): Pick<SystemState, 'reactions' | 'jobs' | 'generator' | 'mail'> {
  const told = WorkerHealth.safeParse(health).data
  if (!told) return nothingTold
  const reactions = Object.entries(told.reactions).map(([name, { situation, lag, deferred, putAside, incident, event, parkedAt }]) => ({
    name,
    situation,
    lag,
    deferred,
    putAside: putAside.map(({ type, streamName, ...aside }) => ({ ...aside, event: type, stream: streamName })),
    incident:
      situation === 'parked'
        ? { incident: incident ?? '', event: event?.type ?? null, stream: event?.streamName ?? null, at: parkedAt ?? null }
        : null,
  }))
  const jobs = Object.entries(told.jobs).map(([name, { schedule, lastRun }]) => ({
    name,
    schedule,
    lastRun: lastRun && { ...lastRun, outcome: inWords(lastRun.outcome) },
  }))
  const mailing = reactions.filter(sendsMail)
  return {
    reactions,
    jobs,
    generator: told.generator === null ? { state: 'off', model: null } : { state: 'on', model: told.generator.model },
    mail: {
      deferred: mailing.reduce((sum, { deferred }) => sum + deferred, 0),
      parked: mailing.filter(({ situation }) => situation === 'parked').length,
    },
  }
}

const inWords = (outcome: unknown): string =>
  typeof outcome === 'object' && outcome !== null
    ? Object.entries(outcome)
        .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join(', ')
    : ''

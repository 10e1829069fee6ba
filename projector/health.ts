import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { ServiceReadiness } from '@medicready/platform/http/server'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Projector, ReadModelIncident, ReadModelStatus } from './engine/projector.ts'

interface Watched {
  readonly projector: Projector
  readonly eventStore: Pick<EventStore, 'head'>
  readonly sql: Sql
}

const positionOf = (status: ReadModelStatus): bigint => status.position?.commit ?? 0n

export function registerHealth(
  app: FastifyInstance,
  { projector, eventStore, sql }: Watched,
): { readiness: () => Promise<ServiceReadiness> } {
  const registers = [app.metrics]
  const figure = (name: string, help: string, read: (gauge: Gauge) => void, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        read(this)
      },
    })
  const each = (read: (status: ReadModelStatus) => number) => (gauge: Gauge) => {
    for (const [read_model, status] of Object.entries(projector.status().readModels)) gauge.set({ read_model }, read(status))
  }
  figure('projector_active', 'Whether this process folds (1) or stands by (0).', (gauge) =>
    gauge.set(projector.status().role === 'active' ? 1 : 0),
  )
  figure('projector_events_folded', 'Events folded since this process became active.', (gauge) =>
    gauge.set(projector.status().eventsFolded),
  )
  figure(
    'projector_lag_positions',
    'How far a read model is behind the last event that arrived, in positions of the log.',
    (gauge) => each((status) => Math.max(0, Number((projector.status().received?.commit ?? 0n) - positionOf(status))))(gauge),
    ['read_model'],
  )
  figure(
    'projector_parked',
    'Whether a read model is parked.',
    each((status) => Number(status.situation === 'parked')),
    ['read_model'],
  )
  figure(
    'projector_unknown_events',
    'Events of types that this version does not know.',
    (gauge) => {
      for (const [type, count] of projector.status().unknownEvents) gauge.set({ type }, count)
    },
    ['type'],
  )

  return {
    readiness: async () => {
      const [head] = await Promise.all([eventStore.head(), sql`SELECT 1`])
      const { role, readModels } = projector.status()
      const shown = Object.entries(readModels).map(([name, status]) => [
        name,
        {
          situation: status.situation,
          // After a set-back log the checkpoint is ahead: an incident, not lag.
          ...(role === 'active' && { lag: Math.max(0, Number((head?.commit ?? 0n) - positionOf(status))) }),
          ...(status.situation === 'parked' && { incident: status.incident.words, failure: shownFailure(status.incident) }),
        },
      ])
      const parked = Object.entries(readModels).flatMap(([name, { situation }]) => (situation === 'parked' ? [name] : []))
      return { ready: true, role, parked, readModels: Object.fromEntries(shown) }
    },
  }
}

const shownFailure = ({ failure }: ReadModelIncident) => failure && { ...failure, position: failure.position.commit.toString() }

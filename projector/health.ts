import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { ServiceReadiness } from '@medicready/platform/http/server'
import { addGauge, measureStores, secondsBehind } from '@medicready/platform/monitoring/gauge'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyInstance } from 'fastify'
import type { Projector, ReadModelIncident, ReadModelStatus } from './engine/projector.ts'

interface Watched {
  readonly projector: Projector
  readonly eventStore: Pick<EventStore, 'head' | 'recordedAfter'>
  readonly sql: Sql
}

const positionOf = (status: ReadModelStatus): bigint => status.position?.commit ?? 0n

export function registerHealth(
  app: FastifyInstance,
  { projector, eventStore, sql }: Watched,
): { readiness: () => Promise<ServiceReadiness> } {
  measureStores(app.metrics, { 'event store': () => eventStore.head(), postgres: () => sql`SELECT 1` })
  addGauge(app.metrics, {
    name: 'projector_active',
    help: 'Whether this process folds (1) or stands by (0).',
    read: (gauge) => gauge.set(projector.status().role === 'active' ? 1 : 0),
  })
  addGauge(app.metrics, {
    name: 'projector_events_folded',
    help: 'Events folded since this process became active.',
    read: (gauge) => gauge.set(projector.status().eventsFolded),
  })
  addGauge(app.metrics, {
    name: 'projector_lag_seconds',
    help: 'For how long the oldest event that a read model has not folded has been in the log.',
    labels: ['read_model'],
    read: async (gauge) => {
      const secondsAfter = secondsBehind(eventStore, await eventStore.head())
      const { role, readModels } = projector.status()
      if (role !== 'active') return
      for (const [read_model, { position }] of Object.entries(readModels)) gauge.set({ read_model }, await secondsAfter(position))
    },
  })
  addGauge(app.metrics, {
    name: 'projector_parked',
    help: 'Whether a read model is parked.',
    labels: ['read_model'],
    read: (gauge) => {
      for (const [read_model, { situation }] of Object.entries(projector.status().readModels))
        gauge.set({ read_model }, Number(situation === 'parked'))
    },
  })
  addGauge(app.metrics, {
    name: 'projector_unknown_events',
    help: 'Events of types that this version does not know.',
    labels: ['type'],
    read: (gauge) => {
      for (const [type, count] of projector.status().unknownEvents) gauge.set({ type }, count)
    },
  })

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

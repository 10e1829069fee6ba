import type { Recorded } from '@medicready/domain/core/event'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

const tables = {
  withdrawal_stops: table({
    key: ['module'],
    columns: {
      module: typed<ModuleName>('text'),
      stopped_at: 'timestamptz',
      withdrawn: 'integer',
      questions: 'integer',
    },
  }),
  /** Includes ended ones, for earlier days. */
  withdrawal_stop_versions: table({
    key: ['module', 'stopped_at'],
    columns: {
      module: typed<ModuleName>('text'),
      stopped_at: 'timestamptz',
      until: 'timestamptz?',
      withdrawn: 'integer',
      questions: 'integer',
    },
  }),
}

function end({ metadata }: Recorded, module: ModuleName, { withdrawal_stops, withdrawal_stop_versions }: Rows<typeof tables>): void {
  const stop = withdrawal_stops.get({ module })
  if (!stop) return
  withdrawal_stops.delete({ module })
  withdrawal_stop_versions.set({ ...stop, until: metadata.occurredAt })
}

export const withdrawalStops = defineReadModel({
  name: 'questions/withdrawal-stops',
  version: 2,
  tables,
  on: {
    WithdrawalsStopped: ({ data: { module, withdrawn, questions }, metadata }, { withdrawal_stops, withdrawal_stop_versions }) => {
      const stop = { module, stopped_at: metadata.occurredAt, withdrawn, questions }
      withdrawal_stops.set(stop)
      withdrawal_stop_versions.set({ ...stop, until: null })
    },
    WithdrawalAdmitted: (fact, rows) => end(fact, fact.data.module, rows),
    WithdrawalReleased: (fact, rows) => end(fact, fact.data.module, rows),
  },
})

import type { Recorded } from '@medicready/domain/event'
import type { ModuleName } from '@medicready/domain/study/modules'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

const tables = {
  withdrawal_stops: table({
    key: ['module'],
    columns: {
      module: typed<ModuleName>('text'),
      stopped_at: 'timestamptz',
      /** How many were withdrawn then, of how many. */
      withdrawn: 'integer',
      questions: 'integer',
    },
  }),
  /** Those that have ended among them, for how it stood on an earlier day. */
  withdrawal_stop_versions: table({
    key: ['module', 'stopped_at'],
    columns: {
      module: typed<ModuleName>('text'),
      stopped_at: 'timestamptz',
      /** Null while it holds. */
      until: 'timestamptz?',
      withdrawn: 'integer',
      questions: 'integer',
    },
  }),
}

/** A place is free again, or was all the time. */
function end({ metadata }: Recorded, module: ModuleName, { withdrawal_stops, withdrawal_stop_versions }: Rows<typeof tables>): void {
  const stop = withdrawal_stops.get({ module })
  if (!stop) return
  withdrawal_stops.delete({ module })
  withdrawal_stop_versions.set({ ...stop, until: metadata.occurredAt })
}

/** The modules in which no more questions are withdrawn until one of those that are is decided. */
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

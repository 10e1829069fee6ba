import type { ModuleName } from '@medicready/domain/study/modules'
import { defineReadModel, table, typed } from '../definition.ts'

/** The modules in which no more questions are withdrawn until one of those that are is decided. */
export const withdrawalStops = defineReadModel({
  name: 'questions/withdrawal-stops',
  version: 1,
  tables: {
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
  },
  on: {
    WithdrawalsStopped: ({ data: { module, withdrawn, questions }, metadata }, { withdrawal_stops }) =>
      withdrawal_stops.set({ module, stopped_at: metadata.occurredAt, withdrawn, questions }),
    WithdrawalAdmitted: ({ data: { module } }, { withdrawal_stops }) => withdrawal_stops.delete({ module }),
    WithdrawalReleased: ({ data: { module } }, { withdrawal_stops }) => withdrawal_stops.delete({ module }),
  },
})

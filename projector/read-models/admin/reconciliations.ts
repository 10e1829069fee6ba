import type { Reconciliation } from '@medicready/domain/billing/reconciliation'
import { defineReadModel, table, typed } from '../definition.ts'

const tables = {
  reconciliations: table({
    key: ['date'],
    columns: {
      date: 'date',
      completed_at: 'timestamptz',
      differences: 'integer',
      mended: 'integer',
      checked: typed<Reconciliation['checked']>('jsonb'),
    },
  }),
}

export const reconciliations = defineReadModel({
  name: 'admin/reconciliations',
  version: 1,
  tables,
  on: {
    ReconciliationCompleted: ({ data: { date, differences, mended, checked }, metadata }, { reconciliations }) =>
      reconciliations.set({ date, completed_at: metadata.occurredAt, differences, mended, checked }),
  },
})

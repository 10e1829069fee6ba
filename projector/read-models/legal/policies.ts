import type { LegalDocumentId } from '@medicready/domain/legal/shown/legal-documents'
import { defineReadModel, rowFrom, table, typed } from '../definition.ts'

const editions = table({
  key: ['document', 'version'],
  columns: {
    document: typed<LegalDocumentId>('text'),
    version: 'integer',
    title: 'text',
    description: 'text',
    changes: 'text',
    last_updated: 'date',
    effective_date: 'date',
    text: 'text',
  },
  appendOnly: true,
})

export const policies = defineReadModel({
  name: 'legal/policies',
  version: 1,
  tables: { policies: editions },
  on: {
    PolicyPublished: ({ data }, { policies }) => policies.set(rowFrom(editions, data, {})),
  },
})

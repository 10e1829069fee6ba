import type { LegalDocumentId } from '@medicready/domain/legal/legal-documents'
import { defineReadModel, table, typed } from '../definition.ts'

export const policies = defineReadModel({
  name: 'legal/policies',
  version: 1,
  tables: {
    policies: table({
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
    }),
  },
  on: {
    PolicyPublished: ({ data }, { policies }) => {
      const { document, version, title, description, changes, lastUpdated, effectiveDate, text } = data
      policies.set({
        document,
        version,
        title,
        description,
        changes,
        last_updated: lastUpdated,
        effective_date: effectiveDate,
        text,
      })
    },
  },
})

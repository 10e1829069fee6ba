import { defineReadModel, table } from '../definition.ts'

export const savedQueries = defineReadModel({
  name: 'lab/saved-queries',
  version: 1,
  tables: {
    saved_queries: table({
      key: ['user_id', 'query_id'],
      columns: { user_id: 'uuid', query_id: 'uuid', name: 'text', sql: 'text', saved_at: 'timestamptz' },
      foundBy: ['user_id'],
    }),
  },
  on: {
    QuerySaved: ({ data: { userId: user_id, queryId: query_id, name, sql }, metadata: { occurredAt: saved_at } }, { saved_queries }) => {
      // Both are null after erasure.
      if (name !== null && sql !== null) saved_queries.set({ user_id, query_id, name, sql, saved_at })
    },
    QueryDeleted: ({ data: { userId: user_id, queryId: query_id } }, { saved_queries }) => saved_queries.delete({ user_id, query_id }),
    AccountErased: ({ data: { userId: user_id } }, { saved_queries }) => {
      for (const query of saved_queries.where({ user_id })) saved_queries.delete(query)
    },
  },
})

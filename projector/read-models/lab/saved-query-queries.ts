import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { savedQueries } from './saved-queries.ts'

type SavedQueryRow = RowOf<typeof savedQueries.tables.saved_queries> & { readonly owner: string }

export const savedQueriesByName = defineQuery(
  [savedQueries, users],
  (sql, limit: number) => sql<SavedQueryRow[]>`
    SELECT saved_queries.*, concat_ws(' ', users.first_name, users.last_name) AS owner
    FROM read.saved_queries JOIN read.users ON users.id = saved_queries.user_id
    ORDER BY lower(saved_queries.name), query_id LIMIT ${limit}`,
)

import { test } from 'vitest'
import { given } from '../testing/given.ts'
import { deleteQuery, type SavedQueriesEvent, savedQueriesAggregate, saveQuery } from './saved-queries.ts'
import { MAX_SAVED_QUERIES } from './shown/limits.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const query = (number: number, name = `Query ${number}`, sql = 'SELECT 1') => ({
  userId,
  queryId: `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a${String(number).padStart(3, '0')}`,
  name,
  sql,
})
const saved = (...of: Parameters<typeof query>): SavedQueriesEvent => ({ type: 'QuerySaved', data: query(...of) })
const gone = { userId, queryId: query(1).queryId }

test('a query is saved once, replaced under its id by one of the same name, and deleted once', () => {
  given(savedQueriesAggregate, [])
    .when(saveQuery(query(1)))
    .emits([saved(1)])
  given(savedQueriesAggregate, [saved(1)])
    .when(saveQuery(query(2, 'Query 1')))
    .emits([])
  given(savedQueriesAggregate, [saved(1)])
    .when(saveQuery(query(2, 'QUERY 1', 'SELECT 2')))
    .emits([saved(1, 'QUERY 1', 'SELECT 2')])
  given(savedQueriesAggregate, [saved(1)])
    .when(deleteQuery(gone))
    .emits([{ type: 'QueryDeleted', data: gone }])
  given(savedQueriesAggregate, [saved(1), { type: 'QueryDeleted', data: gone }])
    .when(deleteQuery(gone))
    .emits([])
})

test('there is a limit, and a query can be replaced at the limit', () => {
  const full = Array.from({ length: MAX_SAVED_QUERIES }, (_, number) => saved(number))
  given(savedQueriesAggregate, full)
    .when(saveQuery(query(500)))
    .refuses('tooManySavedQueries')
  given(savedQueriesAggregate, full)
    .when(saveQuery(query(500, 'Query 3', 'SELECT 2')))
    .emits([saved(3, 'Query 3', 'SELECT 2')])
})

import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { savedQueries } from './saved-queries.ts'

const person = (n: number) => `00000000-0000-4000-8000-00000000100${n}`
const queryId = (n: number) => `00000000-0000-4000-8000-00000000200${n}`
const saved = (userId: string, n: number, name: string): Fact => ({
  type: 'QuerySaved',
  data: { userId, queryId: queryId(n), name, sql: `SELECT ${n}` },
})
const deleted = (userId: string, n: number): Fact => ({ type: 'QueryDeleted', data: { userId, queryId: queryId(n) } })
const [ana, ben] = [person(1), person(2)]

test('saved queries are the latest ones, without deleted ones and those of erased people', () =>
  given(savedQueries, [
    ...[saved(ana, 1, 'a'), saved(ana, 2, 'b'), saved(ben, 3, 'c'), saved(ana, 1, 'A'), deleted(ana, 2)],
    { type: 'AccountErased', data: { userId: ben } },
  ]).leaves({ saved_queries: [{ user_id: ana, query_id: queryId(1), name: 'A', sql: 'SELECT 1' }] }))

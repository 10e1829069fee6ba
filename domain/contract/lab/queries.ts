import { z } from 'zod'
import { analyzeData } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { NamedQuery, Query } from './forms.ts'

const AskableExport = z.object({
  exportedAt: z.iso.datetime(),
  /** Names as they are written in SQL. */
  views: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  examples: z.array(z.object({ name: z.string(), sql: z.string() })),
})
export type AskableExport = z.infer<typeof AskableExport>

export const QueryAnswer = z.object({
  /** With different names. */
  columns: z.array(z.object({ name: z.string(), isNumber: z.boolean() })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** There are more rows than are answered. */
  isCut: z.boolean(),
  seconds: z.number(),
})
export type QueryAnswer = z.infer<typeof QueryAnswer>

const SavedQuery = z.object({
  id: z.uuid(),
  name: z.string(),
  sql: z.string(),
  owner: z.string(),
  isOwn: z.boolean(),
  savedAt: z.iso.datetime(),
})
export type SavedQuery = z.infer<typeof SavedQuery>

const exampleSql = 'SELECT month, count(*) AS answers FROM AnswerSubmitted GROUP BY month ORDER BY month'

export const queryCalls = {
  'GET /api/analyst/export': analyzeData.command({
    summary: 'The views of the latest export with their columns, and example queries.',
    response: AskableExport,
    errors: ['exportMissing', 'queryFailed'],
  }),
  'POST /api/analyst/queries': analyzeData.command({
    summary: "Query the latest export with DuckDB's SQL. A query that the caller is still running is stopped.",
    body: Query,
    response: QueryAnswer,
    errors: ['exportMissing', 'queryFailed', 'queriesBusy', 'conflict'],
    example: { body: { sql: exampleSql } },
  }),
  'POST /api/analyst/queries/stop': analyzeData.command({
    summary: "Stop the caller's query.",
    response: z.object({ stopped: z.literal(true) }),
  }),
  'GET /api/analyst/saved-queries': analyzeData.read({
    summary: 'The saved queries of all analysts, by name, at most 1,000.',
    response: z.array(SavedQuery),
  }),
  'POST /api/analyst/saved-queries': analyzeData.command({
    summary: "Save a query. The caller's own of the same name is replaced.",
    body: NamedQuery,
    response: z.object({ id: z.uuid() }),
    errors: ['tooManySavedQueries', 'conflict'],
    example: { body: { name: 'Answers by month', sql: exampleSql } },
  }),
  'DELETE /api/analyst/saved-queries/{id}': analyzeData.command({
    summary: "Delete one of the caller's saved queries. Deleting it again changes nothing.",
    params: z.object({ id: z.uuid() }),
    response: z.object({ deleted: z.literal(true) }),
    errors: ['conflict'],
    example: { params: { id: existing.savedQueryId } },
  }),
} as const

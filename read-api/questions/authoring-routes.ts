import type { authoringCalls } from '@medicready/domain/contract/questions/authoring'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { calibrationsOf } from '@medicready/projector/read-models/exams/calibration-queries'
import { type ListedQuestion, listedQuestions, versionsOf } from '@medicready/projector/read-models/questions/question-queries'
import { z } from 'zod'
import type { Reading } from '../reading.ts'
import { toContent } from './question-content.ts'

/** What was changed last comes first, then by id. */
const ListKey = z.tuple([z.iso.datetime(), z.uuid()])
const listKey = (row: ListedQuestion): z.infer<typeof ListKey> => [row.updated_at, row.id]

const toListed = ({ id, bank_id, updated_at: _, is_pilot, ...row }: ListedQuestion) => ({
  ...row,
  questionId: id,
  bankId: bank_id,
  isPilot: is_pilot,
})

export const authoringRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof authoringCalls, 'read-api'> => ({
  'GET /api/admin/questions': reading([listedQuestions], async ({ query }) => {
    const rows = await listedQuestions(sql, { ...query, ...pageAfter(query, ListKey) })
    return pageOf(rows, query, { item: toListed, sortKey: listKey })
  }),

  'GET /api/admin/questions/{id}/versions': reading([versionsOf], async ({ params: { id } }) => {
    const rows = await versionsOf(sql, id)
    if (rows.length === 0) throw new Rejection('questionNotFound')
    return rows.map((row) => ({ version: row.version, content: toContent(row), createdAt: row.created_at }))
  }),

  'GET /api/admin/questions/{id}/calibration': reading([calibrationsOf], async ({ params: { id } }) => {
    const rows = await calibrationsOf(sql, id)
    return rows.map(({ observed, comparisons, ...figures }) => ({ ...figures, observed: [...observed], comparisons: [...comparisons] }))
  }),
})

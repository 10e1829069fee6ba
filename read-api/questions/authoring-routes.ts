import type { authoringCalls } from '@medicready/domain/contract/question-authoring'
import type { ItemKind } from '@medicready/domain/questions/item'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { itemCalibrations } from '@medicready/projector/read-models/exams/item-calibrations'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { z } from 'zod'
import type { Reading } from '../reading.ts'
import { toContent } from './question-content.ts'

type Question = RowOf<typeof questions.tables.questions>
type ListedRow = Pick<Question, 'id' | 'bank_id' | 'module' | 'stem' | 'version' | 'situation' | 'is_pilot' | 'source' | 'updated_at'> & {
  readonly kind: ItemKind
}
type CalibrationRow = Omit<
  RowOf<typeof itemCalibrations.tables.item_calibrations>,
  'question_id' | 'calibration_id' | 'settled_difficulty' | 'settled_standard_error'
>
type VersionRow = Omit<RowOf<typeof questions.tables.question_versions>, 'question_id'>

/** What was changed last comes first, then by id. */
const ListKey = z.tuple([z.iso.datetime(), z.uuid()])
const listKey = (row: ListedRow): z.infer<typeof ListKey> => [row.updated_at, row.id]

/** A text as part of what LIKE looks for: nothing in it stands for something else. */
const literally = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

const toListed = ({ id, bank_id, updated_at: _, is_pilot, ...row }: ListedRow) => ({
  ...row,
  questionId: id,
  bankId: bank_id,
  isPilot: is_pilot,
})

export const authoringRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof authoringCalls, 'read-api'> => ({
  'GET /api/admin/questions': reading([questions], async ({ query }) => {
    const after = sortKeyOf(query, ListKey)
    const { search, module, kind } = query
    const rows = await sql<ListedRow[]>`
      SELECT id, bank_id, module, item->>'kind' AS kind, stem, version, situation, is_pilot, source, updated_at FROM read.questions
      WHERE ${search === '' ? sql`true` : sql`(id::text = ${search.toLowerCase()} OR bank_id ILIKE ${`${literally(search)}%`} OR stem ILIKE ${`%${literally(search)}%`})`}
        ${module === undefined ? sql`` : sql`AND module = ${module}`}
        ${kind === undefined ? sql`` : sql`AND item->>'kind' = ${kind}`}
        ${after ? sql`AND (updated_at < ${after[0]} OR updated_at = ${after[0]} AND id > ${after[1]})` : sql``}
      ORDER BY updated_at DESC, id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toListed, sortKey: listKey })
  }),

  'GET /api/admin/questions/{id}/versions': reading([questions], async ({ params: { id } }) => {
    const rows = await sql<VersionRow[]>`
      SELECT version, module, stem, picture, scenario, item, explanation, explanation_picture, clinical_pearl, "references", difficulty,
        blooms_level, guideline, tags, created_at
      FROM read.question_versions WHERE question_id = ${id} ORDER BY version DESC`
    if (rows.length === 0) throw new Rejection('questionNotFound')
    return rows.map((row) => ({ version: row.version, content: toContent(row), createdAt: row.created_at }))
  }),

  'GET /api/admin/questions/{id}/calibration': reading([itemCalibrations], async ({ params: { id } }) => {
    const rows = await sql<CalibrationRow[]>`
      SELECT question_version, calibrated_on, difficulty, standard_error, discrimination, answers, infit, outfit, point_biserial, observed,
        comparisons
      FROM read.item_calibrations WHERE question_id = ${id} ORDER BY question_version DESC`
    return rows.map(({ question_version, calibrated_on, standard_error, point_biserial, observed, comparisons, ...figures }) => ({
      ...figures,
      version: question_version,
      calibratedOn: calibrated_on,
      standardError: standard_error,
      pointBiserial: point_biserial,
      observed: [...observed],
      comparisons: [...comparisons],
    }))
  }),
})

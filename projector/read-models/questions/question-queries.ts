import type { Item, ItemAnswer } from '@medicready/domain/questions/content/item'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { RowOf } from '../definition.ts'
import { type Camel, containing, defineQuery, type Joined, type PageAfter, type UsersQuestion } from '../query.ts'
import { studyDays } from '../study/study-days.ts'
import { questionNotes } from './question-notes.ts'
import { questionStatistics } from './question-statistics.ts'
import { questions } from './questions.ts'

type Question = RowOf<typeof questions.tables.questions>
type Version = RowOf<typeof questions.tables.question_versions>
type Delivery = RowOf<typeof studyDays.tables.question_deliveries>

export type ShownRow = Omit<Version, 'question_id' | 'version' | 'guideline' | 'tags' | 'created_at'>
export type VersionRow = ShownRow & Pick<Version, 'question_id' | 'version'>

export const shownColumns = defineQuery(
  [],
  (sql) => sql`
    v.module, v.stem, v.picture, v.scenario, v.item, v.explanation, v.explanation_picture, v.clinical_pearl, v."references", v.difficulty,
    v.blooms_level`,
)

/** Parallel lists of IDs and versions. */
export const questionVersions = defineQuery(
  [questions, shownColumns],
  (sql, { ids, versions }: { readonly ids: readonly string[]; readonly versions: readonly number[] }) => sql<VersionRow[]>`
    SELECT v.question_id, v.version, ${shownColumns(sql)}
    FROM unnest(${ids as string[]}::uuid[], ${versions as number[]}::int[]) AS wanted(question_id, version)
    JOIN read.question_versions v ON v.question_id = wanted.question_id AND v.version = wanted.version`,
)

export const versionsOf = defineQuery(
  [questions],
  (sql, questionId: string) => sql<Version[]>`
    SELECT * FROM read.question_versions WHERE question_id = ${questionId} ORDER BY version DESC`,
)

export type ListedQuestionRow = Pick<
  Question,
  'id' | 'bank_id' | 'module' | 'stem' | 'version' | 'situation' | 'is_pilot' | 'source' | 'updated_at'
> & { readonly kind: Item['kind'] }

interface QuestionSearch extends PageAfter {
  /** An ID, a prefix of the bank name, or part of the stem. */
  readonly search: string
  readonly module?: ModuleName | undefined
  readonly kind?: Item['kind'] | undefined
}

export const listedQuestions = defineQuery(
  [questions],
  (sql, { search, module, kind, after, limit }: QuestionSearch) => sql<ListedQuestionRow[]>`
    SELECT id, bank_id, module, item->>'kind' AS kind, stem, version, situation, is_pilot, source, updated_at FROM read.questions
    WHERE ${search === '' ? sql`true` : sql`(id::text = ${search.toLowerCase()} OR bank_id ILIKE ${containing(search).slice(1)} OR stem ILIKE ${containing(search)})`}
      ${module === undefined ? sql`` : sql`AND module = ${module}`}
      ${kind === undefined ? sql`` : sql`AND item->>'kind' = ${kind}`}
      ${after ? sql`AND (updated_at < ${after[0]} OR updated_at = ${after[0]} AND id > ${after[1]})` : sql``}
    ORDER BY updated_at DESC, id LIMIT ${limit}`,
)

export const questionsNamed = defineQuery(
  [questions],
  (sql, bankIds: readonly string[]) => sql<
    (Camel<typeof questions.tables.questions, 'version' | 'bank_id'> & { readonly questionId: string })[]
  >`
    SELECT id AS "questionId", version, bank_id AS "bankId" FROM read.questions WHERE bank_id IN ${sql([...bankIds])} AND is_active`,
)

export type StandingRow = Pick<Question, 'version'> &
  Joined<Omit<Delivery, 'user_id' | 'question_id' | 'module' | 'first_delivered_on' | 'exam_id' | 'times'>>

/** Nulls if it was never given to the user. */
export const questionStanding = defineQuery(
  [questions, studyDays],
  (sql, { userId, questionId }: UsersQuestion) => sql<StandingRow[]>`
    SELECT q.version, d.question_version, d.last_delivered_on, d.answered_on, d.answered_version, d.answer, d.is_correct,
      d.flagged_for_review, d.set_parts, d.shuffle, d.is_closed
    FROM read.questions q LEFT JOIN read.question_deliveries d ON d.question_id = q.id AND d.user_id = ${userId}
    WHERE q.id = ${questionId}`,
)

export interface AnsweredVersion extends Camel<typeof studyDays.tables.question_deliveries, 'question_id' | 'shuffle'> {
  readonly version: number
  readonly answer: ItemAnswer | null
  readonly isCorrect: boolean
}

export const answersTo = defineQuery(
  [studyDays],
  (sql, { userId, questionIds }: { readonly userId: string; readonly questionIds: readonly string[] }) => sql<AnsweredVersion[]>`
    SELECT question_id AS "questionId", answered_version AS version, answer, is_correct AS "isCorrect", shuffle
    FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[]) AND answered_on IS NOT NULL
    ORDER BY array_position(${questionIds as string[]}::uuid[], question_id)`,
)

export const noteOn = defineQuery(
  [questionNotes, studyDays],
  (sql, { userId, questionId }: UsersQuestion) => sql<
    (Pick<Delivery, 'is_closed'> & Joined<Pick<RowOf<typeof questionNotes.tables.question_notes>, 'text' | 'version'>>)[]
  >`
    SELECT d.is_closed, n.text, n.version
    FROM read.question_deliveries d LEFT JOIN read.question_notes n ON n.user_id = d.user_id AND n.question_id = d.question_id
    WHERE d.user_id = ${userId} AND d.question_id = ${questionId}`,
)

export const choicesMade = defineQuery(
  [questionStatistics],
  (sql, { questionId, version }: { readonly questionId: string; readonly version: number }) => sql<
    Pick<RowOf<typeof questionStatistics.tables.question_statistics>, 'answers' | 'options'>[]
  >`
    SELECT answers, options FROM read.question_statistics WHERE question_id = ${questionId} AND version = ${version}`,
)

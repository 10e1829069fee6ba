import type { GuidelineChange } from '@medicready/domain/questions/guideline-change'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type Camel, containing, defineQuery, type Reads } from '../query.ts'
import { cards } from '../study/cards.ts'
import { studyDays } from '../study/study-days.ts'
import { guidelineChanges } from './guideline-changes.ts'
import { questions } from './questions.ts'

type ChangeRow = Camel<typeof guidelineChanges.tables.outdated_questions, 'change_id' | 'source' | 'section' | 'year' | 'what' | 'why'>

interface Cited {
  readonly source: string
  /** Part of the words after the year. */
  readonly section: string | null
  /** Only editions of earlier years, and those without a year. */
  readonly before: number | null
}

/** Of the current versions, with the people who have answered any version. */
export const questionsCiting = defineQuery(
  [questions, studyDays, cards],
  (sql, { source, section, before }: Cited) => sql<
    (Camel<typeof questions.tables.questions, 'id' | 'bank_id' | 'module' | 'stem' | 'situation'> & {
      readonly citations: string
      readonly students: number
      readonly cards: number
    })[]
  >`
    WITH cited AS (
      SELECT q.id, q.bank_id AS "bankId", q.module, q.stem, q.situation, coalesce(c.citations, q.guideline->>'name') AS citations
      FROM read.questions q CROSS JOIN LATERAL (
        SELECT string_agg(citation, '; ') AS citations FROM jsonb_array_elements_text(q."references") AS citation
        WHERE citation ILIKE ${containing(source)} AND (${section}::text IS NULL OR citation ILIKE ${containing(section ?? '')})
          AND coalesce(substring(citation FROM ', ((?:19|20)\\d\\d)(?:: |$)')::int < ${before}, true)) c
      WHERE q.situation <> 'retired' AND (c.citations IS NOT NULL OR (${section}::text IS NULL
        AND q.guideline->>'name' ILIKE ${containing(source)} AND coalesce((q.guideline->>'year')::int < ${before}, true))))
    SELECT cited.*, coalesce(s.students, 0)::int AS students, coalesce(k.cards, 0)::int AS cards FROM cited
    LEFT JOIN (
      SELECT question_id, count(*) AS students FROM read.question_deliveries WHERE answered_on IS NOT NULL GROUP BY question_id
    ) s ON s.question_id = cited.id
    LEFT JOIN (SELECT question_id, count(*) AS cards FROM read.spaced_repetition_cards GROUP BY question_id) k ON k.question_id = cited.id
    ORDER BY cited.module, cited."bankId" NULLS LAST, cited.id`,
)

const change = defineQuery([guidelineChanges], (sql) => sql`o.change_id AS "changeId", o.source, o.section, o.year, o.what, o.why`)

export const changesToDecide = defineQuery(
  [change],
  (sql, questionId: string) => sql<ChangeRow[]>`
    SELECT ${change(sql)} FROM read.outdated_questions o WHERE o.question_id = ${questionId} AND o.is_open ORDER BY o.outdated_at, o.change_id`,
)

export const latestChanges = defineQuery(
  [change],
  (sql) => sql<(ChangeRow & { readonly questionId: string })[]>`
    SELECT DISTINCT ON (o.question_id) o.question_id AS "questionId", ${change(sql)}
    FROM read.outdated_questions o ORDER BY o.question_id, o.outdated_at DESC, o.change_id`,
)

export const isGuidelineChange = defineQuery(
  [guidelineChanges],
  (sql, changeId: string) => sql<object[]>`SELECT FROM read.outdated_questions WHERE change_id = ${changeId} LIMIT 1`,
)

interface Told {
  readonly userId: string
  readonly withheld: readonly string[]
  readonly notices: number
  readonly questionsOfEach: number
}

/** Of questions whose latest answer was to a version that teaches the old way. */
export const guidelineNotices = defineQuery(
  [change, studyDays, questions],
  (sql, { userId, withheld, notices, questionsOfEach }: Told) => sql<
    (ChangeRow & { readonly questions: { readonly questionId: string; readonly stem: string }[] })[]
  >`
    SELECT ${change(sql)}, to_json((array_agg(json_build_object('questionId', o.question_id, 'stem', q.stem)
      ORDER BY d.answered_on DESC, o.question_id))[1:${questionsOfEach}::int]) AS questions
    FROM read.outdated_questions o JOIN read.question_deliveries d
      ON d.user_id = ${userId} AND d.question_id = o.question_id AND d.answered_version <= o.version
    JOIN read.questions q ON q.id = o.question_id
    WHERE d.question_id <> ALL(${withheld as string[]}::uuid[])
      AND NOT EXISTS (SELECT FROM read.dismissed_notices n WHERE n.user_id = ${userId} AND n.change_id = o.change_id)
    GROUP BY o.change_id, o.source, o.section, o.year, o.what, o.why ORDER BY max(o.outdated_at) DESC, o.change_id LIMIT ${notices}`,
)

const FRESH_MILLISECONDS = 5_000

/** The latest change by question. Few have one, so answers do not wait for a query of their own. */
export class ChangedGuidelines implements Reads {
  readonly reads = latestChanges.reads
  readonly #sql: Sql
  #known: ReadonlyMap<string, GuidelineChange> = new Map()
  #reading = Promise.resolve()
  #readAt = Number.NEGATIVE_INFINITY

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async latest(): Promise<ReadonlyMap<string, GuidelineChange>> {
    const now = performance.now()
    if (now - this.#readAt > FRESH_MILLISECONDS) {
      this.#readAt = now
      this.#reading = this.#read()
    }
    await this.#reading
    return this.#known
  }

  async #read(): Promise<void> {
    try {
      const rows = await latestChanges(this.#sql)
      this.#known = new Map(rows.map(({ questionId, ...change }) => [questionId, change]))
    } catch {
      // An answer is not refused for want of a note.
    }
  }
}

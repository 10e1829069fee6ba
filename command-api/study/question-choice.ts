import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { MAX_SCENARIO_PARTS } from '@medicready/domain/questions/content'
import { recallOn } from '@medicready/domain/study/cards/card'
import { dueOn, SPREAD_DAYS } from '@medicready/domain/study/cards/exam-cap'
import { type MemoryModel, modelWith } from '@medicready/domain/study/cards/memory'
import type { DeliveredQuestion, Portion } from '@medicready/domain/study/delivered-question'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { chooseAround, chooseForQuiz, type OwnQuestion } from '@medicready/domain/study/quiz-bank'
import { chooseForReview, type ToReview } from '@medicready/domain/study/review-choice'
import {
  type Catalog,
  deal,
  findNew,
  type ModuleRecord,
  newWithCauses,
  type Piles,
  repeatsOf,
  type SeenPortion,
  weakestFirst,
} from '@medicready/domain/study/selection'
import type { StudyMode } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type Drawable, QuestionCatalog } from './question-catalog.ts'

interface AskedFor {
  readonly userId: string
  readonly modules: readonly ModuleName[]
  readonly seed: string
  /**
   * How many; a set counts as many as it has parts. The study day passes over what it delivered already: ask for that
   * many more.
   */
  readonly count: number
}

/** What the questions of a study session are chosen for. */
export interface SessionAsked extends AskedFor {
  readonly mode: Exclude<StudyMode, 'daily'>
  /** The account's own day. */
  readonly today: CalendarDay
  /** What they must be; null for the mode's own choice. */
  readonly quiz: QuizFilter | null
  /** A question of the learner's that the session begins with, others of its topic after it; null for none. */
  readonly about: string | null
  /** What the day gave already, which the read models may not show yet. Giving it again costs nothing of the limit. */
  readonly alreadyDelivered: ReadonlySet<string>
}

/** More is chosen than a session has. */
interface Roomy {
  /** How many it has: no set may be larger. */
  readonly most: number
}

interface SeenRow {
  readonly questionId: string
  readonly module: ModuleName
  readonly lastDeliveredOn: CalendarDay
  readonly missed: number
}

interface DueRow extends SeenRow {
  readonly stability: number
  readonly difficulty: number
  readonly lastReviewDate: CalendarDay
  readonly nextReviewDate: CalendarDay
  readonly examDate: CalendarDay | null
  readonly isChanged: boolean
}

/**
 * Chooses questions for learners, each with its cause. It reads the projections: they may be a moment behind, which
 * makes a choice a little less good and never wrong, because the study day decides what may be delivered.
 */
export class QuestionChoice {
  readonly #sql: Sql
  readonly #catalog: QuestionCatalog

  constructor(sql: Sql) {
    this.#sql = sql
    this.#catalog = new QuestionCatalog(sql)
  }

  /**
   * The best questions of some modules for a learner, best first: new ones, then what was not seen for the longest
   * time.
   */
  async best(asked: AskedFor): Promise<DeliveredQuestion[]> {
    const { userId, modules, seed, count } = asked
    const drawing = this.#catalog.current()
    const [{ portionOf }, fresh, records] = await Promise.all([
      drawing,
      drawing.then(({ catalog }) => this.#findNew(catalog, asked)),
      this.#recordsOf(userId),
    ])
    const order = weakestFirst(modules, records, seed)
    const dealt = deal(order, newWithCauses(fresh, records), count)
    if (dealt.length === count) return dealt
    const [seen, withheld] = await Promise.all([this.#longestUnseen(asked, portionOf), this.#withheldFrom(userId)])
    const free = seen.filter(({ portion }) => !portion.some(({ questionId }) => withheld.has(questionId)))
    return [...dealt, ...deal(order, repeatsOf(free, seed), count - dealt.length)]
  }

  /**
   * The best questions for a study session, best first, sets as a whole. What the day gave already comes only where
   * there is nothing else.
   */
  async forSession(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const { mode, quiz, alreadyDelivered } = asked
    if (asked.about !== null) return this.#around(asked, asked.about)
    const more = { ...asked, count: asked.count + alreadyDelivered.size, most: asked.count }
    const chosen = await (quiz ? this.#forQuiz(more, quiz) : mode === 'review' ? this.#forReview(more) : this.best(more))
    const others = chosen.filter(({ questionId }) => !alreadyDelivered.has(questionId))
    return others.length > 0 ? others : chosen
  }

  /** What the day gave already too: a slower look may follow at once. */
  async #around({ userId, seed, count }: SessionAsked, questionId: string): Promise<DeliveredQuestion[]> {
    const [bank, own, withheld] = await Promise.all([this.#catalog.quizBank(), this.#ownQuestions(userId), this.#withheldFrom(userId)])
    return chooseAround({ questionId, bank, own, withheld, seed, count })
  }

  async #forQuiz({ userId, modules, seed, count, most }: SessionAsked & Roomy, filter: QuizFilter): Promise<DeliveredQuestion[]> {
    const [bank, records, own, withheld] = await Promise.all([
      this.#catalog.quizBank(),
      this.#recordsOf(userId),
      this.#ownQuestions(userId),
      this.#withheldFrom(userId),
    ])
    const matching = new Map(
      [...bank.matching({ modules, filter, own, withheld })].map(([module, pile]) => [module, pile.filter(({ length }) => length <= most)]),
    )
    return chooseForQuiz(matching, { filter, own, order: weakestFirst(modules, records, seed), seed, count })
  }

  /** Enough for a set, whatever is asked for: it may be what is most urgent. */
  async #forReview(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const [{ portionOf }, due, others, withheld] = await Promise.all([
      this.#catalog.current(),
      this.#due(asked),
      this.#missedOrFlagged(asked),
      this.#withheldFrom(asked.userId),
    ])
    const count = Math.max(asked.count, MAX_SCENARIO_PARTS)
    return chooseForReview([...due, ...others], { portionOf, withheld, ...asked, count })
  }

  #recordsOf(userId: string): Promise<ModuleRecord[]> {
    return this.#sql<ModuleRecord[]>`
      SELECT module, scored_answers AS "scoredAnswers", correct_answers AS "correctAnswers"
      FROM read.user_progress WHERE user_id = ${userId}`
  }

  /** What is in an exam of the learner that is still open: nothing else shows it, since what is right would be told. */
  async #withheldFrom(userId: string): Promise<Set<string>> {
    const rows = await this.#sql<{ questionId: string }[]>`
      SELECT (question->>'questionId')::uuid AS "questionId" FROM read.study_sessions, jsonb_array_elements(questions) AS question
      WHERE user_id = ${userId} AND mode = 'timed_exam' AND completed_at IS NULL
      UNION ALL ${this.#givenInExams(userId)}`
    return new Set(rows.map(({ questionId }) => questionId))
  }

  /** What practice exams that go on have given. */
  #givenInExams(userId: string) {
    return this.#sql`SELECT q.question_id AS "questionId" FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id
      WHERE e.user_id = ${userId} AND NOT e.is_completed AND e.given_up_at IS NULL`
  }

  async #ownQuestions(userId: string): Promise<Map<string, OwnQuestion>> {
    const rows = await this.#sql<(OwnQuestion & { questionId: string })[]>`
      SELECT d.question_id AS "questionId", d.last_delivered_on::text AS "lastDeliveredOn", coalesce(h.missed, 0) AS missed,
        coalesce(h.is_missed, false) AS "isMissed", coalesce(h.is_flagged, false) AS "isFlagged",
        coalesce(h.is_slow, false) AS "isSlow", coalesce(h.is_guessed, false) AS "isGuessed"
      FROM read.question_deliveries d LEFT JOIN read.answer_histories h ON h.user_id = d.user_id AND h.question_id = d.question_id
      WHERE d.user_id = ${userId}`
    return new Map(rows.map((row) => [row.questionId, row]))
  }

  /**
   * Whose day has come, or whose question rests on a guideline that has changed since the answer. Before an exam cards
   * are due that would come after it; of these the domain says when.
   */
  async #due({ userId, today }: SessionAsked): Promise<ToReview[]> {
    const examDate = this.#sql`(SELECT exam_date FROM read.users WHERE id = ${userId})`
    const cards = this.#sql`read.spaced_repetition_cards c ON c.user_id = ${userId} AND c.is_active`
    const due = this.#sql<DueRow[]>`
      WITH changed AS MATERIALIZED (
        SELECT c.* FROM read.question_guidelines g JOIN ${cards} AND c.question_id = g.question_id AND c.question_version < g.changed_version
        WHERE g.changed_version IS NOT NULL)
      SELECT c.question_id AS "questionId", c.module, d.last_delivered_on::text AS "lastDeliveredOn", h.missed, c.stability, c.difficulty,
        c.last_review_date::text AS "lastReviewDate", c.next_review_date::text AS "nextReviewDate", exam.date::text AS "examDate",
        c."isChanged"
      FROM (SELECT ${examDate} AS date) AS exam JOIN LATERAL (
        SELECT *, true AS "isChanged" FROM changed
        UNION ALL SELECT c.*, false FROM (SELECT) AS any_learner JOIN ${cards}
          AND (c.next_review_date <= ${today}
            OR (exam.date BETWEEN ${today} AND ${addDays(today, SPREAD_DAYS + 1)} AND c.next_review_date >= exam.date))
        WHERE c.question_id NOT IN (SELECT question_id FROM changed)) AS c ON true
      JOIN read.question_deliveries d ON d.user_id = ${userId} AND d.question_id = c.question_id
      JOIN read.answer_histories h ON h.user_id = ${userId} AND h.question_id = c.question_id`
    const [rows, model] = await Promise.all([due, this.#memoryOf(userId)])
    return rows
      .filter(
        ({ examDate, isChanged, ...card }) => isChanged || dueOn(card, examDate !== null && examDate >= today ? examDate : null) <= today,
      )
      .map((row) => ({ ...row, cause: row.isChanged ? 'changed' : 'due', recall: recallOn(row, today, model) }))
  }

  /** How the learner forgets: by parameters of their own, where some were fitted. */
  async #memoryOf(userId: string): Promise<MemoryModel> {
    const [row] = await this.#sql<{ parameters: readonly number[] }[]>`
      SELECT parameters FROM read.spaced_repetition_parameters WHERE user_id = ${userId}`
    return modelWith(row?.parameters ?? null)
  }

  /** What the learner has suspended is not among them. */
  #missedOrFlagged({ userId }: SessionAsked): Promise<ToReview[]> {
    return this.#sql<ToReview[]>`
      SELECT h.question_id AS "questionId", d.module, d.last_delivered_on::text AS "lastDeliveredOn", h.missed, NULL AS recall,
        CASE WHEN h.is_missed THEN 'missed' ELSE 'flagged' END AS cause
      FROM read.answer_histories h JOIN read.question_deliveries d ON d.user_id = h.user_id AND d.question_id = h.question_id
      LEFT JOIN read.spaced_repetition_cards c ON c.user_id = h.user_id AND c.question_id = h.question_id
      WHERE h.user_id = ${userId} AND (h.is_missed OR h.is_flagged) AND c.is_active IS NOT FALSE`
  }

  async #findNew(catalog: Catalog, asked: AskedFor): Promise<Piles> {
    const finding = findNew(catalog, asked)
    let step = finding.next()
    while (!step.done) step = finding.next(await this.#seenAmong(step.value, asked.userId))
    return step.value
  }

  async #seenAmong(questionIds: readonly string[], userId: string): Promise<Set<string>> {
    const rows = await this.#sql<{ questionId: string }[]>`
      SELECT question_id AS "questionId" FROM read.question_deliveries
      WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])
      UNION ALL ${this.#givenInExams(userId)}`
    return new Set(rows.map(({ questionId }) => questionId))
  }

  /**
   * Of each module as many questions as were asked for, sets among them, and as many by themselves, so that there are
   * enough where no set fits.
   */
  async #longestUnseen(asked: AskedFor, portionOf: Drawable['portionOf']): Promise<SeenPortion[]> {
    const rows = await this.#longestUnseenRows(asked, this.#sql`true`)
    const isSingle = ({ questionId }: SeenRow) => portionOf.get(questionId)?.length === 1
    const singles = rows.every(isSingle) ? [] : await this.#longestUnseenRows(asked, this.#sql`q.scenario IS NULL`)
    const seen = new Map<Portion, SeenPortion>()
    for (const { questionId, module, lastDeliveredOn, missed } of [...rows, ...singles]) {
      const portion = portionOf.get(questionId)
      const known = portion && seen.get(portion)
      // A set was seen when any of its parts was.
      if (portion && (!known || known.lastDeliveredOn < lastDeliveredOn)) seen.set(portion, { module, portion, lastDeliveredOn, missed })
    }
    return [...seen.values()]
  }

  /** All of the last day among them, so that the seed decides between these. */
  #longestUnseenRows({ userId, modules, count }: AskedFor, which: ReturnType<Sql>): Promise<SeenRow[]> {
    return this.#sql<SeenRow[]>`
      SELECT seen.*, coalesce(h.missed, 0) AS missed
      FROM unnest(${modules as ModuleName[]}::text[]) AS asked (module) CROSS JOIN LATERAL (
        SELECT q.id AS "questionId", q.module, d.last_delivered_on::text AS "lastDeliveredOn"
        FROM read.question_deliveries d JOIN read.questions q ON q.id = d.question_id AND q.is_active
        WHERE d.user_id = ${userId} AND d.module = asked.module AND ${which}
        ORDER BY d.last_delivered_on FETCH FIRST ${count} ROWS WITH TIES) AS seen
      LEFT JOIN read.answer_histories h ON h.user_id = ${userId} AND h.question_id = seen."questionId"`
  }
}

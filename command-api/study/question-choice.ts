import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS } from '@medicready/domain/questions/content'
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
  /** How many; a set counts as many as it has parts. */
  readonly count: number
  /** What the day gave already, which the read models may not show yet. */
  readonly alreadyDelivered: ReadonlySet<string>
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
  /** How many questions the limit still allows that the day has not given. */
  readonly left: number
  /** How many a session may have, where the most urgent set of a review is larger than `count`. */
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
   * time. Nothing that the day gave already.
   */
  async best(asked: AskedFor): Promise<DeliveredQuestion[]> {
    const { userId, modules, seed, count, alreadyDelivered } = asked
    const drawing = this.#catalog.current()
    const [{ portionOf }, found, records] = await Promise.all([
      drawing,
      drawing.then(({ catalog }) => this.#findNew(catalog, asked)),
      this.#recordsOf(userId),
    ])
    const order = weakestFirst(modules, records, seed)
    const fresh = newWithCauses(found, records)
    const dealt = deal(order, fresh, count)
    if (dealt.length === count) return dealt
    const withheld = await this.#withheldFrom(userId)
    const seen = await this.#longestUnseen(asked, portionOf, new Set([...withheld, ...alreadyDelivered]))
    return deal(order, fresh, count, repeatsOf(seen, seed))
  }

  /**
   * The best questions for a study session, best first, sets as a whole: as many as were asked for, where there are so
   * many and the limit allows them. What the day gave already comes only where there is nothing else. Where nothing
   * fits into what is left of the limit, it chooses without it, so that the day can say why it refuses.
   */
  async forSession(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const { mode, quiz, about, count, left } = asked
    if (about !== null) return this.#around(asked, about)
    const choose = (asked: SessionAsked) =>
      quiz ? this.#forQuiz(asked, quiz) : mode === 'review' ? this.#forReview(asked) : this.best(asked)
    const allowed = { ...asked, count: Math.min(count, left), most: Math.min(asked.most, left) }
    for (const wish of [allowed, asked, { ...asked, alreadyDelivered: new Set<string>() }]) {
      const chosen = await choose(wish)
      if (chosen.length > 0) return chosen
    }
    return []
  }

  /** What the day gave already too: a slower look may follow at once. */
  async #around({ userId, seed, count }: SessionAsked, questionId: string): Promise<DeliveredQuestion[]> {
    const [bank, own, withheld] = await Promise.all([this.#catalog.quizBank(), this.#ownQuestions(userId), this.#withheldFrom(userId)])
    return chooseAround({ questionId, bank, own, withheld, seed, count })
  }

  async #forQuiz({ userId, modules, seed, count, alreadyDelivered }: SessionAsked, filter: QuizFilter): Promise<DeliveredQuestion[]> {
    const [bank, records, own, withheld] = await Promise.all([
      this.#catalog.quizBank(),
      this.#recordsOf(userId),
      this.#ownQuestions(userId),
      this.#withheldFrom(userId),
    ])
    const matching = bank.matching({ modules, filter, own, withheld: new Set([...withheld, ...alreadyDelivered]) })
    return chooseForQuiz(matching, { filter, own, order: weakestFirst(modules, records, seed), seed, count })
  }

  async #forReview(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const [{ portionOf }, due, others, withheld] = await Promise.all([
      this.#catalog.current(),
      this.#due(asked),
      this.#missedOrFlagged(asked),
      this.#withheldFrom(asked.userId),
    ])
    const but = new Set([...withheld, ...asked.alreadyDelivered])
    return chooseForReview([...due, ...others], { ...asked, portionOf, withheld: but })
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
    while (!step.done) step = finding.next(await this.#seenAmong(step.value, asked))
    return step.value
  }

  async #seenAmong(questionIds: readonly string[], { userId, alreadyDelivered }: AskedFor): Promise<Set<string>> {
    const rows = await this.#sql<{ questionId: string }[]>`
      SELECT question_id AS "questionId" FROM read.question_deliveries
      WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])
      UNION ALL ${this.#givenInExams(userId)}`
    return new Set([...rows.map(({ questionId }) => questionId), ...alreadyDelivered])
  }

  /**
   * Of each module and each size that fits as many questions as were asked for, so that they fill what they can; all of
   * the last day among them, so that the seed decides between these.
   */
  async #longestUnseen(
    { userId, modules, count }: AskedFor,
    portionOf: Drawable['portionOf'],
    but: ReadonlySet<string>,
  ): Promise<SeenPortion[]> {
    const passedOver = [...but].flatMap((id) => portionOf.get(id)?.map(({ questionId }) => questionId) ?? [id])
    const rows = await this.#sql<SeenRow[]>`
      SELECT seen.*, coalesce(h.missed, 0) AS missed
      FROM unnest(${modules as ModuleName[]}::text[]) AS asked (module) CROSS JOIN unnest(${portionSizes(count)}::int[]) AS size
      CROSS JOIN LATERAL (
        SELECT q.id AS "questionId", q.module, d.last_delivered_on::text AS "lastDeliveredOn"
        FROM read.question_deliveries d JOIN read.questions q ON q.id = d.question_id AND q.is_active
        WHERE d.user_id = ${userId} AND d.module = asked.module AND coalesce((q.scenario->>'of')::int, 1) = size
          AND d.question_id <> ALL(${passedOver}::uuid[])
        ORDER BY d.last_delivered_on FETCH FIRST ${count} ROWS WITH TIES) AS seen
      LEFT JOIN read.answer_histories h ON h.user_id = ${userId} AND h.question_id = seen."questionId"`
    const seen = new Map<Portion, SeenPortion>()
    for (const { questionId, module, lastDeliveredOn, missed } of rows) {
      const portion = portionOf.get(questionId)
      const known = portion && seen.get(portion)
      // A set was seen when any of its parts was.
      if (portion && (!known || known.lastDeliveredOn < lastDeliveredOn)) seen.set(portion, { module, portion, lastDeliveredOn, missed })
    }
    return [...seen.values()]
  }
}

/** How many questions what is given as a whole may have, where so many fit. */
const portionSizes = (most: number): number[] =>
  [1, ...Array.from({ length: MAX_SCENARIO_PARTS - MIN_SCENARIO_PARTS + 1 }, (_, n) => MIN_SCENARIO_PARTS + n)].filter(
    (size) => size <= most,
  )

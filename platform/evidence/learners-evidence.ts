import type { CalendarDay } from '@medicready/domain/calendar'
import type { MockBlueprint } from '@medicready/domain/exams/blueprints'
import type { PoolItem } from '@medicready/domain/exams/pool'
import type { CommonShift } from '@medicready/domain/readiness/common-shift'
import { type EvidenceOf, evidenceOf, type GivenAnswer } from '@medicready/domain/readiness/evidence'
import type { Sql } from '../postgres/connection.ts'
import { Remembered } from '../remembered.ts'
import { changesToShift, knownShift } from './known-shift.ts'
import { changesToItems, ratedItems } from './rated-items.ts'

/** What answers are, one letter each. */
const kinds = { r: 'right', w: 'wrong', o: 'out of time', p: 'on trial' } as const

/** Where in the text of an answer its question ends, its day, and the letter; what is left is the version. */
const [ID, DAY, KIND] = [36, 46, 47]

/**
 * What learners' answers tell of how ready they are, as the read models have it: for who asks how ready they are, and
 * for predictions.
 */
export class LearnersEvidence {
  readonly #sql: Sql
  readonly #items: Remembered<ReadonlyMap<string, PoolItem>>
  readonly #shift: Remembered<CommonShift>

  constructor(sql: Sql) {
    this.#sql = sql
    this.#items = new Remembered(
      () => changesToItems(sql),
      async () => new Map((await ratedItems(sql, 'all versions')).items.map((item) => [keyOf(item), item])),
    )
    this.#shift = new Remembered(
      () => changesToShift(sql),
      () => knownShift(sql),
    )
  }

  /** Whatever stays the same object tells the same of the same answers. */
  items(): Promise<object> {
    return this.#items.current()
  }

  /** How far our scale is off the real exam's; the same object until more is known. */
  shift(): Promise<CommonShift> {
    return this.#shift.current()
  }

  /** Of the answers before an instant, where one is given. An exam's answers are there once it has ended. */
  async of(
    userId: string,
    { blueprint, before = null }: { readonly blueprint: MockBlueprint; readonly before?: string | null },
  ): Promise<EvidenceOf> {
    const [items, answers] = await Promise.all([this.#items.current(), this.#answersOf(userId, before)])
    return evidenceOf(answers, (answer) => items.get(keyOf(answer)) ?? null, blueprint)
  }

  /**
   * As one text: rows take several times as long to be read, and there may be 20,000. Of those that were given at one
   * moment in an order all the same, so that the same answers tell the same to the last digit.
   */
  async #answersOf(userId: string, before: string | null): Promise<GivenAnswer[]> {
    const [row] = await this.#sql<{ answers: string | null }[]>`
      SELECT string_agg(question_id::text || answered_on || kind || question_version, ',') AS answers FROM (
        SELECT question_id, question_version, answered_on, answered_at,
          CASE WHEN NOT is_scored THEN 'p' WHEN answer IS NULL THEN 'o' WHEN is_correct THEN 'r' ELSE 'w' END AS kind
        FROM read.user_responses
        WHERE user_id = ${userId} AND (${before}::timestamptz IS NULL OR answered_at < ${before}::timestamptz)
        UNION ALL
        SELECT q.question_id, q.question_version, q.answered_at::date, q.answered_at, 'p'
        FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id AND q.is_pilot AND q.answered_at IS NOT NULL
        WHERE e.user_id = ${userId} AND e.is_completed AND e.pilots > 0
          AND (${before}::timestamptz IS NULL OR q.answered_at < ${before}::timestamptz)
        ORDER BY answered_at, question_id
      ) AS given`
    return (row?.answers ?? '').split(',').flatMap((text) => (text === '' ? [] : [answerIn(text)]))
  }
}

const keyOf = ({ questionId, questionVersion }: { readonly questionId: string; readonly questionVersion: number }): string =>
  `${questionId}${questionVersion}`

const answerIn = (text: string): GivenAnswer => ({
  questionId: text.slice(0, ID),
  day: text.slice(ID, DAY) as CalendarDay,
  came: kinds[text.charAt(DAY) as keyof typeof kinds],
  questionVersion: Number(text.slice(KIND)),
})

import type { CalendarDay } from '@medicready/domain/calendar'
import { mayBringForward, SPREAD_DAYS } from '@medicready/domain/study/cards/exam-cap'
import type { Sql } from '@medicready/platform/postgres/connection'

/** Where a learner stands in time, and what may not be shown to them. */
export interface Standing {
  readonly userId: string
  readonly today: CalendarDay
  /** Of an exam that has not gone by; null where none is planned. */
  readonly examDate: CalendarDay | null
  /** The questions of open timed exams: when their cards come back says how they were answered. */
  readonly withheld: readonly string[]
}

/**
 * The day on which a card `c` is due, as `dueOn` of the domain tells it: with the date of an exam looked at as it
 * stands now.
 */
export function dueDay(sql: Sql, examDate: CalendarDay | null) {
  if (examDate === null) return sql`c.next_review_date`
  const left = sql`(${examDate}::date - c.last_review_date)`
  const place = sql`('x' || right(c.question_id::text, 4))::bit(16)::int`
  return sql`CASE WHEN ${examDate}::date <= c.last_review_date OR c.next_review_date < ${examDate}::date THEN c.next_review_date
    WHEN ${left} = 1 THEN ${examDate}::date
    ELSE ${examDate}::date - 1 - ${place} % least(${SPREAD_DAYS}::int, greatest(1, ${left} / 3)) END`
}

/**
 * Of the cards `c`, those that the learner has not suspended, that may be shown to them, and whose question may be
 * given. The few questions that may not are looked up, and not those of each card.
 */
export const shownCards = (sql: Sql, { userId, withheld }: Standing) =>
  sql`c.user_id = ${userId} AND c.is_active AND c.question_id <> ALL(${withheld as string[]}::uuid[])
    AND c.question_id NOT IN (SELECT id FROM read.questions WHERE NOT is_active)`

/**
 * The cards that are due, as `due`: whose day has come, or whose question rests on a guideline that has changed since.
 * Far from an exam the index on the day finds them.
 */
export function dueCards(sql: Sql, standing: Standing) {
  const { userId, today, examDate } = standing
  const hasCome = mayBringForward(examDate, today) ? sql`${dueDay(sql, examDate)} <= ${today}` : sql`c.next_review_date <= ${today}`
  const columns = sql`c.question_id, c.module, c.last_review_date, c.stability`
  return sql`
    changed AS MATERIALIZED (
      SELECT ${columns} FROM read.question_guidelines g
      JOIN read.spaced_repetition_cards c ON c.user_id = ${userId} AND c.question_id = g.question_id AND c.question_version < g.changed_version
      WHERE g.changed_version IS NOT NULL AND ${shownCards(sql, standing)}),
    due AS (
      SELECT *, true AS is_changed FROM changed
      UNION ALL SELECT ${columns}, false FROM read.spaced_repetition_cards c
      WHERE ${shownCards(sql, standing)} AND ${hasCome} AND c.question_id NOT IN (SELECT question_id FROM changed))`
}

/**
 * What was changed first, then what was forgotten furthest: how likely a card is to be known falls with the days since
 * its review, told in its own stability.
 */
export const byUrgency = (sql: Sql, today: CalendarDay) =>
  sql`is_changed DESC, (${today}::date - last_review_date) / stability DESC, question_id`

import type { CalendarDay } from '@medicready/domain/calendar'
import { REVIEWS_TO_FIT } from '@medicready/domain/study/cards/scheduler'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery } from '../query.ts'
import { cards } from './cards.ts'

type CardTable = typeof cards.tables.spaced_repetition_cards
type ReviewTable = typeof cards.tables.spaced_repetition_reviews

/** The latest review of a card, and whether it can be undone; no row if a user has no such card. */
export const lastReviewOfCard = defineQuery(
  [cards],
  (sql, { userId, questionId }: { readonly userId: string; readonly questionId: string }) => sql<
    (Camel<CardTable, 'last_review_id'> & { readonly hasBefore: boolean })[]
  >`
    SELECT last_review_id AS "lastReviewId", before IS NOT NULL AS "hasBefore" FROM read.spaced_repetition_cards
    WHERE user_id = ${userId} AND question_id = ${questionId}`,
)

/** How many of a user's cards come due so many days after today; what is overdue is due today. */
export const cardsByDueDay = defineQuery(
  [cards],
  (sql, { userId, today }: { readonly userId: string; readonly today: CalendarDay }) => sql<
    { readonly offset: number; readonly cards: number }[]
  >`
    SELECT greatest(next_review_date - ${today}::date, 0) AS offset, count(*)::int AS cards
    FROM read.spaced_repetition_cards WHERE user_id = ${userId} AND is_active GROUP BY 1 ORDER BY 1`,
)

/** FSRS-6's parameters that were fitted to a user; no row where the default ones hold. */
export const fittedParameters = defineQuery(
  [cards],
  (sql, userId: string) => sql<Pick<RowOf<typeof cards.tables.spaced_repetition_parameters>, 'parameters'>[]>`
    SELECT parameters FROM read.spaced_repetition_parameters WHERE user_id = ${userId}`,
)

/** The users who have enough reviews to fit parameters to. */
export const usersToFit = defineQuery(
  [cards],
  (sql) => sql<(Camel<CardTable, 'user_id'> & { readonly reviews: number })[]>`
    SELECT user_id AS "userId", sum(total_reviews)::int AS reviews FROM read.spaced_repetition_cards
    GROUP BY user_id HAVING sum(total_reviews) >= ${REVIEWS_TO_FIT} ORDER BY user_id`,
)

/** A user's reviews, by question and time. */
export const reviewHistory = defineQuery(
  [cards],
  (sql, userId: string) => sql<(Camel<ReviewTable, 'question_id' | 'grade' | 'elapsed_days'> & { readonly on: CalendarDay })[]>`
    SELECT question_id AS "questionId", grade, elapsed_days AS "elapsedDays", reviewed_on::text AS on FROM read.spaced_repetition_reviews
    WHERE user_id = ${userId} ORDER BY question_id, reviewed_at, id`,
)

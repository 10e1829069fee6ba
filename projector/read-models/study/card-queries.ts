import type { cardStates } from '@medicready/domain/contract/study/cards'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { LEECH_LAPSES, mayBringForward, SPREAD_DAYS } from '@medicready/domain/study/cards/card'
import { REVIEWS_TO_FIT } from '@medicready/domain/study/cards/scheduler'
import type { UserCalendar } from '../accounts/user-queries.ts'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery, type PageAfter, rowsWith, type UsersQuestion } from '../query.ts'
import { guidelineChanges } from '../questions/guideline-changes.ts'
import { questions } from '../questions/questions.ts'
import { cards } from './cards.ts'
import { studyDays } from './study-days.ts'

type Card = RowOf<typeof cards.tables.spaced_repetition_cards>
type User = RowOf<typeof users.tables.users>

export const dueCardCount = defineQuery(
  [cards, questions],
  (sql, { userId, day }: { readonly userId: string; readonly day: CalendarDay }) => sql<{ readonly cards: number }[]>`
    SELECT count(*)::int AS cards FROM read.spaced_repetition_cards c JOIN read.questions q ON q.id = c.question_id AND q.is_active
    WHERE c.user_id = ${userId} AND c.is_active AND c.next_review_date <= ${day}`,
)

export const reviewerOf = defineQuery(
  [users, studyDays, cards],
  (sql, { userId, from, to }: { readonly userId: string; readonly from: CalendarDay; readonly to: CalendarDay }) => sql<
    (UserCalendar &
      Pick<User, 'subscription_tier' | 'exam_date'> & {
        readonly days: readonly Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'delivered'>[] | null
        readonly parameters: RowOf<typeof cards.tables.spaced_repetition_parameters>['parameters'] | null
      })[]
  >`
    SELECT u.time_zone, u.former_time_zone, u.time_zone_changed_at, u.subscription_tier, u.exam_date,
      (SELECT json_agg(json_build_object('date', d.date, 'delivered', d.delivered))
        FROM read.study_days d WHERE d.user_id = u.id AND d.date BETWEEN ${from} AND ${to}) AS days,
      (SELECT p.parameters FROM read.spaced_repetition_parameters p WHERE p.user_id = u.id) AS parameters
    FROM read.users u WHERE u.id = ${userId}`,
)

interface Withholding {
  readonly userId: string
  /** Their cards would reveal how they were answered. */
  readonly withheld: readonly string[]
}

export interface CardContext extends Withholding {
  readonly today: CalendarDay
  readonly examDate: CalendarDay | null
}

/** SQL version of the domain's `dueOn`. */
export const dueDay = defineQuery([cards], (sql, examDate: CalendarDay | null) => {
  if (examDate === null) return sql`c.next_review_date`
  const left = sql`(${examDate}::date - c.last_review_date)`
  const place = sql`('x' || right(c.question_id::text, 4))::bit(16)::int`
  return sql`CASE WHEN ${examDate}::date <= c.last_review_date OR c.next_review_date < ${examDate}::date THEN c.next_review_date
    WHEN ${left} = 1 THEN ${examDate}::date
    ELSE ${examDate}::date - 1 - ${place} % least(${SPREAD_DAYS}::int, greatest(1, ${left} / 3)) END`
})

/** Looks up the few undrawable questions instead of every card's question. */
const isShown = defineQuery(
  [cards, questions],
  (sql, { userId, withheld }: Withholding) => sql`
    c.user_id = ${userId} AND c.is_active AND c.question_id <> ALL(${withheld as string[]}::uuid[])
    AND c.question_id NOT IN (SELECT id FROM read.questions WHERE NOT is_active)`,
)

/** Due by date or by a changed guideline. Far from an exam, the index on the day is used. */
const dueCards = defineQuery([isShown, dueDay, guidelineChanges], (sql, standing: CardContext) => {
  const { userId, today, examDate } = standing
  const hasCome = mayBringForward(examDate, today) ? sql`${dueDay(sql, examDate)} <= ${today}` : sql`c.next_review_date <= ${today}`
  const columns = sql`c.question_id, c.module, c.last_review_date, c.stability`
  return sql`
    changed AS MATERIALIZED (
      SELECT ${columns} FROM read.question_guidelines g
      JOIN read.spaced_repetition_cards c ON c.user_id = ${userId} AND c.question_id = g.question_id AND c.question_version < g.changed_version
      WHERE g.changed_version IS NOT NULL AND ${isShown(sql, standing)}),
    due AS (
      SELECT *, true AS is_changed FROM changed
      UNION ALL SELECT ${columns}, false FROM read.spaced_repetition_cards c
      WHERE ${isShown(sql, standing)} AND ${hasCome} AND c.question_id NOT IN (SELECT question_id FROM changed))`
})

export const dueByModule = defineQuery(
  [dueCards],
  (sql, standing: CardContext) => sql<(Pick<Card, 'module'> & { readonly due: number })[]>`
    WITH ${dueCards(sql, standing)} SELECT module, count(*)::int AS due FROM due GROUP BY module ORDER BY module`,
)

/** Changed first, then lowest recall, computed from each card's stability. */
export const mostUrgentCards = defineQuery(
  [dueCards],
  (sql, { limit, ...standing }: CardContext & { readonly limit: number }) => sql<Pick<Card, 'question_id'>[]>`
    WITH ${dueCards(sql, standing)}
    SELECT question_id FROM due
    ORDER BY is_changed DESC, (${standing.today}::date - last_review_date) / stability DESC, question_id LIMIT ${limit}`,
)

export const dueByDay = defineQuery(
  [dueCards],
  (sql, { last, ...standing }: CardContext & { readonly last: CalendarDay }) => sql<
    { readonly due_on: CalendarDay; readonly due: number }[]
  >`
    WITH ${dueCards(sql, standing)}
    SELECT due_on::text, count(*)::int AS due FROM (
      SELECT ${standing.today}::date AS due_on FROM due
      UNION ALL SELECT day AS due_on FROM (
        SELECT ${dueDay(sql, standing.examDate)} AS day FROM read.spaced_repetition_cards c
        WHERE ${isShown(sql, standing)} AND c.question_id NOT IN (SELECT question_id FROM changed)) AS later
      WHERE day > ${standing.today} AND day <= ${last}) AS days
    GROUP BY due_on`,
)

export const nextDueDay = defineQuery(
  [isShown, dueDay],
  (sql, standing: CardContext) => sql<{ readonly next: CalendarDay | null }[]>`
    SELECT min(${dueDay(sql, standing.examDate)})::text AS next FROM read.spaced_repetition_cards c WHERE ${isShown(sql, standing)}`,
)

export type ShownCard = Pick<Card, 'question_id' | 'module' | 'last_review_date' | 'stability' | 'difficulty' | 'lapses' | 'is_active'> &
  Pick<RowOf<typeof questions.tables.questions>, 'stem'> & {
    readonly due_on: CalendarDay
    readonly guideline: RowOf<typeof guidelineChanges.tables.question_guidelines>['guideline'] | null
  }

const shown = defineQuery(
  [cards, questions, guidelineChanges, dueDay],
  (sql, examDate: CalendarDay | null) => sql`
    c.question_id, c.module, c.last_review_date, c.stability, c.difficulty, c.lapses, c.is_active, q.stem, ${dueDay(sql, examDate)} AS due_on,
    CASE WHEN c.question_version < g.changed_version THEN g.changed_to END AS guideline
    FROM read.spaced_repetition_cards c JOIN read.questions q ON q.id = c.question_id
    LEFT JOIN read.question_guidelines g ON g.question_id = c.question_id`,
)

export const cardsOf = defineQuery(
  [shown],
  (sql, { userId, examDate, questionIds }: CardContext & { readonly questionIds: readonly string[] }) => sql<ShownCard[]>`
    SELECT ${shown(sql, examDate)} WHERE c.user_id = ${userId} AND c.question_id = ANY(${questionIds as string[]}::uuid[])`,
)

export const cardPage = defineQuery(
  [shown],
  (
    sql,
    { userId, today, examDate, withheld, state, after, limit }: CardContext & PageAfter & { readonly state: (typeof cardStates)[number] },
  ) => {
    const wanted = {
      all: sql`true`,
      due: sql`is_active AND (due_on <= ${today} OR guideline IS NOT NULL) AND may_be_given`,
      suspended: sql`NOT is_active`,
      leech: sql`lapses >= ${LEECH_LAPSES}`,
    }[state]
    return sql<ShownCard[]>`
      SELECT * FROM (
        SELECT q.is_active AS may_be_given, ${shown(sql, examDate)}
        WHERE c.user_id = ${userId} AND c.question_id <> ALL(${withheld as string[]}::uuid[])) AS shown
      WHERE ${wanted} ${after ? sql`AND (due_on, question_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
      ORDER BY due_on, question_id LIMIT ${limit}`
  },
)

/** First answers and undone reviews cannot be undone. */
export const latestReviewOf = defineQuery(
  [cards],
  (sql, { userId, withheld }: Withholding) => sql<
    { readonly questionId: string; readonly reviewId: string; readonly isUndoable: boolean }[]
  >`
    SELECT r.question_id AS "questionId", r.id AS "reviewId", c.last_review_id = r.id AND c.before IS NOT NULL AS "isUndoable"
    FROM read.spaced_repetition_reviews r JOIN read.spaced_repetition_cards c ON c.user_id = r.user_id AND c.question_id = r.question_id
    WHERE r.user_id = ${userId} AND r.question_id <> ALL(${withheld as string[]}::uuid[]) ORDER BY r.reviewed_at DESC, r.id LIMIT 1`,
)

/** Excludes answers of open timed exams, which must not be revealed. */
export const retentionOf = defineQuery(
  [cards],
  (sql, { userId, withheld }: Withholding) => sql<
    Pick<RowOf<typeof cards.tables.spaced_repetition_retention>, 'module' | 'reviews' | 'correct'>[]
  >`
    SELECT t.module, t.reviews - coalesce(w.reviews, 0)::int AS reviews, t.correct - coalesce(w.correct, 0)::int AS correct
    FROM read.spaced_repetition_retention t LEFT JOIN (
      SELECT c.module, count(*) AS reviews, count(*) FILTER (WHERE r.was_correct) AS correct
      FROM read.spaced_repetition_reviews r JOIN read.spaced_repetition_cards c ON c.user_id = r.user_id AND c.question_id = r.question_id
      WHERE r.user_id = ${userId} AND r.question_id = ANY(${withheld as string[]}::uuid[]) AND r.was_due AND r.is_scored GROUP BY c.module) AS w
      ON w.module = t.module
    WHERE t.user_id = ${userId} AND t.reviews > coalesce(w.reviews, 0) ORDER BY t.module`,
)

type CardTable = typeof cards.tables.spaced_repetition_cards
type ReviewTable = typeof cards.tables.spaced_repetition_reviews

export const lastReviewOfCard = defineQuery(
  [cards],
  (sql, { userId, questionId }: UsersQuestion) => sql<(Camel<CardTable, 'last_review_id'> & { readonly hasBefore: boolean })[]>`
    SELECT last_review_id AS "lastReviewId", before IS NOT NULL AS "hasBefore" FROM read.spaced_repetition_cards
    WHERE user_id = ${userId} AND question_id = ${questionId}`,
)

/** Overdue cards count as due today. */
export const cardsByDueDay = defineQuery(
  [cards],
  (sql, { userId, today }: { readonly userId: string; readonly today: CalendarDay }) => sql<
    { readonly offset: number; readonly cards: number }[]
  >`
    SELECT greatest(next_review_date - ${today}::date, 0) AS offset, count(*)::int AS cards
    FROM read.spaced_repetition_cards WHERE user_id = ${userId} AND is_active GROUP BY 1 ORDER BY 1`,
)

/** No row for the defaults. */
export const fittedParameters = rowsWith(cards, 'spaced_repetition_parameters', ['parameters'])

export const usersToFit = defineQuery(
  [cards],
  (sql) => sql<(Camel<CardTable, 'user_id'> & { readonly reviews: number })[]>`
    SELECT user_id AS "userId", sum(total_reviews)::int AS reviews FROM read.spaced_repetition_cards
    GROUP BY user_id HAVING sum(total_reviews) >= ${REVIEWS_TO_FIT} ORDER BY user_id`,
)

export const reviewHistory = defineQuery(
  [cards],
  (sql, userId: string) => sql<(Camel<ReviewTable, 'question_id' | 'grade' | 'elapsed_days'> & { readonly on: CalendarDay })[]>`
    SELECT question_id AS "questionId", grade, elapsed_days AS "elapsedDays", reviewed_on::text AS on FROM read.spaced_repetition_reviews
    WHERE user_id = ${userId} ORDER BY question_id, reviewed_at, id`,
)

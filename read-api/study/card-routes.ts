import { type Tier, tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import type { cardCalls, ReviewCard } from '@medicready/domain/contract/cards'
import { LEECH_LAPSES, recallOn } from '@medicready/domain/study/cards/card'
import { spreadOver } from '@medicready/domain/study/cards/forecast'
import { type MemoryModel, modelWith } from '@medicready/domain/study/cards/memory'
import { MAX_QUIZ_QUESTIONS } from '@medicready/domain/study/quiz'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { guidelineChanges } from '@medicready/projector/read-models/questions/guideline-changes'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { cards } from '@medicready/projector/read-models/study/cards'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { z } from 'zod'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { possibleToday } from './calendar-window.ts'
import { type Disclosures, disclosing } from './disclosures.ts'
import { byUrgency, dueCards, dueDay, type Standing, shownCards } from './due-cards.ts'

const FORECAST_DAYS = 30

type AccountRow = CalendarRow & {
  readonly subscription_tier: Tier
  readonly exam_date: CalendarDay | null
  /** What the days that may be today have delivered. */
  readonly days: readonly { readonly date: CalendarDay; readonly delivered: number }[] | null
  /** Of FSRS-6, where some were fitted to the learner. */
  readonly parameters: readonly number[] | null
}
type CardRow = Pick<
  RowOf<typeof cards.tables.spaced_repetition_cards>,
  'question_id' | 'module' | 'last_review_date' | 'stability' | 'difficulty' | 'lapses' | 'is_active'
> & {
  readonly stem: string
  readonly due_on: CalendarDay
  readonly guideline: { readonly name: string; readonly year: number } | null
}

/** Where a learner stands, and how many questions the day has left for them. */
interface Account extends Standing {
  readonly dailyLimit: number
  readonly leftToday: number
  /** How the learner forgets. */
  readonly model: MemoryModel
}

/** By the day on which they are due, then by question. */
const CardKey = z.tuple([z.iso.date(), z.uuid()])

export const cardRoutes = ({
  sql,
  clock,
  reading,
  disclosures,
}: {
  sql: Sql
  clock: Clock
  reading: Reading
  disclosures: Disclosures
}): Handlers<typeof cardCalls, 'read-api'> => {
  const readModels = [...disclosing, cards, questions, guidelineChanges, users, studyDays]

  async function accountOf(userId: string): Promise<Account> {
    const now = clock()
    const { from, to } = possibleToday(now)
    const [[row], { withheld }] = await Promise.all([
      sql<AccountRow[]>`
        SELECT u.time_zone, u.former_time_zone, u.time_zone_changed_at, u.subscription_tier, u.exam_date,
          (SELECT json_agg(json_build_object('date', d.date, 'delivered', d.delivered))
            FROM read.study_days d WHERE d.user_id = u.id AND d.date BETWEEN ${from} AND ${to}) AS days,
          (SELECT p.parameters FROM read.spaced_repetition_parameters p WHERE p.user_id = u.id) AS parameters
        FROM read.users u WHERE u.id = ${userId}`,
      disclosures.to(userId),
    ])
    const account = known(row)
    const today = todayOf(account, now)
    const { dailyLimit } = tiers[account.subscription_tier]
    const delivered = account.days?.find(({ date }) => date === today)?.delivered ?? 0
    return {
      userId,
      today,
      examDate: account.exam_date !== null && account.exam_date >= today ? account.exam_date : null,
      withheld: [...withheld],
      dailyLimit,
      leftToday: dailyLimit === UNLIMITED ? Number.POSITIVE_INFINITY : Math.max(0, dailyLimit - delivered),
      model: modelWith(account.parameters),
    }
  }

  /** What is shown of a card `c`. */
  const shown = (account: Account) => sql`
    c.question_id, c.module, c.last_review_date, c.stability, c.difficulty, c.lapses, c.is_active, q.stem, ${dueDay(sql, account.examDate)} AS due_on,
    CASE WHEN c.question_version < g.changed_version THEN g.guideline END AS guideline
    FROM read.spaced_repetition_cards c JOIN read.questions q ON q.id = c.question_id
    LEFT JOIN read.question_guidelines g ON g.question_id = c.question_id`

  const toCard =
    ({ today, model }: Account) =>
    (row: CardRow): ReviewCard => ({
      questionId: row.question_id,
      module: row.module,
      stem: row.stem,
      lastSeen: row.last_review_date,
      dueOn: row.due_on,
      recall: recallOn({ ...row, lastReviewDate: row.last_review_date }, today, model),
      lapses: row.lapses,
      isLeech: row.lapses >= LEECH_LAPSES,
      isSuspended: !row.is_active,
      changed: row.guideline && { guideline: row.guideline.name, year: row.guideline.year },
    })

  async function cardsOf(account: Account, questionIds: readonly string[]): Promise<ReviewCard[]> {
    if (questionIds.length === 0) return []
    const rows = await sql<CardRow[]>`
      SELECT ${shown(account)} WHERE c.user_id = ${account.userId} AND c.question_id = ANY(${questionIds as string[]}::uuid[])`
    const found = new Map(rows.map((row) => [row.question_id, row]))
    return questionIds.flatMap((id) => found.get(id) ?? []).map(toCard(account))
  }

  async function nextDueOf(account: Account): Promise<CalendarDay | null> {
    const [row] = await sql<{ next: CalendarDay | null }[]>`
      SELECT min(${dueDay(sql, account.examDate)})::text AS next FROM read.spaced_repetition_cards c WHERE ${shownCards(sql, account)}`
    return row?.next ?? null
  }

  /** The latest review of all, unless it was a first answer or was undone. */
  async function undoableOf({ userId, withheld }: Account) {
    const [row] = await sql<{ questionId: string; reviewId: string; is_undoable: boolean }[]>`
      SELECT r.question_id AS "questionId", r.id AS "reviewId", c.last_review_id = r.id AND c.before IS NOT NULL AS is_undoable
      FROM read.spaced_repetition_reviews r JOIN read.spaced_repetition_cards c ON c.user_id = r.user_id AND c.question_id = r.question_id
      WHERE r.user_id = ${userId} AND r.question_id <> ALL(${withheld as string[]}::uuid[]) ORDER BY r.reviewed_at DESC, r.id LIMIT 1`
    return row?.is_undoable ? { questionId: row.questionId, reviewId: row.reviewId } : null
  }

  return {
    'GET /api/review/due': reading(readModels, async ({ identity }) => {
      const account = await accountOf(identity.userId)
      // Each looks through the due cards by itself: to keep them for both would take longer.
      const [modules, mostUrgent, undoable] = await Promise.all([
        sql<{ module: CardRow['module']; due: number }[]>`
          WITH ${dueCards(sql, account)} SELECT module, count(*)::int AS due FROM due GROUP BY module ORDER BY module`,
        sql<Pick<CardRow, 'question_id'>[]>`
          WITH ${dueCards(sql, account)}
          SELECT question_id FROM due ORDER BY ${byUrgency(sql, account.today)} LIMIT ${MAX_QUIZ_QUESTIONS}`,
        undoableOf(account),
      ])
      const due = modules.reduce((sum, module) => sum + module.due, 0)
      const dueToday = Math.min(due, account.leftToday)
      return {
        today: account.today,
        due,
        dueToday,
        modules,
        cards: await cardsOf(
          account,
          mostUrgent.slice(0, dueToday).map((row) => row.question_id),
        ),
        nextDueOn: due > 0 ? null : await nextDueOf(account),
        undoable,
      }
    }),

    'GET /api/review/forecast': reading(readModels, async ({ identity }) => {
      const account = await accountOf(identity.userId)
      const { today, examDate, dailyLimit, leftToday } = account
      const last = addDays(today, FORECAST_DAYS - 1)
      const rows = await sql<{ due_on: CalendarDay; due: number }[]>`
        WITH ${dueCards(sql, account)}
        SELECT due_on::text, count(*)::int AS due FROM (
          SELECT ${today}::date AS due_on FROM due
          UNION ALL SELECT day AS due_on FROM (
            SELECT ${dueDay(sql, examDate)} AS day FROM read.spaced_repetition_cards c
            WHERE ${shownCards(sql, account)} AND c.question_id NOT IN (SELECT question_id FROM changed)) AS later
          WHERE day > ${today} AND day <= ${last}) AS days
        GROUP BY due_on`
      const due = new Map(rows.map((row) => [row.due_on, row.due]))
      const dates = Array.from({ length: FORECAST_DAYS }, (_, index) => addDays(today, index))
      const room = (index: number) => (index === 0 ? leftToday : dailyLimit === UNLIMITED ? Number.POSITIVE_INFINITY : dailyLimit)
      const spread = spreadOver(
        dates.map((date) => due.get(date) ?? 0),
        room,
      )
      return { days: dates.map((date, index) => ({ date, due: spread[index] ?? 0 })), examDate }
    }),

    'GET /api/review/retention': reading([...disclosing, cards], async ({ identity: { userId } }) => {
      const { withheld } = await disclosures.to(userId)
      // What was answered in an open timed exam is counted already, and is not told yet.
      return sql<{ module: CardRow['module']; reviews: number; correct: number }[]>`
        SELECT t.module, t.reviews - coalesce(w.reviews, 0)::int AS reviews, t.correct - coalesce(w.correct, 0)::int AS correct
        FROM read.spaced_repetition_retention t LEFT JOIN (
          SELECT c.module, count(*) AS reviews, count(*) FILTER (WHERE r.was_correct) AS correct
          FROM read.spaced_repetition_reviews r JOIN read.spaced_repetition_cards c ON c.user_id = r.user_id AND c.question_id = r.question_id
          WHERE r.user_id = ${userId} AND r.question_id = ANY(${[...withheld]}::uuid[]) AND r.was_due AND r.is_scored GROUP BY c.module) AS w
          ON w.module = t.module
        WHERE t.user_id = ${userId} AND t.reviews > coalesce(w.reviews, 0) ORDER BY t.module`
    }),

    'GET /api/review/cards': reading(readModels, async ({ identity, query }) => {
      const account = await accountOf(identity.userId)
      const after = sortKeyOf(query, CardKey)
      const { userId, today, withheld } = account
      const wanted = {
        all: sql`true`,
        due: sql`is_active AND (due_on <= ${today} OR guideline IS NOT NULL) AND may_be_given`,
        suspended: sql`NOT is_active`,
        leech: sql`lapses >= ${LEECH_LAPSES}`,
      }[query.state]
      const rows = await sql<CardRow[]>`
        SELECT * FROM (
          SELECT q.is_active AS may_be_given, ${shown(account)}
          WHERE c.user_id = ${userId} AND c.question_id <> ALL(${withheld as string[]}::uuid[])) AS shown
        WHERE ${wanted} ${after ? sql`AND (due_on, question_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
        ORDER BY due_on, question_id LIMIT ${query.limit + 1}`
      return pageOf(rows, query, { item: toCard(account), sortKey: (row): z.infer<typeof CardKey> => [row.due_on, row.question_id] })
    }),
  }
}

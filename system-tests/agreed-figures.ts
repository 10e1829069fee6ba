import type { AdminFigure } from '@medicready/domain/admin/shown/figure-names'
import type { CallKey, CallsOf } from '@medicready/domain/contract/contract'
import { addDays, type CalendarDay, weekOf } from '@medicready/domain/core/shown/calendar'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'

/** What dashboards show, as answered by the calls of the contract. */
export interface ShownFigures {
  readonly performance: ResponseOf<'GET /api/admin/performance'>
  readonly revenue: ResponseOf<'GET /api/admin/revenue'>
  readonly subscriptions: ResponseOf<'GET /api/admin/subscriptions'>
  readonly tutoring: ResponseOf<'GET /api/admin/tutoring-figures'>
  readonly figures: ReadonlyMap<AdminFigure, number>
  /** By type. */
  readonly facts: ReadonlyMap<string, number>
  readonly students: ResponseOf<'GET /api/admin/students'>
  /** The learners' own dashboards, added up. */
  readonly answersByModule: ReadonlyMap<ModuleName, number>
  readonly cards: number
}
type ResponseOf<Key extends CallKey> = CallsOf<Key>['response']

/** Figures that only `GET /api/admin/figures/{figure}` shows. */
export const figuresAlone = ['newMrr', 'expansionMrr', 'churnedMrr', 'codeUses', 'savings', 'payoutEarned'] as const

interface AgreedFigure {
  readonly name: string
  readonly shown: (shown: ShownFigures) => number | null | undefined
  /** Over the tables of a replay. */
  readonly replayed: string
  /** Over the facts of an export, and the views below. */
  readonly exported: string
}

/** How dashboards count, over facts alone. */
export const countingViews = `
  -- Of a practice exam, scored answers count at its end, as of the time of each.
  CREATE TEMP VIEW counted AS
  SELECT userId, questionId, module, occurred_at AS answered_at, isScored, isCorrect, position FROM AnswerSubmitted
  UNION ALL
  SELECT answer.userId, answer.questionId, answer.module, answer.answeredAt, true, answer.isCorrect, ended.position
  FROM ExamAnswered AS answer JOIN ExamCompleted AS ended USING (examId) WHERE answer.isScored;

  -- An answer that is counted after those of a later day makes no one active.
  CREATE TEMP VIEW active_days AS
  WITH days AS (SELECT userId, answered_at::DATE AS day, min(position) AS since FROM counted GROUP BY ALL)
  SELECT userId, day FROM days QUALIFY coalesce(
    day > max(day) OVER (PARTITION BY userId ORDER BY since, day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true);

  CREATE TEMP VIEW bank AS
  SELECT questionId, arg_max(situation, position) AS situation FROM (
    SELECT questionId, position, 'active' AS situation FROM QuestionAdded
    UNION ALL SELECT questionId, position, 'active' FROM QuestionRestored
    UNION ALL SELECT questionId, position, 'active' FROM QuestionReviewResolved
    UNION ALL SELECT questionId, position, 'withdrawn' FROM QuestionWithdrawn
    UNION ALL SELECT questionId, position, 'withdrawn' FROM QuestionOutdated WHERE isWithdrawn
    UNION ALL SELECT questionId, position, 'retired' FROM QuestionRetired) GROUP BY questionId;

  CREATE TEMP VIEW paid_days AS
  WITH paid AS (
    SELECT invoiceId, amount, list_min(lines->>'$[*].periodStart')[:10]::DATE AS starts,
      list_max(lines->>'$[*].periodEnd')[:10]::DATE AS until
    FROM InvoicePaid)
  SELECT starts, until, amount FROM paid
  UNION ALL SELECT starts, until, -given.amount FROM RefundIssued AS given JOIN paid USING (invoiceId)
  UNION ALL SELECT starts, until, given.amount FROM RefundFailed AS given JOIN paid USING (invoiceId);

  CREATE TEMP VIEW plans AS
  SELECT userId, arg_max(tier, position) AS tier, arg_max(monthly, position) AS monthly FROM (
    SELECT userId, tier, monthlyAmount AS monthly, position FROM InvoicePaid
    UNION ALL SELECT userId, tier, 0, position FROM SubscriptionEnded) GROUP BY userId;

  CREATE TEMP VIEW tiers AS SELECT userId, arg_max("to", position) AS tier FROM TierChanged GROUP BY userId;

  -- Cards of these questions would reveal answers of timed exams that have not ended.
  CREATE TEMP VIEW withheld AS
  SELECT DISTINCT userId, unnest(questions->>'$[*].questionId')::UUID AS questionId
  FROM StudySessionStarted ANTI JOIN StudySessionCompleted USING (studySessionId) WHERE "mode" = 'timed_exam';

  -- The last day of study, and the freezes that are kept then. Each covers a missed day.
  CREATE TEMP VIEW streaks AS
  WITH RECURSIVE days AS (
    SELECT userId, day, row_number() OVER (PARTITION BY userId ORDER BY day) AS place
    FROM (SELECT userId, "date" AS day FROM AnswerSubmitted UNION SELECT userId, "date" FROM ExamAnswered)),
  stands AS (
    SELECT userId, place, day, 1 AS streak, 0 AS kept FROM days WHERE place = 1
    UNION ALL
    SELECT userId, place, day, streak, unspent + (streak % 7 = 0 AND unspent < 2)::INTEGER FROM (
      SELECT days.userId, days.place, days.day, greatest(0, kept - (days.day - stands.day - 1)) AS unspent,
        if(days.day - stands.day - 1 <= kept, streak + 1, 1) AS streak
      FROM stands JOIN days ON days.userId = stands.userId AND days.place = stands.place + 1))
  SELECT userId, max(day) AS day, arg_max(kept, day) AS kept FROM stands GROUP BY userId;`

const figure = (name: AdminFigure, where = 'true') => `SELECT sum(amount) FROM figure_days WHERE figure = '${name}' AND ${where}`
const count = (from: string) => `SELECT count(*) FROM ${from}`
const sum = (of: string, from: string) => `SELECT sum(${of}) FROM ${from}`
const people = (from: string) => `SELECT count(DISTINCT userId) FROM ${from}`

function studying(today: CalendarDay): AgreedFigure[] {
  const week = weekOf(addDays(today, -7))
  const month = monthBefore(today)
  const during = (of: 'day' | 'week' | 'month', start: CalendarDay) => `date_trunc('${of}', day) = DATE '${start}'`
  const onDay = (ago: number): AgreedFigure => {
    const day = addDays(today, -ago)
    return {
      name: `active students ${ago} days ago`,
      shown: ({ performance }) => performance.days.find((each) => each.day === day)?.active,
      replayed: `SELECT active FROM learning_days WHERE day = '${day}'`,
      exported: count(`active_days WHERE ${during('day', day)}`),
    }
  }
  return [
    {
      name: 'answers',
      shown: ({ performance }) => performance.answers,
      replayed: sum('answered', 'learning_days'),
      exported: count('counted'),
    },
    {
      name: 'scored answers',
      shown: ({ performance }) => performance.scoredAnswers,
      replayed: sum('scored', 'learning_days'),
      exported: count('counted WHERE isScored'),
    },
    {
      name: 'right answers',
      shown: ({ performance }) => performance.correctAnswers,
      replayed: sum('correct', 'learning_days'),
      exported: count('counted WHERE isScored AND isCorrect'),
    },
    {
      name: 'answers yesterday',
      shown: ({ performance }) => performance.days.at(-2)?.answers,
      replayed: `SELECT answered FROM learning_days WHERE day = '${addDays(today, -1)}'`,
      exported: count(`counted WHERE answered_at::DATE = '${addDays(today, -1)}'`),
    },
    ...[1, 14, 50].map(onDay),
    {
      name: 'active students of the last 14 days',
      shown: ({ performance }) => performance.activeStudents,
      replayed: sum('active_change', `learning_days WHERE day <= '${today}'`),
      exported: people(`active_days WHERE day > DATE '${today}' - 14`),
    },
    {
      name: 'active students of the week before',
      shown: ({ performance }) => performance.weeks.at(-2)?.active,
      replayed: sum('first_in_week', `learning_days WHERE ${during('week', week)}`),
      exported: people(`active_days WHERE ${during('week', week)}`),
    },
    {
      name: 'active students of the month before',
      shown: ({ performance }) => performance.months.at(-2)?.active,
      replayed: sum('first_in_month', `learning_days WHERE ${during('month', month)}`),
      exported: people(`active_days WHERE ${during('month', month)}`),
    },
    ...moduleNames.map(
      (module): AgreedFigure => ({
        name: `answers in ${module}`,
        shown: ({ answersByModule }) => answersByModule.get(module),
        replayed: sum('total_questions', `user_progress WHERE module = '${module}'`),
        exported: count(`counted WHERE module = '${module}'`),
      }),
    ),
    {
      name: 'sessions started',
      shown: ({ facts }) => facts.get('StudySessionStarted'),
      replayed: count('study_sessions'),
      exported: count('StudySessionStarted'),
    },
    {
      name: 'sessions completed',
      shown: ({ facts }) => facts.get('StudySessionCompleted'),
      replayed: count('study_sessions WHERE completed_at IS NOT NULL'),
      exported: count('sessions WHERE completed_at IS NOT NULL'),
    },
    {
      name: 'practice exams started',
      shown: ({ facts }) => facts.get('ExamStarted'),
      replayed: count('practice_exams'),
      exported: count('ExamStarted'),
    },
    {
      name: 'practice exams completed',
      shown: ({ facts }) => facts.get('ExamCompleted'),
      replayed: count('practice_exams WHERE completed_at IS NOT NULL'),
      exported: count('exams WHERE completed_at IS NOT NULL'),
    },
    {
      name: 'cards of students who pay or were given a tier',
      shown: ({ cards }) => cards,
      replayed: count(`
        spaced_repetition_cards AS card JOIN students USING (user_id) WHERE subscription_tier <> 'free' AND NOT EXISTS (
          SELECT FROM study_sessions AS session, jsonb_array_elements(questions) AS question
          WHERE session.user_id = card.user_id AND session.mode = 'timed_exam' AND completed_at IS NULL
            AND (question->>'questionId')::uuid = card.question_id)`),
      exported: count(`
        (SELECT DISTINCT userId, questionId FROM counted) JOIN tiers USING (userId) ANTI JOIN withheld USING (userId, questionId)
        WHERE tier <> 'free'`),
    },
    {
      name: 'students with a streak, on their own calendars',
      shown: ({ students }) => students.filter(({ studyStreak }) => (studyStreak ?? 0) > 0).length,
      replayed: `
        SELECT count(*) FROM study_streaks AS streak JOIN users ON users.id = streak.user_id
        WHERE current_streak > 0 AND (now() AT TIME ZONE time_zone)::date - greatest(last_study_date, frozen_on) - 1 <= freezes`,
      exported: `
        SELECT count(*) FROM streaks JOIN AccountRegistered USING (userId)
          LEFT JOIN (SELECT userId, max("date") AS broken FROM StreakBroken GROUP BY userId) USING (userId)
        WHERE (now() AT TIME ZONE timeZone)::DATE - day - 1 <= kept AND coalesce(broken <= day, true)`,
    },
  ]
}

const monthBefore = (today: CalendarDay): CalendarDay => `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`

const school: readonly AgreedFigure[] = [
  {
    name: 'registered',
    shown: ({ performance }) => performance.funnel[0]?.students,
    replayed: figure('registered'),
    exported: count('AccountRegistered'),
  },
  {
    name: 'verified',
    shown: ({ performance }) => performance.funnel[1]?.students,
    replayed: figure('verified'),
    exported: people('EmailVerified'),
  },
  {
    name: 'answered a first question',
    shown: ({ performance }) => performance.funnel[2]?.students,
    replayed: sum('first_ever', 'learning_days'),
    exported: people('counted'),
  },
  {
    name: 'paid a first time',
    shown: ({ performance }) => performance.funnel[3]?.students,
    replayed: figure('firstPayments'),
    exported: people('InvoicePaid WHERE amount > 0'),
  },
  {
    name: 'questions in the bank',
    shown: ({ performance }) => performance.bank.questionsInBank,
    replayed: figure('questionsInBank'),
    exported: count("bank WHERE situation = 'active'"),
  },
  {
    name: 'questions on trial',
    shown: ({ performance }) => performance.bank.questionsOnTrial,
    replayed: figure('questionsOnTrial'),
    exported: count(`
      bank JOIN QuestionAdded USING (questionId) ANTI JOIN QuestionPromoted USING (questionId)
      WHERE situation = 'active' AND source <> 'curated'`),
  },
  {
    name: 'review requests',
    shown: ({ performance }) => performance.bank.reviewRequests,
    replayed: figure('reviewRequests'),
    exported: count('QuestionReviewRequested'),
  },
  {
    name: 'tutoring requests',
    shown: ({ tutoring }) => tutoring.requests.all,
    replayed: figure('tutoringRequests'),
    exported: count('TutoringRequested'),
  },
  {
    name: 'tutoring sessions held',
    shown: ({ tutoring }) => tutoring.sessions.held,
    replayed: figure('sessions'),
    exported: count('TutoringSessionCompleted'),
  },
  {
    name: 'average rating of tutoring',
    shown: ({ tutoring }) => tutoring.averageRating,
    replayed: `
      SELECT round(sum(amount) FILTER (WHERE figure = 'stars')::numeric / sum(amount) FILTER (WHERE figure = 'ratings'), 2)
      FROM figure_days`,
    exported: 'SELECT round(avg(rating), 2) FROM (SELECT arg_max(rating, position) AS rating FROM TutoringSessionRated GROUP BY sessionId)',
  },
]

const money = (today: CalendarDay): AgreedFigure[] => {
  const month = monthBefore(today)
  return [
    {
      name: 'revenue',
      shown: ({ revenue }) => revenue.breakdown.total,
      replayed: figure('revenue'),
      exported: sum('amount', 'revenue'),
    },
    ...(['basic', 'premium', 'tutoring'] as const).map(
      (product): AgreedFigure => ({
        name: `revenue of ${product}`,
        shown: ({ revenue }) => revenue.breakdown[product],
        replayed: figure('revenue', `grouped_by = '${product}'`),
        exported: sum('amount', `revenue WHERE product = '${product}'`),
      }),
    ),
    {
      name: 'revenue of the month before',
      shown: ({ revenue }) => revenue.monthlyData.at(-2)?.revenue,
      replayed: figure('revenue', `date_trunc('month', day) = DATE '${month}'`),
      exported: sum('amount', `revenue WHERE date_trunc('month', "at") = DATE '${month}'`),
    },
    {
      name: 'money in',
      shown: ({ revenue }) => revenue.moneyIn.total,
      replayed: figure('moneyIn'),
      exported: sum('amount', "revenue WHERE kind = 'payment'"),
    },
    {
      name: 'refunds',
      shown: ({ revenue }) => revenue.refunds.total,
      replayed: figure('refunds'),
      exported: sum('-amount', "revenue WHERE kind <> 'payment'"),
    },
    {
      name: 'deferred revenue',
      shown: ({ revenue }) => revenue.deferred.total,
      replayed: sum(
        `sign(amount) * floor(abs(amount)::numeric * least(until - starts, until - DATE '${today}' - 1) / (until - starts))`,
        `deferrals WHERE until > DATE '${today}'`,
      ),
      exported: sum(
        `sign(amount) * (abs(amount) * least(until - starts, until - DATE '${today}' - 1) // (until - starts))`,
        `paid_days WHERE until > DATE '${today}' AND starts < until`,
      ),
    },
    { name: 'MRR', shown: ({ subscriptions }) => subscriptions.mrr, replayed: figure('mrr'), exported: sum('monthly', 'plans') },
    {
      name: 'MRR of premium',
      shown: ({ subscriptions }) => subscriptions.byTier.premium.mrr,
      replayed: sum('monthly_amount', "subscribers WHERE tier = 'premium'"),
      exported: sum('monthly', "plans WHERE tier = 'premium'"),
    },
    {
      name: 'subscribers',
      shown: ({ subscriptions }) => subscriptions.subscribers,
      replayed: count('subscribers WHERE monthly_amount > 0'),
      exported: count('plans WHERE monthly > 0'),
    },
    alone('newMrr', sum('monthlyAmount', 'InvoicePaid WHERE previousMonthlyAmount = 0')),
    alone(
      'expansionMrr',
      sum('monthlyAmount - previousMonthlyAmount', 'InvoicePaid WHERE previousMonthlyAmount BETWEEN 1 AND monthlyAmount'),
    ),
    alone('churnedMrr', sum('-previousMonthlyAmount', 'SubscriptionEnded')),
    alone('codeUses', count('CodeRedeemed')),
    alone('savings', sum("(amountSaved->>'amount')::BIGINT", 'CodeRedeemed')),
    alone('payoutEarned', sum('earned', 'TutorEarned')),
  ]
}

const alone = (name: (typeof figuresAlone)[number], exported: string): AgreedFigure => ({
  name,
  shown: ({ figures }) => figures.get(name),
  replayed: figure(name),
  exported,
})

export const agreedFigures = (today: CalendarDay): AgreedFigure[] => [...studying(today), ...school, ...money(today)]

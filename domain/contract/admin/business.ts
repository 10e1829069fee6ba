import { z } from 'zod'
import { adminFigureNames, studentFigureNames } from '../../admin/shown/figure-names.ts'
import type { tierNames } from '../../billing/shown/tiers.ts'
import { runBusiness } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { asCsv, asOf, onDay } from './as-of.ts'

/** Amounts are whole cents in US dollars; days and months are UTC. */

const paidTiers = ['basic', 'premium'] as const satisfies readonly (typeof tierNames)[number][]
const cents = z.int()
const currency = z.literal('usd')
const month = z.string().regex(/^\d{4}-\d{2}$/)
const day = z.iso.date()

export const BusinessMetrics = z.object({
  asOf: day,
  currency,
  /** Payments minus refunds, all time. */
  totalRevenue: cents,
  activeStudents: z.int(),
  totalSessions: z.int(),
  averageRating: z.number().nullable(),
})
export type BusinessMetrics = z.infer<typeof BusinessMetrics>

/** The total includes payments that only the payment provider knows. */
const byProduct = { tutoring: cents, premium: cents, basic: cents, total: cents }

export const Revenue = z.object({
  asOf: day,
  currency,
  /** Oldest first; the last month ends with the day that is shown. */
  monthlyData: z.array(
    z.object({
      month,
      sessions: z.int(),
      revenue: cents,
      /** Over the month before, in percent. */
      growth: z.number().nullable(),
      moneyIn: cents,
      refunds: cents,
      basic: cents,
      premium: cents,
      tutoring: cents,
    }),
  ),
  breakdown: z.object(byProduct),
  moneyIn: z.object(byProduct),
  refunds: z.object(byProduct),
  /** Paid for subscription days still to come. */
  deferred: z.object({ premium: cents, basic: cents, total: cents }),
})
export type Revenue = z.infer<typeof Revenue>

const MrrMonth = z.object({
  month,
  mrr: cents,
  subscribers: z.int(),
  /** Includes returning subscribers. */
  new: cents,
  expansion: cents,
  /** Negative, like churn. */
  contraction: cents,
  churn: cents,
  newSubscribers: z.int(),
  churnedSubscribers: z.int(),
})

export const Subscriptions = z.object({
  asOf: day,
  currency,
  /** Monthly prices of paid subscriptions, before discounts and tax. */
  mrr: cents,
  subscribers: z.int(),
  byTier: z.object({
    basic: z.object({ mrr: cents, subscribers: z.int() }),
    premium: z.object({ mrr: cents, subscribers: z.int() }),
  }),
  arpu: cents.nullable(),
  /** Of the last 30 days, 0 to 1. */
  churnRate: z.number().nullable(),
  /** ARPU divided by the churn rate. */
  ltv: cents.nullable(),
  months: z.array(MrrMonth),
  /** By the month of the first payment, at most twelve. */
  cohorts: z.array(
    z.object({
      month,
      size: z.int(),
      /** Subscribed at the end of that month, the next, and so on. */
      subscribed: z.array(z.int()),
    }),
  ),
})
export type Subscriptions = z.infer<typeof Subscriptions>

export const subscriberSorts = ['nextBilling', 'started', 'mrr'] as const
const Subscriber = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  tier: z.enum(paidTiers),
  status: z.enum(['active', 'pastDue', 'cancelling', 'free']),
  /** Per month, before discounts and tax. */
  mrr: cents,
  startedOn: day,
  nextBilling: z.iso.datetime().nullable(),
  stripeSubscriptionId: z.string().nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>

const subscriberFilter = {
  tier: z.enum(['all', ...paidTiers]).default('all'),
  sort: z.enum(subscriberSorts).default('nextBilling'),
  order: z.enum(['asc', 'desc']).default('asc'),
}
const exampleSubscribers = { tier: 'all', sort: 'nextBilling', order: 'asc' } as const

export const FigureFact = z.object({
  /** An event can be behind a figure more than once. */
  id: z.string(),
  at: z.iso.datetime(),
  type: z.string(),
  stream: z.string(),
  amount: z.int(),
  group: z.string(),
  userId: z.uuid().nullable(),
  name: z.string(),
})
export type FigureFact = z.infer<typeof FigureFact>

const figure = {
  params: z.object({ figure: z.enum([...adminFigureNames, ...studentFigureNames]) }),
  query: z.object({
    from: day.optional(),
    asOf,
    group: z.string().max(40).optional(),
    /** Required for figures of a single student. */
    userId: z.uuid().optional(),
    subjectId: z.uuid().optional(),
    tutorId: z.uuid().optional(),
  }),
  example: {
    params: { figure: 'revenue' },
    query: { from: '2026-01-01', asOf: '2027-06-15', group: 'premium', userId: existing.userId, subjectId: undefined, tutorId: undefined },
  },
} as const

export const adminBusinessCalls = {
  'GET /api/admin/business-metrics': runBusiness.read({
    summary: 'The business in four numbers.',
    ...onDay,
    response: BusinessMetrics,
  }),
  'GET /api/admin/revenue': runBusiness.read({
    summary: 'Payments, refunds, and deferred revenue, by month, by tier, and for tutoring.',
    ...onDay,
    response: Revenue,
  }),
  'GET /api/admin/subscriptions': runBusiness.read({
    summary: 'Subscription figures: MRR and its movements, ARPU, churn, LTV, and cohorts.',
    ...onDay,
    response: Subscriptions,
  }),
  'GET /api/admin/subscribers': runBusiness.read({
    summary: 'Current subscribers and their next billing dates.',
    page: true,
    query: z.object(subscriberFilter),
    response: z.array(Subscriber),
    example: { query: exampleSubscribers },
  }),
  'GET /api/admin/subscribers.csv': runBusiness.read({
    summary: 'The same as a CSV file with every row. Needs an export that the administrator began in the last minutes.',
    query: z.object({ ...subscriberFilter, exportId: z.uuid() }),
    ...asCsv,
    errors: ['exportNotFound'],
    example: { query: { ...exampleSubscribers, exportId: existing.peopleExportId } },
  }),
  'GET /api/admin/figures/{figure}': runBusiness.read({
    summary: 'The value of a figure.',
    ...figure,
    response: z.object({ asOf: day, value: z.int() }),
  }),
  'GET /api/admin/figures/{figure}/facts': runBusiness.read({
    summary: 'The events behind a figure, latest first. Their amounts add up to it.',
    page: true,
    ...figure,
    response: z.array(FigureFact),
  }),
} as const

const active = z.int()

export const Performance = z.object({
  asOf: day,
  answers: z.int(),
  scoredAnswers: z.int(),
  correctAnswers: z.int(),
  accuracy: z.number().nullable(),
  activeStudents: z.int(),
  days: z.array(z.object({ day, answers: z.int(), scoredAnswers: z.int(), correctAnswers: z.int(), active })),
  weeks: z.array(z.object({ week: day, answers: z.int(), active })),
  months: z.array(z.object({ month, answers: z.int(), active })),
  retention: z.object({
    cohorts: z.array(
      z.object({
        month,
        size: z.int(),
        /** Answered in that month, the next, and so on. */
        active: z.array(z.int()),
      }),
    ),
    /** Over finished cohorts, the share that answered that many months later; null where none is that old. */
    curve: z.array(z.number().nullable()),
  }),
  funnel: z.array(z.object({ step: z.enum(['registered', 'verified', 'firstAnswers', 'firstPayments']), students: z.int() })),
  bank: z.object({
    questionsInBank: z.int(),
    questionsOnTrial: z.int(),
    questionsWithdrawn: z.int(),
    questionsRetired: z.int(),
    reviewRequests: z.int(),
  }),
})
export type Performance = z.infer<typeof Performance>

export const adminPerformanceCalls = {
  'GET /api/admin/performance': runBusiness.read({
    summary: 'Answers, who is active, who stays, the way from registration to payment, and the bank of questions.',
    ...onDay,
    response: Performance,
  }),
} as const

import { z } from 'zod'
import type { tierNames } from '../../billing/tiers.ts'
import { asOf } from '../accounts/students.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { adminFigureNames, studentFigureNames } from './figure-names.ts'

/**
 * What the business earns. Amounts are whole cents in US dollars, days and months those of UTC. Every number is the sum
 * of entries of a figure: `GET /api/admin/figures/{figure}/facts` lists what stands behind it.
 */

const paidTiers = ['basic', 'premium'] as const satisfies readonly (typeof tierNames)[number][]
const cents = z.int()
const currency = z.literal('usd')
/** `YYYY-MM` */
const month = z.string().regex(/^\d{4}-\d{2}$/)
const day = z.iso.date()

export const BusinessMetrics = z.object({
  asOf: day,
  currency,
  /** Payments minus refunds, all time. */
  totalRevenue: cents,
  /** Answered in the last 14 days. */
  activeStudents: z.int(),
  /** Tutoring sessions held. */
  totalSessions: z.int(),
  /** Of tutoring sessions, 1 to 5; null while none was rated. */
  averageRating: z.number().nullable(),
})
export type BusinessMetrics = z.infer<typeof BusinessMetrics>

/** The total has besides what the payment provider says of payments that no one here knows. */
const byProduct = { tutoring: cents, premium: cents, basic: cents, total: cents }

export const Revenue = z.object({
  asOf: day,
  currency,
  /** The last twelve months, oldest first; the last goes to the day that is shown. */
  monthlyData: z.array(
    z.object({
      month,
      /** Tutoring sessions held. */
      sessions: z.int(),
      /** Payments minus refunds. */
      revenue: cents,
      /** Over the month before, in percent; null where that had none. */
      growth: z.number().nullable(),
      moneyIn: cents,
      refunds: cents,
      basic: cents,
      premium: cents,
      tutoring: cents,
    }),
  ),
  /** Payments minus refunds, all time. */
  breakdown: z.object(byProduct),
  moneyIn: z.object(byProduct),
  refunds: z.object(byProduct),
  /** Paid for days of a subscription that are still to come. */
  deferred: z.object({ premium: cents, basic: cents, total: cents }),
})
export type Revenue = z.infer<typeof Revenue>

const MrrMonth = z.object({
  month,
  /** At its end. */
  mrr: cents,
  subscribers: z.int(),
  /** From nothing, also of who comes back. */
  new: cents,
  expansion: cents,
  /** Below 0, as churn is. */
  contraction: cents,
  churn: cents,
  newSubscribers: z.int(),
  churnedSubscribers: z.int(),
})

export const Subscriptions = z.object({
  asOf: day,
  currency,
  /** Of subscriptions that are paid for, what a month of each costs, before discounts and tax. */
  mrr: cents,
  subscribers: z.int(),
  byTier: z.object({
    basic: z.object({ mrr: cents, subscribers: z.int() }),
    premium: z.object({ mrr: cents, subscribers: z.int() }),
  }),
  /** MRR by subscriber; null where there is none. */
  arpu: cents.nullable(),
  /** Of the last 30 days: who left, of those who were there 30 days ago; null where there was no one. 0 to 1. */
  churnRate: z.number().nullable(),
  /** ARPU over the churn rate; null while no one has left, or no one is there. */
  ltv: cents.nullable(),
  /** The last twelve months, oldest first; the last goes to the day that is shown. */
  months: z.array(MrrMonth),
  /** By the month of the first payment, oldest first, at most twelve. */
  cohorts: z.array(
    z.object({
      month,
      /** How many paid a first time in it. */
      size: z.int(),
      /** How many of them were subscribed at the end of that month, of the next, and so on. */
      subscribed: z.array(z.int()),
    }),
  ),
})
export type Subscriptions = z.infer<typeof Subscriptions>

export const subscriberSorts = ['nextBilling', 'started', 'mrr'] as const
const Subscriber = z.object({
  userId: z.uuid(),
  /** Empty once the person was erased, and so is the address. */
  name: z.string(),
  email: z.string(),
  tier: z.enum(paidTiers),
  status: z.enum(['active', 'pastDue', 'cancelling', 'free']),
  /** What a month costs, before discounts and tax; 0 where nothing is paid. */
  mrr: cents,
  startedOn: day,
  /** As Stripe has it; null where nothing is billed any more. */
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
  /** Of the entry: a fact may stand behind a figure more than once. */
  id: z.string(),
  at: z.iso.datetime(),
  /** The type of the fact, such as `InvoicePaid`. */
  type: z.string(),
  /** The stream that holds it. */
  stream: z.string(),
  /** What it adds to the figure. */
  amount: z.int(),
  /** The group of the figure, such as `premium`; empty where it has none. */
  group: z.string(),
  /** Whom it is about; null where it is no one. */
  userId: z.uuid().nullable(),
  /** Empty where it is no one, or the person was erased. */
  name: z.string(),
})
export type FigureFact = z.infer<typeof FigureFact>

const figureParams = z.object({ figure: z.enum([...adminFigureNames, ...studentFigureNames]) })
const figureQuery = z.object({
  /** From this day on, such as the first of a month; from the beginning where it is left out. */
  from: day.optional(),
  asOf,
  /** Of a figure that is told by group, such as `premium`; all of them where it is left out. */
  group: z.string().max(40).optional(),
  /** Of what happened to one person alone; figures of single students ask for it. */
  userId: z.uuid().optional(),
  /** Of one discount code, request for tutoring or session of one alone. */
  subjectId: z.uuid().optional(),
  /** Of the sessions of one tutor alone. */
  tutorId: z.uuid().optional(),
})
const exampleFigure = {
  params: { figure: 'revenue' },
  query: {
    from: '2026-01-01',
    asOf: '2027-06-15',
    group: 'premium',
    userId: existing.userId,
    subjectId: undefined,
    tutorId: undefined,
  },
} as const

export const adminBusinessCalls = {
  'GET /api/admin/business-metrics': call({
    summary: 'The business in four numbers.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ asOf }),
    response: BusinessMetrics,
    errors: [],
    example: { query: { asOf: '2027-06-15' } },
  }),
  'GET /api/admin/revenue': call({
    summary: 'Payments, refunds, and deferred revenue, by month, by tier, and for tutoring.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ asOf }),
    response: Revenue,
    errors: [],
    example: { query: { asOf: '2027-06-15' } },
  }),
  'GET /api/admin/subscriptions': call({
    summary: 'Subscription figures: MRR and its movements, ARPU, churn, LTV, and cohorts.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ asOf }),
    response: Subscriptions,
    errors: [],
    example: { query: { asOf: '2027-06-15' } },
  }),
  'GET /api/admin/subscribers': call({
    summary: 'Current subscribers and their next billing dates.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    query: z.object(subscriberFilter),
    response: z.array(Subscriber),
    errors: [],
    example: { query: exampleSubscribers },
  }),
  'GET /api/admin/subscribers.csv': call({
    summary: 'The same as a CSV file with every row. Needs an export that the administrator began in the last minutes.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ ...subscriberFilter, exportId: z.uuid() }),
    file: 'text/csv',
    response: z.never(),
    responseHeaders: ['content-disposition'],
    errors: ['exportNotFound'],
    example: { query: { ...exampleSubscribers, exportId: existing.peopleExportId } },
  }),
  'GET /api/admin/figures/{figure}': call({
    summary: 'The value of a figure.',
    access: 'runBusiness',
    service: 'read-api',
    params: figureParams,
    query: figureQuery,
    response: z.object({ asOf: day, value: z.int() }),
    errors: [],
    example: exampleFigure,
  }),
  'GET /api/admin/figures/{figure}/facts': call({
    summary: 'The events behind a figure, latest first. Their amounts add up to it.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    params: figureParams,
    query: figureQuery,
    response: z.array(FigureFact),
    errors: [],
    example: exampleFigure,
  }),
} as const

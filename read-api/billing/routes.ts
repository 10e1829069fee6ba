import { conversionRate } from '@medicready/domain/billing/shown/discount-rules'
import { CURRENCY, dollars } from '@medicready/domain/billing/shown/money'
import { type PaidTier, remainingQuestions, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { adminPriceCalls, PaymentProblem, paymentProblemCalls } from '@medicready/domain/contract/billing/admin-payments'
import type { billingCalls, InvoiceStatus, OfferedPrices, priceCalls, subscriptionCalls } from '@medicready/domain/contract/billing/billing'
import type { AdminDiscountCode, adminDiscountCodeCalls, DiscountCodeUse } from '@medicready/domain/contract/billing/discount-codes'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { wantedPosition } from '@medicready/platform/http/written'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  type CodeUse,
  codeExisted,
  type ListedCode,
  listedCodes,
  usesOfCode,
} from '@medicready/projector/read-models/billing/discount-code-queries'
import {
  invoicesOf,
  invoicesOfPlan,
  type ListedInvoice,
  type ListedProblem,
  listedProblems,
} from '@medicready/projector/read-models/billing/invoice-queries'
import {
  type AnnouncedPrice,
  allowancesOf,
  learnerOf,
  offeredPrices,
  paidPlanOf,
  planPrices,
  pricesWithSubscribers,
  tierOf,
} from '@medicready/projector/read-models/billing/plan-queries'
import { readModelsOf } from '@medicready/projector/read-models/query'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Checkpoints } from '../checkpoints.ts'
import type { Routes } from '../read-dependencies.ts'
import { camelled, known, TimeKey } from '../reading.ts'
import { owner, SharedQuery } from '../shared-query.ts'
import { possibleToday, todayOf } from '../study/account-days.ts'
import { planOf } from './plan.ts'

export const billingRoutes: Routes<typeof billingCalls> = ({ sql, clock, reading }) => {
  const allowanceRows = new SharedQuery((userIds) => allowancesOf(sql, { userIds, ...possibleToday(clock()) }), owner)

  return {
    'GET /api/subscription/status': reading([allowancesOf], async ({ identity }) => {
      const now = clock()
      const rows = await allowanceRows.of(identity.userId)
      const account = known(rows[0])
      const { subscription_tier: subscriptionTier } = account
      const today = todayOf(account, now)
      const delivered = rows.find(({ date }) => date === today)?.delivered ?? 0
      const { dailyLimit } = tiers[subscriptionTier]
      const remaining = remainingQuestions(dailyLimit, delivered)
      return { subscriptionTier, dailyLimit, remainingQuestions: remaining, canGenerateQuestions: remaining !== 0 }
    }),
  }
}

/** Waits for a plan that was just bought. */
export const tiersOf =
  (sql: Sql, checkpoints: Checkpoints) =>
  async (userId: string, request: FastifyRequest): Promise<Tier> => {
    const wanted = wantedPosition(request)
    if (wanted !== null) await checkpoints.reach(readModelsOf([tierOf]), wanted)
    const [row] = await tierOf(sql, userId)
    return row?.subscription_tier ?? 'free'
  }

export const priceRoutes: Routes<typeof priceCalls> = ({ sql, reading }) => ({
  'GET /api/prices': reading([offeredPrices], async () => {
    const rows = await offeredPrices(sql)
    const offered = (tier: PaidTier): OfferedPrices[PaidTier] => {
      const row = rows.find((each) => each.tier === tier)
      // Until the payment provider was first asked, list prices apply.
      const { amount, currency } = row?.amount != null ? { amount: row.amount, currency: row.currency ?? CURRENCY } : listed(tier)
      return { amount, currency, announced: row ? announcedPrice(row, amount) : null }
    }
    return { basic: offered('basic'), premium: offered('premium') }
  }),
})

const listed = (tier: PaidTier) => dollars(tiers[tier].monthlyPrice)

/** The provider's IDs are no UUIDs. */
const ProvidersKey = z.tuple([z.iso.datetime(), z.string()])

function statusOf({ status, amount, refunded }: ListedInvoice): InvoiceStatus {
  if (status !== 'paid' || refunded <= 0) return status
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

const toInvoice = (row: ListedInvoice) => ({ ...camelled(row), id: row.invoice_id, status: statusOf(row) })

export const subscriptionRoutes: Routes<typeof subscriptionCalls> = ({ sql, clock, reading }) => ({
  'GET /api/subscription': reading([learnerOf, paidPlanOf, planPrices, invoicesOfPlan], async ({ identity: { userId } }) => {
    const [[learner = null], [plan = null], prices] = await Promise.all([learnerOf(sql, userId), paidPlanOf(sql, userId), planPrices(sql)])
    const ofPlan = plan ? await invoicesOfPlan(sql, { userId, subscriptionId: plan.subscription_id }) : []
    const openInvoice = ofPlan.find(({ status }) => status === 'open') ?? null
    const refundable = ofPlan.reduce((sum, { status, amount, refunded }) => (status === 'paid' ? sum + amount - refunded : sum), 0)
    return planOf({ learner, plan, openInvoice, refundable, prices }, clock())
  }),
  'GET /api/subscription/invoices': reading([invoicesOf], async ({ identity: { userId }, query }) => {
    const rows = await invoicesOf(sql, { userId, ...pageAfter(query, ProvidersKey) })
    return pageOf(rows, query, { item: toInvoice, sortKey: ({ at, invoice_id }) => [at, invoice_id] })
  }),
})

const endOf = (day: CalendarDay | undefined): string | null => (day === undefined ? null : `${addDays(day, 1)}T00:00:00.000Z`)

export const discountCodeRoutes: Routes<typeof adminDiscountCodeCalls> = ({ sql, reading }) => ({
  'GET /api/admin/discount-codes': reading([listedCodes], async ({ query }) => {
    const rows = await listedCodes(sql, { end: endOf(query.asOf), ...pageAfter(query, TimeKey) })
    return pageOf(rows, query, { item: toCode, sortKey: ({ created_at, id }) => [created_at, id] })
  }),

  'GET /api/admin/discount-codes/{code}/uses': reading([usesOfCode, codeExisted], async ({ params, query }) => {
    const rows = await usesOfCode(sql, { code: params.code, end: endOf(query.asOf), ...pageAfter(query, TimeKey) })
    if (rows.length === 0 && (await codeExisted(sql, params.code)).length === 0) throw new Rejection('discountCodeNotFound')
    return pageOf(rows, query, { item: toUse, sortKey: ({ used_at, id }) => [used_at, id] })
  }),
})

const toCode = (row: ListedCode): AdminDiscountCode => ({
  ...camelled(row),
  conversionRate: conversionRate(row.used_count, row.max_uses),
})

const toUse = (row: CodeUse): DiscountCodeUse => ({
  ...camelled(row),
  name: [row.first_name, row.last_name].filter((part) => part !== null).join(' '),
  email: row.email ?? '',
})

/** Null if none was announced or it already applies. */
const announcedPrice = ({ announced, holds_from }: AnnouncedPrice, amount: number): OfferedPrices[PaidTier]['announced'] =>
  announced === null || holds_from === null || announced === amount ? null : { amount: announced, holdsFrom: holds_from }

export const adminPriceRoutes: Routes<typeof adminPriceCalls> = ({ sql, reading }) => ({
  'GET /api/admin/prices': reading([pricesWithSubscribers], async () => {
    const rows = await pricesWithSubscribers(sql)
    return rows.map((row) => ({ ...camelled(row), announced: announcedPrice(row, row.amount) }))
  }),
})

const toProblem = (row: ListedProblem): PaymentProblem => ({ ...camelled(row), name: row.name ?? '' })

export const paymentProblemRoutes: Routes<typeof paymentProblemCalls> = ({ sql, reading }) => ({
  'GET /api/admin/payment-problems': reading([listedProblems], async ({ query }) => {
    const rows = await listedProblems(sql, pageAfter(query, ProvidersKey))
    return pageOf(rows, query, { item: toProblem, sortKey: ({ at, id }) => [at, id] })
  }),
})

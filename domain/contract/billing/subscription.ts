import { z } from 'zod'
import { paidTierNames, tierNames } from '../../billing/tiers.ts'
import { signedIn } from '../call/call.ts'

/** Whole cents. */
const Money = z.object({ amount: z.int(), currency: z.string() })

export const subscriptionStates = [
  'free',
  'active',
  /** Paid for, and ends with the period. */
  'cancelling',
  /** A renewal could not be charged; the tier stays for some days. */
  'past_due',
  'free_period',
  /** Given by an administrator, without payment or end. */
  'granted',
] as const
export type SubscriptionStateName = (typeof subscriptionStates)[number]

export const planActions = ['checkout', 'change', 'cancel', 'resume', 'moneyBack', 'portal'] as const
export type PlanAction = (typeof planActions)[number]

export const Subscription = z.object({
  tier: z.enum(tierNames),
  state: z.enum(subscriptionStates),
  /** A higher tier may be granted on top. */
  paidTier: z.enum(paidTierNames).nullable(),
  /** Per month, before codes and taxes. */
  price: Money.nullable(),
  periodStartsAt: z.iso.datetime().nullable(),
  periodEndsAt: z.iso.datetime().nullable(),
  nextBill: Money.extend({ at: z.iso.datetime() }).nullable(),
  scheduledChange: z.object({ tier: z.enum(paidTierNames), at: z.iso.datetime() }).nullable(),
  pastDue: Money.extend({ since: z.iso.datetime(), tierEndsAt: z.iso.datetime() }).nullable(),
  moneyBack: Money.extend({ until: z.iso.datetime() }).nullable(),
  may: z.array(z.enum(planActions)),
  prices: z.object({ basic: Money, premium: Money }),
  /** `completed` once its payment has arrived here. */
  checkout: z
    .object({
      checkoutId: z.uuid(),
      sessionId: z.string().nullable(),
      tier: z.enum(paidTierNames),
      state: z.enum(['open', 'completed', 'expired', 'failed', 'replaced']),
    })
    .nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** `unpaid`: open, and no longer collected. */
export const invoiceStatuses = ['paid', 'open', 'unpaid', 'partly_refunded', 'refunded'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  currency: z.string(),
  /** Charged cents, including taxes and after discounts. */
  amount: z.int(),
  tax: z.int(),
  discount: z.int(),
  refunded: z.int(),
  at: z.iso.datetime(),
  hostedUrl: z.url().nullable(),
  pdfUrl: z.url().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const subscriptionCalls = {
  'GET /api/subscription': signedIn.read({
    summary: "The caller's plan: its state, price, pending changes, and available actions.",
    response: Subscription,
  }),
  'GET /api/subscription/invoices': signedIn.read({
    summary: "The caller's invoices, newest first.",
    page: true,
    response: z.array(Invoice),
  }),
} as const

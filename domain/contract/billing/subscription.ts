import { z } from 'zod'
import { paidTierNames, tierNames } from '../../billing/tiers.ts'
import { call } from '../call.ts'

/** Whole cents of a currency, `usd`. */
const Money = z.object({ amount: z.int(), currency: z.string() })

export const subscriptionStates = [
  /** No plan: Free. */
  'free',
  /** A tier that is paid for, month by month. */
  'active',
  /** Paid for, and ends with the period. */
  'cancelling',
  /** A renewal could not be charged: the tier stays for some days. */
  'past_due',
  /** A tier without payment, up to a day. */
  'free_period',
  /** A tier that an administrator gave, without payment and without end. */
  'granted',
] as const
export type SubscriptionStateName = (typeof subscriptionStates)[number]

/** What a learner may do about their plan now. */
export const planActions = ['checkout', 'change', 'cancel', 'resume', 'moneyBack', 'portal'] as const
export type PlanAction = (typeof planActions)[number]

export const Subscription = z.object({
  tier: z.enum(tierNames),
  state: z.enum(subscriptionStates),
  /** Which tier is paid for: a larger one may be given besides. Null where nothing is paid. */
  paidTier: z.enum(paidTierNames).nullable(),
  /** What the plan costs a month, before codes and taxes; null where nothing is paid. */
  price: Money.nullable(),
  /** When the period that is paid for, or free, began and ends; null where there is none. */
  periodStartsAt: z.iso.datetime().nullable(),
  periodEndsAt: z.iso.datetime().nullable(),
  /** What is charged next, before codes and taxes; null where nothing will be. */
  nextBill: Money.extend({ at: z.iso.datetime() }).nullable(),
  /** A smaller plan that waits for the end of the period. */
  scheduledChange: z.object({ tier: z.enum(paidTierNames), at: z.iso.datetime() }).nullable(),
  /** Since when a payment is due, and when the tier ends without it. */
  pastDue: Money.extend({ since: z.iso.datetime(), tierEndsAt: z.iso.datetime() }).nullable(),
  /** What can be had back by the guarantee, and until when; null where nothing can. */
  moneyBack: Money.extend({ until: z.iso.datetime() }).nullable(),
  may: z.array(z.enum(planActions)),
  /** What plans cost a month for who chooses them now. */
  prices: z.object({ basic: Money, premium: Money }),
  /** The latest checkout; `completed` once its payment has arrived here. */
  checkout: z
    .object({
      checkoutId: z.uuid(),
      /** The payment provider's; null until its page is made. */
      sessionId: z.string().nullable(),
      tier: z.enum(paidTierNames),
      state: z.enum(['open', 'completed', 'expired', 'failed', 'replaced']),
    })
    .nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** `unpaid` is an open one that no one asks for any more. */
export const invoiceStatuses = ['paid', 'open', 'unpaid', 'partly_refunded', 'refunded'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Invoice = z.object({
  id: z.string(),
  /** As it stands on the invoice; null while it has none. */
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  currency: z.string(),
  /** What was charged, in cents: taxes are in it, and a discount is off it. */
  amount: z.int(),
  tax: z.int(),
  discount: z.int(),
  refunded: z.int(),
  at: z.iso.datetime(),
  /** Where the payment provider shows it, and where its file is. */
  hostedUrl: z.url().nullable(),
  pdfUrl: z.url().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const subscriptionReadCalls = {
  'GET /api/subscription': call({
    summary: "The caller's plan: its state, price, pending changes, and available actions.",
    access: 'signedIn',
    service: 'read-api',
    response: Subscription,
    errors: [],
    example: {},
  }),
  'GET /api/subscription/invoices': call({
    summary: "The caller's invoices, newest first.",
    access: 'signedIn',
    service: 'read-api',
    page: true,
    response: z.array(Invoice),
    errors: [],
    example: {},
  }),
} as const

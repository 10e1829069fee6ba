import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith, sealed } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { refundRefusals } from './shown/money.ts'
import { isAbove, type PaidTier, paidTierNames, type Tier, tierNames } from './shown/tiers.ts'

// `subscription-<userId>`: the billing life of one account, in cents; of the provider's personal data, only ids.

const ofLearner = { userId: z.uuid() }
const ofPlan = { ...ofLearner, /** The provider's. */ subscriptionId: z.string() }
const paidTier = z.enum(paidTierNames)
const instant = z.iso.datetime()
const cents = z.int()
const currency = z.string().regex(/^[a-z]{3}$/)
const ofCheckout = { ...ofLearner, checkoutId: z.uuid() }

export const tierCauses = ['granted', 'purchased', 'upgraded', 'downgraded', 'code', 'unpaid', 'ended', 'refunded'] as const
export type TierCause = (typeof tierCauses)[number]

const invoiceLine = z.object({
  tier: paidTier.nullable(),
  /** Before discounts and tax; negative for a refunded part of a period. */
  amount: cents,
  discount: cents,
  tax: cents,
  isProration: z.boolean(),
  periodStart: instant,
  periodEnd: instant,
})
const taxLine = z.object({
  amount: cents,
  taxableAmount: cents.nullable(),
  isInclusive: z.boolean(),
  /** In the payment provider's terms, such as `standard_rated`. */
  reason: z.string(),
})

const ofInvoice = { ...ofPlan, invoiceId: z.string(), tier: paidTier, amount: cents, currency }
const moneyBack = { amount: cents, currency, payments: z.array(z.object({ invoiceId: z.string(), paymentId: z.string(), amount: cents })) }
const ofRefund = {
  ...ofLearner,
  refundId: z.string(),
  invoiceId: z.string(),
  amount: cents,
  currency,
  tier: paidTier.nullable(),
}

export const subscriptionEvents = defineEvents({
  CustomerMade: eventWith({ ...ofLearner, customerId: z.string() }),
  CustomerDeleted: eventWith({ ...ofLearner, customerId: z.string() }),
  /** Everything sent to the payment provider follows from this fact. */
  CheckoutStarted: eventWith({
    ...ofCheckout,
    tier: paidTier,
    priceId: z.string(),
    /** A month, before discounts. */
    amount: cents,
    currency,
    /** The code whose use is held for this checkout. */
    code: z.object({ code: z.string(), promotionCodeId: z.string() }).nullable(),
    expiresAt: instant,
  }),
  CheckoutOpened: eventWith({ ...ofCheckout, /** The provider's. */ sessionId: z.string() }),
  CheckoutEnded: eventWith({
    ...ofCheckout,
    outcome: z.enum(['completed', 'expired', 'failed', 'replaced']),
  }),
  SubscriptionActivated: eventWith({
    ...ofPlan,
    /** Null if no checkout of ours started it. */
    checkoutId: z.uuid().nullable(),
    code: z.string().nullable(),
    tier: paidTier,
    /** A month, before discounts and tax. */
    monthlyAmount: cents,
    currency,
    activatedAt: instant,
    periodStart: instant,
    periodEnd: instant,
  }),
  TierChanged: eventWith(
    {
      ...ofLearner,
      from: z.enum(tierNames),
      to: z.enum(tierNames),
      cause: z.enum(tierCauses),
      reason: z.string().nullable(),
    },
    { personal: { subject: 'userId', fields: ['reason'] }, upcasters: [(first) => ({ ...first, reason: null })] },
  ),
  PlanChangeScheduled: eventWith({ ...ofPlan, from: paidTier, to: paidTier, at: instant }),
  PlanChangeWithdrawn: eventWith({ ...ofPlan, from: paidTier, to: paidTier }),
  InvoicePaid: eventWith(
    {
      ...ofPlan,
      invoiceId: z.string(),
      number: z.string().nullable(),
      /** `first` of a subscription, `renewal` for a further period, `change` of the plan within one. */
      kind: z.enum(['first', 'renewal', 'change', 'other']),
      tier: paidTier,
      /** Including tax. */
      amount: cents,
      currency,
      /** Before discounts. */
      subtotal: cents,
      discount: cents,
      code: z.string().nullable(),
      tax: cents,
      taxes: z.array(taxLine),
      lines: z.array(invoiceLine),
      periodStart: instant,
      periodEnd: instant,
      /** Before discounts and tax, before and after this payment; equal if it is reported after a newer one. */
      previousMonthlyAmount: cents,
      monthlyAmount: cents,
      invoicedAt: instant,
      paidAt: instant,
      /** Null when nothing was due. */
      paymentId: z.string().nullable(),
      /** The link works without signing in. */
      hostedUrl: z.string().nullable(),
      pdfUrl: z.string().nullable(),
    },
    sealed('hostedUrl', 'pdfUrl'),
  ),
  PaymentFailed: eventWith({
    ...ofInvoice,
    attempt: z.int(),
    /** The first failed attempt; the grace period starts here. */
    since: instant,
    graceUntil: instant,
  }),
  InvoiceVoided: eventWith(ofInvoice),
  PaymentReminded: eventWith({
    ...ofPlan,
    invoiceId: z.string(),
    tier: paidTier,
    day: z.int(),
    amount: cents,
    currency,
    graceUntil: instant,
  }),
  CancellationScheduled: eventWith({ ...ofPlan, tier: paidTier, endsAt: instant }),
  CancellationWithdrawn: eventWith({ ...ofPlan, tier: paidTier }),
  SubscriptionEnded: eventWith({
    ...ofPlan,
    cause: z.enum(['cancelled', 'unpaid', 'refunded', 'erased']),
    /** Null if nothing of it was ever paid. */
    tier: paidTier.nullable(),
    previousMonthlyAmount: cents,
    currency,
    endedAt: instant,
  }),
  MoneyBackClaimed: eventWith({ ...ofPlan, ...moneyBack }),
  /** The payment provider can never refund it; an administrator must resolve it. */
  MoneyBackRefused: eventWith({
    ...ofPlan,
    tier: paidTier,
    ...moneyBack,
    refusal: z.enum(refundRefusals),
    at: instant,
  }),
  RefundIssued: eventWith({ ...ofRefund, cause: z.enum(['moneyBack', 'other']), issuedAt: instant }),
  /** The refund failed and the money stays with us. */
  RefundFailed: eventWith({ ...ofRefund, failedAt: instant }),
  FreePeriodGranted: eventWith({
    ...ofLearner,
    tier: paidTier,
    months: z.int().min(1),
    code: z.string(),
    from: instant,
    until: instant,
  }),
  FreePeriodEnded: eventWith({ ...ofLearner, tier: paidTier, until: instant }),
  PriceChangeTold: eventWith({
    ...ofPlan,
    tier: paidTier,
    priceId: z.string(),
    formerAmount: cents,
    amount: cents,
    currency,
    /** Applies to the first period that begins after this. */
    holdsFrom: instant,
  }),
  PriceChangeApplied: eventWith({ ...ofPlan, priceId: z.string() }),
})
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>
export type DecideBilling = Decide<SubscriptionState, SubscriptionEvent>
export type SubscriptionFact<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>

// `subscription-<userId>`: the tier is the largest of what is paid for, given by a code, and granted.

type Paid = SubscriptionFact<'InvoicePaid'>['data']

export interface Plan {
  readonly subscriptionId: string
  readonly paid: Pick<Paid, 'tier' | 'monthlyAmount' | 'invoicedAt' | 'periodStart' | 'periodEnd'> | null
  readonly currency: string
  readonly changesTo: PaidTier | null
  readonly endsAt: string | null
  readonly ended: SubscriptionFact<'SubscriptionEnded'>['data']['cause'] | null
  /** The announced price that is not paid yet. */
  readonly told: { readonly priceId: string; readonly amount: number; readonly holdsFrom: string; readonly isApplied: boolean } | null
}

export interface OpenInvoice extends Omit<SubscriptionFact<'PaymentFailed'>['data'], 'userId'> {
  readonly reminded: readonly number[]
}

export type Payment = Pick<Paid, 'invoiceId' | 'subscriptionId' | 'tier' | 'amount' | 'currency' | 'paidAt' | 'paymentId'>

export interface Refund extends Pick<SubscriptionFact<'RefundIssued'>['data'], 'refundId' | 'invoiceId' | 'amount'> {
  readonly hasFailed: boolean
}

export interface Checkout extends Omit<SubscriptionFact<'CheckoutStarted'>['data'], 'userId'> {
  readonly sessionId: string | null
}

export type FreePeriod = Pick<SubscriptionFact<'FreePeriodGranted'>['data'], 'tier' | 'until'>

export interface SubscriptionState {
  readonly tier: Tier
  readonly granted: Tier
  readonly customerId: string | null
  readonly isForgotten: boolean
  readonly checkouts: number
  readonly checkout: Checkout | null
  readonly plans: readonly Plan[]
  readonly openInvoices: readonly OpenInvoice[]
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
  readonly freePeriods: readonly FreePeriod[]
  readonly hasClaimedMoneyBack: boolean
  readonly refundedSubscriptionId: string | null
  readonly refusedMoneyBack: SubscriptionFact<'MoneyBackRefused'>['data'] | null
}

export const subscriptionAggregate: Aggregate<SubscriptionState, SubscriptionEvent> = {
  category: 'subscription',
  initial: {
    tier: 'free',
    granted: 'free',
    customerId: null,
    isForgotten: false,
    checkouts: 0,
    checkout: null,
    plans: [],
    openInvoices: [],
    payments: [],
    refunds: [],
    freePeriods: [],
    hasClaimedMoneyBack: false,
    refundedSubscriptionId: null,
    refusedMoneyBack: null,
  },
  evolve: evolveBy({
    CustomerMade: (state, { customerId }) => ({ ...state, customerId }),
    CustomerDeleted: (state) => ({ ...state, customerId: null, isForgotten: true }),
    CheckoutStarted: (state, data) => ({ ...state, checkouts: state.checkouts + 1, checkout: { ...data, sessionId: null } }),
    CheckoutOpened: (state, { checkoutId, sessionId }) =>
      state.checkout?.checkoutId === checkoutId ? { ...state, checkout: { ...state.checkout, sessionId } } : state,
    CheckoutEnded: (state, { checkoutId }) => (state.checkout?.checkoutId === checkoutId ? { ...state, checkout: null } : state),
    TierChanged: (state, { to, cause }) => {
      const changed = { ...state, tier: to }
      return cause === 'granted' ? { ...changed, granted: grantedBy(state, to) } : changed
    },
    SubscriptionActivated: (state) => state,
    InvoicePaid: (state, data) => paidIn(state, data),
    PlanChangeScheduled: (state, data) => inPlan(state, data, { changesTo: data.to }),
    PlanChangeWithdrawn: (state, data) => inPlan(state, data, { changesTo: null }),
    CancellationScheduled: (state, data) => inPlan(state, data, { endsAt: data.endsAt }),
    CancellationWithdrawn: (state, data) => inPlan(state, data, { endsAt: null }),
    SubscriptionEnded: (state, data) => ({
      ...inPlan(state, data, { ended: data.cause, changesTo: null, endsAt: null }),
      openInvoices: state.openInvoices.filter(({ subscriptionId }) => subscriptionId !== data.subscriptionId),
    }),
    PaymentFailed: (state, { userId: _, ...failed }) => {
      const { others, one } = apart(state.openInvoices, failed.invoiceId)
      return { ...state, openInvoices: [...others, { ...failed, reminded: one?.reminded ?? [] }] }
    },
    InvoiceVoided: (state, { invoiceId }) => ({ ...state, openInvoices: apart(state.openInvoices, invoiceId).others }),
    PaymentReminded: (state, { invoiceId, day }) => {
      const { others, one } = apart(state.openInvoices, invoiceId)
      return one ? { ...state, openInvoices: [...others, { ...one, reminded: [...one.reminded, day] }] } : state
    },
    MoneyBackClaimed: (state, { subscriptionId }) => ({ ...state, hasClaimedMoneyBack: true, refundedSubscriptionId: subscriptionId }),
    MoneyBackRefused: (state, data) => ({ ...state, refusedMoneyBack: data }),
    RefundIssued: (state, { refundId, invoiceId, amount }) => {
      return { ...state, refunds: appended(state.refunds, { refundId, invoiceId, amount, hasFailed: false }) }
    },
    RefundFailed: (state, { refundId }) => ({
      ...state,
      refunds: state.refunds.map((refund) => (refund.refundId === refundId ? { ...refund, hasFailed: true } : refund)),
    }),
    FreePeriodGranted: (state, data) => {
      const others = state.freePeriods.filter(({ tier }) => tier !== data.tier)
      return { ...state, freePeriods: [...others, { tier: data.tier, until: data.until }] }
    },
    FreePeriodEnded: (state, data) => ({ ...state, freePeriods: state.freePeriods.filter(({ tier }) => tier !== data.tier) }),
    PriceChangeTold: (state, data) => {
      const { priceId, amount, holdsFrom } = data
      return inPlan(state, data, { told: { priceId, amount, holdsFrom, isApplied: false } })
    },
    PriceChangeApplied: (state, data) => {
      const told = planIn(state, data.subscriptionId)?.told
      return told?.priceId === data.priceId ? inPlan(state, data, { told: { ...told, isApplied: true } }) : state
    },
  }),
}

function apart(invoices: readonly OpenInvoice[], invoiceId: string) {
  return {
    one: invoices.find((invoice) => invoice.invoiceId === invoiceId),
    others: invoices.filter((invoice) => invoice.invoiceId !== invoiceId),
  }
}

const unpaid = { paid: null, changesTo: null, endsAt: null, ended: null, told: null }

function inPlan(state: SubscriptionState, of: { subscriptionId: string; currency?: string }, change: Partial<Plan>): SubscriptionState {
  const { subscriptionId, currency = '' } = of
  const known = planIn(state, subscriptionId) ?? { subscriptionId, currency, ...unpaid }
  const others = state.plans.filter((plan) => plan.subscriptionId !== subscriptionId)
  return { ...state, plans: [...others, { ...known, ...change }] }
}

/** The newest invoice decides the plan, even if older ones are reported later. */
function paidIn(state: SubscriptionState, data: Paid): SubscriptionState {
  const { invoiceId, subscriptionId, kind, tier, amount, currency, paidAt, paymentId } = data
  const paid = {
    ...state,
    payments: appended(state.payments, { invoiceId, subscriptionId, tier, amount, currency, paidAt, paymentId }),
    openInvoices: apart(state.openInvoices, invoiceId).others,
  }
  const plan = planIn(state, subscriptionId)
  if (kind === 'other' || !isNewestOf(plan, data)) return paid
  const { monthlyAmount, invoicedAt, periodStart, periodEnd } = data
  return inPlan(paid, data, {
    currency,
    paid: { tier, monthlyAmount, invoicedAt, periodStart, periodEnd },
    changesTo: plan?.changesTo === tier ? null : (plan?.changesTo ?? null),
    told: isAwaited(plan, data) ? (plan?.told ?? null) : null,
  })
}

const isAwaited = (plan: Plan | null, { tier, monthlyAmount }: Paid): boolean =>
  plan?.paid?.tier === tier && plan.told?.amount !== monthlyAmount

export const isNewestOf = (plan: Plan | null, { invoicedAt }: { readonly invoicedAt: string }): boolean =>
  !plan?.ended && (!plan?.paid || plan.paid.invoicedAt < invoicedAt)

export const planIn = ({ plans }: Pick<SubscriptionState, 'plans'>, id: string): Plan | null =>
  plans.find(({ subscriptionId }) => subscriptionId === id) ?? null

export type PaidPlan = Plan & { readonly paid: NonNullable<Plan['paid']> }
const isCurrent = (plan: Plan): plan is PaidPlan => plan.paid !== null && plan.ended === null

/** If two plans exist by mistake, the larger one counts. */
export const currentPlan = ({ plans }: Pick<SubscriptionState, 'plans'>): PaidPlan | null =>
  plans.filter(isCurrent).sort((one, other) => other.paid.monthlyAmount - one.paid.monthlyAmount)[0] ?? null

const largest = (tiers: readonly Tier[]): Tier => tiers.reduce((most, tier) => (isAbove(tier, most) ? tier : most), 'free')

const tierWithoutGrant = ({ plans, freePeriods }: SubscriptionState): Tier =>
  largest([...plans.filter(isCurrent).map(({ paid }) => paid.tier), ...freePeriods.map(({ tier }) => tier)])

/** A grant no larger than the paid plan has no effect. */
const grantedBy = (state: SubscriptionState, to: Tier): Tier => (isAbove(to, tierWithoutGrant(state)) ? to : 'free')

export const tierOfState = (state: SubscriptionState): Tier => largest([tierWithoutGrant(state), state.granted])

export function withTier(
  state: SubscriptionState,
  facts: readonly SubscriptionEvent[],
  { userId, cause }: { readonly userId: string; readonly cause: TierCause },
): readonly SubscriptionEvent[] {
  const to = tierOfState(facts.reduce(subscriptionAggregate.evolve, state))
  return to === state.tier ? facts : [...facts, { type: 'TierChanged', data: { userId, from: state.tier, to, cause, reason: null } }]
}

interface Grant {
  readonly userId: string
  readonly tier: Tier
  readonly reason?: string
}

/** Cannot take away what is paid for or given by a code. */
export const grantTier =
  ({ userId, tier, reason = '' }: Grant): DecideBilling =>
  (state) => {
    const to = largest([tierWithoutGrant(state), tier])
    if (state.tier === to) return []
    return [{ type: 'TierChanged', data: { userId, from: state.tier, to, cause: 'granted', reason: reason || null } }]
  }

import type { Aggregate, Decide } from '../core/decider.ts'
import { appended } from '../core/growing.ts'
import type { SubscriptionEvent, SubscriptionFact, TierCause } from './subscription-events.ts'
import { isAbove, type PaidTier, type Tier } from './tiers.ts'

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

export const subscription: Aggregate<SubscriptionState, SubscriptionEvent> = {
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
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'CustomerMade':
        return { ...state, customerId: data.customerId }
      case 'CustomerDeleted':
        return { ...state, customerId: null, isForgotten: true }
      case 'CheckoutStarted':
        return { ...state, checkouts: state.checkouts + 1, checkout: { ...data, sessionId: null } }
      case 'CheckoutOpened':
        return state.checkout?.checkoutId === data.checkoutId
          ? { ...state, checkout: { ...state.checkout, sessionId: data.sessionId } }
          : state
      case 'CheckoutEnded':
        return state.checkout?.checkoutId === data.checkoutId ? { ...state, checkout: null } : state
      case 'TierChanged': {
        const changed = { ...state, tier: data.to }
        return data.cause === 'granted' ? { ...changed, granted: grantedBy(state, data.to) } : changed
      }
      case 'SubscriptionActivated':
        return state
      case 'InvoicePaid':
        return paidIn(state, data)
      case 'PlanChangeScheduled':
        return inPlan(state, data, { changesTo: data.to })
      case 'PlanChangeWithdrawn':
        return inPlan(state, data, { changesTo: null })
      case 'CancellationScheduled':
        return inPlan(state, data, { endsAt: data.endsAt })
      case 'CancellationWithdrawn':
        return inPlan(state, data, { endsAt: null })
      case 'SubscriptionEnded':
        return {
          ...inPlan(state, data, { ended: data.cause, changesTo: null, endsAt: null }),
          openInvoices: state.openInvoices.filter(({ subscriptionId }) => subscriptionId !== data.subscriptionId),
        }
      case 'PaymentFailed': {
        const { userId: _, ...failed } = data
        const { others, one } = apart(state.openInvoices, failed.invoiceId)
        return { ...state, openInvoices: [...others, { ...failed, reminded: one?.reminded ?? [] }] }
      }
      case 'InvoiceVoided':
        return { ...state, openInvoices: apart(state.openInvoices, data.invoiceId).others }
      case 'PaymentReminded': {
        const { others, one } = apart(state.openInvoices, data.invoiceId)
        return one ? { ...state, openInvoices: [...others, { ...one, reminded: [...one.reminded, data.day] }] } : state
      }
      case 'MoneyBackClaimed':
        return { ...state, hasClaimedMoneyBack: true, refundedSubscriptionId: data.subscriptionId }
      case 'MoneyBackRefused':
        return { ...state, refusedMoneyBack: data }
      case 'RefundIssued': {
        const { refundId, invoiceId, amount } = data
        return { ...state, refunds: appended(state.refunds, { refundId, invoiceId, amount, hasFailed: false }) }
      }
      case 'RefundFailed':
        return {
          ...state,
          refunds: state.refunds.map((refund) => (refund.refundId === data.refundId ? { ...refund, hasFailed: true } : refund)),
        }
      case 'FreePeriodGranted': {
        const others = state.freePeriods.filter(({ tier }) => tier !== data.tier)
        return { ...state, freePeriods: [...others, { tier: data.tier, until: data.until }] }
      }
      case 'FreePeriodEnded':
        return { ...state, freePeriods: state.freePeriods.filter(({ tier }) => tier !== data.tier) }
      case 'PriceChangeTold': {
        const { priceId, amount, holdsFrom } = data
        return inPlan(state, data, { told: { priceId, amount, holdsFrom, isApplied: false } })
      }
      case 'PriceChangeApplied': {
        const told = planIn(state, data.subscriptionId)?.told
        return told?.priceId === data.priceId ? inPlan(state, data, { told: { ...told, isApplied: true } }) : state
      }
    }
  },
}

function apart(invoices: readonly OpenInvoice[], invoiceId: string) {
  return {
    one: invoices.find((invoice) => invoice.invoiceId === invoiceId),
    others: invoices.filter((invoice) => invoice.invoiceId !== invoiceId),
  }
}

const unknownPlan = (subscriptionId: string, currency: string): Plan => ({
  subscriptionId,
  paid: null,
  currency,
  changesTo: null,
  endsAt: null,
  ended: null,
  told: null,
})

function inPlan(state: SubscriptionState, of: { subscriptionId: string; currency?: string }, change: Partial<Plan>): SubscriptionState {
  const known = planIn(state, of.subscriptionId)
  const others = state.plans.filter(({ subscriptionId }) => subscriptionId !== of.subscriptionId)
  return { ...state, plans: [...others, { ...(known ?? unknownPlan(of.subscriptionId, of.currency ?? '')), ...change }] }
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
  const to = tierOfState(facts.reduce(subscription.evolve, state))
  return to === state.tier ? facts : [...facts, { type: 'TierChanged', data: { userId, from: state.tier, to, cause, reason: null } }]
}

interface Grant {
  readonly userId: string
  readonly tier: Tier
  readonly reason?: string
}

/** Cannot take away what is paid for or given by a code. */
export const grantTier =
  ({ userId, tier, reason = '' }: Grant): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) => {
    const to = largest([tierWithoutGrant(state), tier])
    if (state.tier === to) return []
    return [{ type: 'TierChanged', data: { userId, from: state.tier, to, cause: 'granted', reason: reason || null } }]
  }

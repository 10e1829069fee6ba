import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import { addDays, type CalendarDay, weekOf } from '@medicready/domain/core/shown/calendar'
import type { Fact, FactOf } from '@medicready/domain/events'
import {
  sessionCompleted,
  sessionRated,
  sessionScheduled,
  tutorApplied,
  tutorApproved,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
import type { Chance } from '@medicready/platform/testing/chance'

/** What people of a school pay, book, and do, as the facts that it leaves: from a day on, and up to before another. */

export interface Happened {
  readonly day: CalendarDay
  readonly fact: Fact
}
export type Stream = readonly [name: string, happened: readonly Happened[]]

export const noon = (day: CalendarDay): string => `${day}T12:00:00.000Z`
const currency = 'usd'
export const cents = { basic: 500, premium: 1_200 } as const
const MONTH = 30

interface PlanOdds {
  readonly upgrade: number
  readonly refund: number
  readonly refundFails: number
  readonly dispute: number
  readonly leave: number
  readonly comesBack: number
}

interface Code {
  readonly codeId: string
  readonly code: string
}

interface Subscriber {
  readonly userId: string
  readonly number: number
  readonly begin: CalendarDay
  readonly before: CalendarDay
  readonly chance: Chance
  readonly odds: PlanOdds
  /** A fifth off the first payment. */
  readonly code?: Code | undefined
}

/** Payments month by month, with what comes of them. */
export function planOf({ userId, number, begin, before, chance, odds, code }: Subscriber): readonly Stream[] {
  const subscriptionId = `sub_${number}`
  const happened: Happened[] = []
  const others: Stream[] = []
  const then = (day: CalendarDay, fact: Fact) => void (day < before && happened.push({ day, fact }))
  let tier: PaidTier = chance.happens(0.5) ? 'basic' : 'premium'
  let [had, invoices] = [0, 0]
  const change = (day: CalendarDay, from: PaidTier | 'free', to: PaidTier | 'free', cause: 'purchased' | 'upgraded' | 'ended') =>
    then(day, { type: 'TierChanged', data: { userId, from, to, cause, reason: null } })
  const pay = (day: CalendarDay, kind: 'first' | 'renewal' | 'change', end: CalendarDay, amount: number, discount = 0) => {
    const invoiceId = `in_${number}_${invoices++}`
    const monthlyAmount = cents[tier]
    const period = { periodStart: noon(day), periodEnd: noon(end) }
    const line = { tier, amount, discount, tax: 0, isProration: kind === 'change', ...period }
    const sums = { amount: amount - discount, subtotal: amount, discount, code: discount > 0 ? (code?.code ?? null) : null, lines: [line] }
    const paid = { paymentId: `pi_${invoiceId}`, invoicedAt: noon(day), paidAt: noon(day), number: null, hostedUrl: null, pdfUrl: null }
    const ofInvoice = { userId, subscriptionId, invoiceId, kind, tier, previousMonthlyAmount: had, monthlyAmount }
    then(day, invoicePaid({ ...ofInvoice, ...sums, ...period, ...paid }))
    had = monthlyAmount
    return invoiceId
  }
  then(begin, { type: 'CustomerMade', data: { userId, customerId: `cus_${number}` } })
  for (let day = begin; day < before; ) {
    const end = addDays(day, MONTH)
    const isFirst = had === 0
    const saved = isFirst && invoices === 0 && code ? cents[tier] / 5 : 0
    const invoiceId = pay(day, isFirst ? 'first' : 'renewal', end, cents[tier], saved)
    if (isFirst) change(day, 'free', tier, 'purchased')
    if (code && saved > 0) {
      const bought = { kind: 'payment', checkoutId: `cs_${number}`, subscriptionId, tier } as const
      others.push([`discountCode-${code.code}`, [{ day, fact: codeRedeemed(code, userId, chance.uuid(), bought, saved) }]])
    }
    if (tier === 'basic' && chance.happens(odds.upgrade)) {
      day = addDays(day, 5)
      tier = 'premium'
      pay(day, 'change', end, 583)
      change(day, 'basic', 'premium', 'upgraded')
    }
    if (chance.happens(odds.refund)) {
      const ofRefund = { userId, refundId: `re_${number}_${invoices}`, invoiceId, amount: 300, currency, tier }
      then(day, { type: 'RefundIssued', data: { ...ofRefund, cause: 'other', issuedAt: noon(day) } })
      const failed = addDays(day, 2)
      if (chance.happens(odds.refundFails)) then(failed, { type: 'RefundFailed', data: { ...ofRefund, failedAt: noon(failed) } })
    }
    if (chance.happens(odds.dispute)) {
      const of = { userId, disputeId: `du_${invoiceId}`, product: tier, amount: cents[tier], subscriptionId, requestId: null }
      others.push(disputeOf(of, chance.happens(0.5) ? 'won' : 'lost', addDays(day, 6), before))
    }
    if (chance.happens(odds.leave)) {
      then(day, { type: 'CancellationScheduled', data: { userId, subscriptionId, tier, endsAt: noon(addDays(day, 3)) } })
      day = addDays(day, 3)
      const ended = { userId, subscriptionId, tier, previousMonthlyAmount: had, currency, endedAt: noon(day) }
      then(day, { type: 'SubscriptionEnded', data: { ...ended, cause: 'cancelled' } })
      change(day, tier, 'free', 'ended')
      had = 0
      if (!chance.happens(odds.comesBack)) break
    }
    day = end > day ? end : addDays(day, 1)
  }
  return [[`subscription-${userId}`, happened], ...others]
}

export const codeRedeemed = (
  { codeId, code }: Code,
  userId: string,
  usageId: string,
  bought: FactOf<'CodeRedeemed'>['data']['for'],
  saved: number,
): Fact => ({
  type: 'CodeRedeemed',
  data: { codeId, code, userId, usageId, for: bought, amountSaved: { amount: saved, currency } },
})

export const WAYS = 7

/** What comes of a request for tutoring, in one of the ways. */
export function tutoringOf(
  { userId, tutorId, way, chance }: { readonly userId: string; readonly tutorId: string; readonly way: number; readonly chance: Chance },
  begin: CalendarDay,
  before: CalendarDay,
): readonly Stream[] {
  const dayAfter = (days: number) => addDays(begin, days)
  const at = (days: number) => noon(dayAfter(days))
  const requestId = chance.uuid()
  const of = (days: number) => ({ userId, requestId, by: null, at: at(days) })
  const sessionId = chance.uuid()
  const ofSession = (days: number) => ({ ...of(days), sessionId, tutorId })
  const startsAt = at(9)
  const parted = { amount: 4_500, refund: 0, fee: 900, earned: 3_600, currency }
  const half = { ...parted, refund: 2_250, fee: 450, earned: 1_800 }
  const price = { amount: 22_500, currency, sessions: 5 }
  const happened: Happened[] = []
  const payouts: Happened[] = []
  const disputes: Stream[] = []
  const then = (days: number, fact: Fact) => happened.push({ day: dayAfter(days), fact })
  const plan = () => {
    then(1, tutoringAccepted({ ...of(1), by: tutorId, tutorId, ...price }))
    then(2, tutoringPaid({ ...of(2), ...price, checkoutId: `cs_${requestId}`, paymentId: `pi_${requestId}` }))
    then(4, sessionScheduled({ ...ofSession(4), startsAt, as: 'tutor', place: null }))
  }
  const week = weekOf(dayAfter(9))
  const earn = (days: number, kind: 'completed' | 'missed' | 'late_cancellation', { refund, amount, ...share }: typeof parted) => {
    const earned = { userId: tutorId, at: at(days), week, requestId, sessionId, kind, amount: amount - refund, ...share }
    payouts.push({ day: dayAfter(days), fact: { type: 'TutorEarned', data: earned } })
  }
  const giveBack = (
    days: number,
    refund: { readonly sessionId: string | null; readonly amount: number; readonly fee: number },
    { fails, isMended }: { readonly fails: number; readonly isMended: number | null },
  ) => {
    const ofRefund = { refundId: `re_${requestId}`, cause: chance.uuid(), ...refund, currency }
    then(days, { type: 'TutoringRefunded', data: { ...of(days), ...ofRefund } })
    then(fails, { type: 'TutoringRefundFailed', data: { ...of(fails), ...ofRefund } })
    if (isMended !== null)
      then(isMended, { type: 'TutoringRefundMended', data: { ...of(isMended), by: tutorId, ...ofRefund, reason: 'By check.' } })
  }
  then(0, tutoringRequested({ ...of(0), currentProgram: null }))
  if (way === 1) then(2, { type: 'TutoringRequestDeclined', data: { ...of(2), by: tutorId, reason: 'No tutor is free.' } })
  if (way === 2) {
    const cancelled = { ...of(3), as: 'student', unplanned: 0, refund: 0, currency, reason: null } as const
    then(3, { type: 'TutoringRequestCancelled', data: cancelled })
  }
  if (way > 2) plan()
  if (way === 3) {
    then(10, sessionCompleted({ ...ofSession(10), startsAt, ...parted }))
    then(11, sessionRated({ ...ofSession(11), rating: 2, comment: 'Short.' }))
    then(14, sessionRated({ ...ofSession(14), rating: 5, formerRating: 2, comment: null }))
    earn(10, 'completed', parted)
    const of = { userId, disputeId: `du_${requestId}`, product: 'tutoring', amount: price.amount, subscriptionId: null, requestId } as const
    disputes.push(disputeOf(of, 'won', dayAfter(15), before))
  }
  if (way === 4) {
    const moved = { startsAt: at(40), endsAt: at(40), formerStartsAt: startsAt, format: 'online', place: null, as: 'student' } as const
    const zones = { studentTimeZone: 'UTC', tutorTimeZone: 'UTC' }
    then(5, { type: 'TutoringSessionRescheduled', data: { ...ofSession(5), ...moved, ...zones, sequence: 1 } })
    const cancelled = { as: 'student', startsAt, noticeSeconds: 9_000, sequence: 2, ...half, reason: null } as const
    then(8, { type: 'TutoringSessionCancelled', data: { ...ofSession(8), ...cancelled } })
    giveBack(9, { sessionId, amount: 2_250, fee: 450 }, { fails: 13, isMended: 18 })
    earn(8, 'late_cancellation', half)
  }
  if (way === 5) {
    then(10, { type: 'TutoringSessionMissed', data: { ...ofSession(10), startsAt, ...parted } })
    then(12, { type: 'TutoringRequestClosed', data: { ...of(12), unplanned: 4, refund: 18_000, currency } })
    giveBack(13, { sessionId: null, amount: 18_000, fee: 3_600 }, { fails: 16, isMended: null })
    earn(10, 'missed', parted)
  }
  return [
    [`tutoringRequest-${requestId}`, happened.filter(({ day }) => day < before)],
    [`payout-${tutorId}_${week}`, payouts.filter(({ day }) => day < before)],
    ...disputes,
  ]
}

/** The bank takes the money back at once, and decides two weeks later. */
function disputeOf(
  of: Pick<FactOf<'DisputeOpened'>['data'], 'userId' | 'disputeId' | 'product' | 'amount' | 'subscriptionId' | 'requestId'>,
  outcome: 'won' | 'lost',
  begin: CalendarDay,
  before: CalendarDay,
): Stream {
  const end = addDays(begin, 14)
  const { subscriptionId, requestId, ...rest } = of
  const on = (day: CalendarDay) => ({ ...rest, currency, at: noon(day) })
  const opened = { ...on(begin), subscriptionId, requestId, reason: 'fraudulent', respondBy: null } as const
  const happened: Happened[] = [
    { day: begin, fact: { type: 'DisputeOpened', data: opened } },
    { day: begin, fact: { type: 'DisputeMoneyMoved', data: on(begin) } },
    { day: end, fact: { type: 'DisputeClosed', data: { ...on(end), subscriptionId, outcome } } },
  ]
  if (outcome === 'won') happened.push({ day: end, fact: { type: 'DisputeMoneyMoved', data: { ...on(end), amount: 0 - of.amount } } })
  return [`dispute-${of.disputeId}`, happened.filter(({ day }) => day < before)]
}

export const tutorFrom = (userId: string, by: string, day: CalendarDay): Stream => [
  `tutor-${userId}`,
  [
    { day, fact: tutorApplied({ userId, at: noon(day) }) },
    { day: addDays(day, 3), fact: tutorApproved({ userId, at: noon(addDays(day, 3)), by }) },
  ],
]

export const accountOf = (userId: string, day: CalendarDay, more: Parameters<typeof accountRegistered>[1]): Stream => [
  `account-${userId}`,
  [
    { day, fact: accountRegistered(userId, more) },
    { day, fact: emailVerified(userId) },
  ],
]

type Terms = Pick<FactOf<'DiscountCodeCreated'>['data'], 'discountType' | 'discountValue' | 'grantsTier'>

export const codeCreated = (code: Code, name: string, by: string, terms: Terms): FactOf<'DiscountCodeCreated'> => ({
  type: 'DiscountCodeCreated',
  data: { ...code, by, reason: 'The course.', name, description: null, currency, maxUses: null, expiresAt: null, ...terms },
})

/** A month on the basic plan by a code, without a payment. */
export function freeMonthOf(userId: string, code: Code, begin: CalendarDay, before: CalendarDay, usageId: string): readonly Stream[] {
  const end = addDays(begin, MONTH)
  const [from, until] = [noon(begin), noon(end)]
  const period = { tier: 'basic', months: 1 } as const
  const happened: Happened[] = [
    { day: begin, fact: { type: 'FreePeriodGranted', data: { userId, ...period, code: code.code, from, until } } },
    { day: begin, fact: { type: 'TierChanged', data: { userId, from: 'free', to: 'basic', cause: 'code', reason: null } } },
    { day: end, fact: { type: 'FreePeriodEnded', data: { userId, tier: 'basic', until } } },
    { day: end, fact: { type: 'TierChanged', data: { userId, from: 'basic', to: 'free', cause: 'ended', reason: null } } },
  ]
  return [
    [
      `discountCode-${code.code}`,
      [{ day: begin, fact: codeRedeemed(code, userId, usageId, { kind: 'free_period', ...period }, cents.basic) }],
    ],
    [`subscription-${userId}`, happened.filter(({ day }) => day < before)],
  ]
}

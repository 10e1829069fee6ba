import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import { addDays, type CalendarDay } from '@medicready/domain/core/calendar'
import type { Fact, FactOf } from '@medicready/domain/events'
import { tutorApplied } from '@medicready/domain/tutoring/testing/tutoring-facts'
import type { Chance } from '@medicready/platform/testing/chance'

export type Happens = (streamName: string, fact: Fact, actorId: string) => void
export interface Deed {
  /** Of the year, from 0. */
  readonly day: number
  readonly does: (happens: Happens) => void
}

export interface School {
  readonly adminId: string
  readonly chance: Chance
  readonly firstDay: CalendarDay
  readonly days: number
  readonly tutors: readonly string[]
  readonly codes: readonly { readonly codeId: string; readonly code: string }[]
}

const cents = { basic: 500, premium: 1_200 } as const
type PaidTier = keyof typeof cents
export const currency = 'usd'
const MONTH = 30

export const noon = ({ firstDay }: School, day: number): string => `${addDays(firstDay, day)}T12:00:00.000Z`

export function opening(school: School): Deed {
  const { adminId, tutors, codes } = school
  const at = noon(school, 0)
  const byAdmin = { by: adminId, reason: 'For the year.' }
  return {
    day: 0,
    does: (happens) => {
      happens(`account-${adminId}`, registered(adminId, 'Ada', 'Lovelace'), adminId)
      happens(`account-${adminId}`, { type: 'RoleGranted', data: { userId: adminId, role: 'admin', reason: null } }, 'setup')
      for (const userId of tutors) {
        happens(`account-${userId}`, registered(userId, 'Tom', 'Tutor'), userId)
        happens(`tutor-${userId}`, tutorApplied({ userId, at, timeZone: 'UTC' }), userId)
        happens(`tutor-${userId}`, { type: 'TutorApproved', data: { userId, at, ...byAdmin, backgroundCheckPassed: true } }, adminId)
      }
      for (const [number, ofCode] of codes.entries()) {
        const isFree = number % 4 === 0
        const gives = isFree
          ? ({ discountType: 'free_subscription', discountValue: 1, grantsTier: 'basic' } as const)
          : ({ discountType: 'percentage', discountValue: 20, grantsTier: null } as const)
        const terms = { name: ofCode.code, description: null, ...gives, currency, maxUses: null, expiresAt: null } as const
        happens(`discountCode-${ofCode.code}`, { type: 'DiscountCodeCreated', data: { ...ofCode, ...byAdmin, ...terms } }, adminId)
      }
    },
  }
}

const registered = (userId: string, firstName: string, lastName: string): Fact =>
  accountRegistered(userId, { email: `${firstName}-${userId}@example.org`, firstName, lastName })

/** Monthly payments until the student leaves or the year ends. */
export function planOf(userId: string, number: number, from: number, school: School): Deed[] {
  const { chance, days, codes } = school
  const subscriptionId = `sub_${number}`
  const stream = `subscription-${userId}`
  const code = chance.happens(0.25) ? (chance.happens(0.5) ? codes[1] : chance.pick(codes)) : undefined
  let tier: PaidTier = chance.happens(0.45) ? 'premium' : 'basic'
  let had = 0
  const deeds: Deed[] = []
  for (let day = from; day < days; day += MONTH) {
    if (day > from && chance.happens(0.12)) {
      deeds.push(leaving(day, { userId, subscriptionId, tier, had }, school))
      break
    }
    const isUpgrade = day > from && tier === 'basic' && chance.happens(0.06)
    if (isUpgrade) tier = 'premium'
    deeds.push(payment(day, { userId, number, subscriptionId, tier, had, code: day === from ? code : undefined }, school))
    had = cents[tier]
  }
  const [first, ...rest] = deeds
  if (!first) return []
  const begin: Deed = {
    day: from,
    does: (happens) => {
      happens(stream, { type: 'CustomerMade', data: { userId, customerId: `cus_${number}` } }, userId)
      first.does(happens)
    },
  }
  return [begin, ...rest]
}

interface Plan {
  readonly userId: string
  readonly subscriptionId: string
  readonly tier: PaidTier
  readonly had: number
}

function payment(
  day: number,
  {
    userId,
    number,
    subscriptionId,
    tier,
    had,
    code,
  }: Plan & { readonly number: number; readonly code: School['codes'][number] | undefined },
  school: School,
): Deed {
  const stream = `subscription-${userId}`
  const monthlyAmount = cents[tier]
  const saved = code ? monthlyAmount / 5 : 0
  const isRefunded = school.chance.happens(0.02)
  return {
    day,
    does: (happens) => {
      const [at, end] = [noon(school, day), noon(school, day + MONTH)]
      const invoiceId = `in_${number}_${day}`
      const amount = monthlyAmount - saved
      const period = { periodStart: at, periodEnd: end }
      const line = { tier, amount: monthlyAmount, discount: saved, tax: 0, isProration: false, ...period }
      const ofInvoice = { userId, subscriptionId, invoiceId, number: null, kind: had === 0 ? 'first' : 'renewal', tier } as const
      const sums = { amount, currency, subtotal: monthlyAmount, discount: saved, code: code?.code ?? null, lines: [line], ...period }
      const months = { previousMonthlyAmount: had, monthlyAmount }
      const paid = { invoicedAt: at, paidAt: at, paymentId: `pi_${number}_${day}`, hostedUrl: null, pdfUrl: null }
      happens(stream, invoicePaid({ ...ofInvoice, ...sums, ...months, ...paid }), 'worker')
      if (had !== monthlyAmount) {
        const from = had === 0 ? 'free' : 'basic'
        const cause = had === 0 ? 'purchased' : 'upgraded'
        happens(stream, { type: 'TierChanged', data: { userId, from, to: tier, cause, reason: null } }, 'worker')
      }
      if (code) {
        const what = { kind: 'payment', checkoutId: `cs_${number}`, subscriptionId, tier } as const
        happens(`discountCode-${code.code}`, redeemed(code, userId, school, what, saved), 'worker')
      }
      if (!isRefunded) return
      const refund = {
        userId,
        refundId: `re_${number}_${day}`,
        invoiceId,
        amount: 300,
        currency,
        tier,
        cause: 'other',
        issuedAt: at,
      } as const
      happens(stream, { type: 'RefundIssued', data: refund }, 'worker')
    },
  }
}

const redeemed = (
  code: School['codes'][number],
  userId: string,
  { chance }: School,
  what: FactOf<'CodeRedeemed'>['data']['for'],
  saved: number,
): FactOf<'CodeRedeemed'> => ({
  type: 'CodeRedeemed',
  data: { ...code, userId, usageId: chance.uuid(), for: what, amountSaved: { amount: saved, currency } },
})

const leaving = (day: number, { userId, subscriptionId, tier, had }: Plan, school: School): Deed => ({
  day,
  does: (happens) => {
    const stream = `subscription-${userId}`
    const at = noon(school, day)
    happens(stream, { type: 'CancellationScheduled', data: { userId, subscriptionId, tier, endsAt: at } }, userId)
    const ended = { userId, subscriptionId, cause: 'cancelled', tier, previousMonthlyAmount: had, currency, endedAt: at } as const
    happens(stream, { type: 'SubscriptionEnded', data: ended }, 'worker')
    happens(stream, { type: 'TierChanged', data: { userId, from: tier, to: 'free', cause: 'ended', reason: null } }, 'worker')
  },
})

export function freeMonthOf(userId: string, from: number, school: School): Deed[] {
  const stream = `subscription-${userId}`
  const code = school.codes[0]
  if (!code) return []
  const until = noon(school, from + MONTH)
  const begin: Deed = {
    day: from,
    does: (happens) => {
      const what = { kind: 'free_period', tier: 'basic', months: 1 } as const
      happens(`discountCode-${code.code}`, redeemed(code, userId, school, what, cents.basic), userId)
      const granted = { userId, tier: 'basic', months: 1, code: code.code, from: noon(school, from), until } as const
      happens(stream, { type: 'FreePeriodGranted', data: granted }, userId)
      happens(stream, { type: 'TierChanged', data: { userId, from: 'free', to: 'basic', cause: 'code', reason: null } }, userId)
    },
  }
  const end: Deed = {
    day: from + MONTH,
    does: (happens) => {
      happens(stream, { type: 'FreePeriodEnded', data: { userId, tier: 'basic', until } }, 'worker')
      happens(stream, { type: 'TierChanged', data: { userId, from: 'basic', to: 'free', cause: 'ended', reason: null } }, 'worker')
    },
  }
  return [begin, end]
}

import { addDays, type CalendarDay } from '@medicready/domain/core/calendar'
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
import { v4 as uuidV4 } from 'uuid'

export interface Happened {
  readonly day: CalendarDay
  readonly event: Fact
}
type Stream = readonly [name: string, happened: readonly Happened[]]

const noon = (day: CalendarDay): string => `${day}T12:00:00.000Z`
export const WAYS = 7

/** What came of a request in one of the ways, up to before a day. */
export function tutoringOf(
  who: { readonly userId: string; readonly tutorId: string; readonly way: number },
  begin: CalendarDay,
  before: CalendarDay,
): readonly Stream[] {
  const { userId, tutorId, way } = who
  const at = (days: number) => ({ day: addDays(begin, days), instant: noon(addDays(begin, days)) })
  const requestId = uuidV4()
  const of = (days: number) => ({ userId, requestId, by: null, at: at(days).instant })
  const sessionId = uuidV4()
  const ofSession = (days: number) => ({ ...of(days), sessionId, tutorId })
  const startsAt = at(9).instant
  const parted = { amount: 4_500, refund: 0, fee: 900, earned: 3_600, currency: 'usd' }
  const half = { ...parted, refund: 2_250, fee: 450, earned: 1_800 }
  const cents = { amount: 22_500, currency: 'usd', sessions: 5 }
  const happened: Happened[] = [{ day: begin, event: tutoringRequested({ ...of(0), currentProgram: null }) }]
  const then = (days: number, event: Fact) => happened.push({ day: at(days).day, event })
  const accepted = () => then(1, tutoringAccepted({ ...of(1), by: tutorId, tutorId, ...cents }))
  const planned = () => {
    accepted()
    then(2, tutoringPaid({ ...of(2), ...cents }))
    then(4, sessionScheduled({ ...ofSession(4), startsAt }))
  }
  const earned = { userId: tutorId, at: at(10).instant, week: '2026-01-05', requestId, sessionId, currency: 'usd' }
  const payout = (kind: 'completed' | 'missed' | 'late_cancellation', { refund, ...share }: typeof parted): Fact => ({
    type: 'TutorEarned',
    data: { ...earned, kind, amount: share.amount - refund, fee: share.fee, earned: share.earned },
  })
  const payouts: Happened[] = []
  const disputes: Stream[] = []
  const givenBack = (
    days: number,
    refund: { readonly sessionId: string | null; readonly amount: number; readonly fee: number },
    { fails, isMended }: { readonly fails: number; readonly isMended: number | null },
  ) => {
    const ofRefund = { refundId: `re_${requestId}`, cause: uuidV4(), ...refund, currency: 'usd' }
    then(days, { type: 'TutoringRefunded', data: { ...of(days), ...ofRefund } })
    then(fails, { type: 'TutoringRefundFailed', data: { ...of(fails), ...ofRefund } })
    if (isMended !== null)
      then(isMended, { type: 'TutoringRefundMended', data: { ...of(isMended), by: tutorId, ...ofRefund, reason: 'By check.' } })
  }
  switch (way) {
    case 0:
      break
    case 1:
      then(2, { type: 'TutoringRequestDeclined', data: { ...of(2), by: tutorId, reason: 'Nobody is free.' } })
      break
    case 2:
      then(3, {
        type: 'TutoringRequestCancelled',
        data: { ...of(3), as: 'student', unplanned: 0, refund: 0, currency: 'usd', reason: null },
      })
      break
    case 3:
      planned()
      then(10, sessionCompleted({ ...ofSession(10), startsAt, ...parted }))
      then(11, sessionRated({ ...ofSession(11), rating: 2, comment: 'Short.' }))
      then(14, sessionRated({ ...ofSession(14), rating: 5, formerRating: 2, comment: null }))
      payouts.push({ day: at(10).day, event: payout('completed', parted) })
      disputes.push(
        disputeOf(
          { userId, disputeId: `du_${requestId}`, product: 'tutoring', amount: cents.amount, subscriptionId: null, requestId },
          'won',
          at(15).day,
          before,
        ),
      )
      break
    case 4:
      planned()
      then(5, {
        type: 'TutoringSessionRescheduled',
        data: {
          ...{ ...ofSession(5), startsAt: at(40).instant, endsAt: at(40).instant, formerStartsAt: startsAt, format: 'online', place: null },
          ...{ studentTimeZone: 'UTC', tutorTimeZone: 'UTC', sequence: 1, as: 'student' },
        },
      })
      then(8, {
        type: 'TutoringSessionCancelled',
        data: { ...ofSession(8), as: 'student', startsAt, noticeSeconds: 9_000, sequence: 2, ...half, reason: null },
      })
      givenBack(9, { sessionId, amount: 2_250, fee: 450 }, { fails: 13, isMended: 18 })
      payouts.push({ day: at(8).day, event: payout('late_cancellation', half) })
      break
    case 5:
      planned()
      then(10, { type: 'TutoringSessionMissed', data: { ...ofSession(10), startsAt, ...parted } })
      then(12, {
        type: 'TutoringRequestClosed',
        data: { ...of(12), unplanned: 4, refund: 18_000, currency: 'usd' },
      })
      givenBack(13, { sessionId: null, amount: 18_000, fee: 3_600 }, { fails: 16, isMended: null })
      payouts.push({ day: at(10).day, event: payout('missed', parted) })
      break
    default:
      planned()
  }
  return [
    [`tutoringRequest-${requestId}`, happened.filter(({ day }) => day < before)],
    [`payout-${uuidV4()}`, payouts.filter(({ day }) => day < before)],
    ...disputes,
  ]
}

/** The bank takes the money back at once, and decides two weeks later. */
export function disputeOf(
  of: Pick<FactOf<'DisputeOpened'>['data'], 'userId' | 'disputeId' | 'product' | 'amount' | 'subscriptionId' | 'requestId'>,
  outcome: 'won' | 'lost',
  begin: CalendarDay,
  before: CalendarDay,
): Stream {
  const end = addDays(begin, 14)
  const { subscriptionId, requestId, ...rest } = of
  const on = (day: CalendarDay) => ({ ...rest, currency: 'usd', at: noon(day) })
  const happened: Happened[] = [
    {
      day: begin,
      event: { type: 'DisputeOpened', data: { ...on(begin), subscriptionId, requestId, reason: 'fraudulent', respondBy: null } },
    },
    { day: begin, event: { type: 'DisputeMoneyMoved', data: on(begin) } },
    { day: end, event: { type: 'DisputeClosed', data: { ...on(end), subscriptionId, outcome } } },
  ]
  if (outcome === 'won') happened.push({ day: end, event: { type: 'DisputeMoneyMoved', data: { ...on(end), amount: 0 - of.amount } } })
  return [`dispute-${of.disputeId}`, happened.filter(({ day }) => day < before)]
}

export const tutorFrom = (userId: string, day: CalendarDay): Stream => [
  `tutor-${userId}`,
  [
    { day, event: tutorApplied({ userId, at: noon(day) }) },
    { day: addDays(day, 3), event: tutorApproved({ userId, at: noon(addDays(day, 3)), by: userId }) },
  ],
]

export function codeOf(code: string, users: readonly [string, string, string], begin: CalendarDay): readonly Stream[] {
  const [ana, ben, cem] = users
  const ofCode = { codeId: uuidV4(), code }
  const byAdmin = { by: ana, reason: 'The course.' }
  const terms = {
    name: 'Spring',
    description: null,
    discountType: 'percentage',
    discountValue: 25,
    currency: 'usd',
    grantsTier: null,
    maxUses: null,
    expiresAt: null,
  } as const
  const held = (userId: string) => ({ ...ofCode, userId, checkoutId: `cs_${userId}` })
  const on = (days: number, event: Fact): Happened => ({ day: addDays(begin, days), event })
  const reserved = (days: number, userId: string) =>
    on(days, { type: 'CodeReserved', data: { ...held(userId), tier: 'premium', reservedUntil: noon(addDays(begin, days + 1)) } })
  const redeemed = (days: number, userId: string) =>
    on(days, {
      type: 'CodeRedeemed',
      data: {
        ...{ ...ofCode, userId, usageId: uuidV4(), amountSaved: { amount: 300, currency: 'usd' } },
        for: { kind: 'payment', checkoutId: `cs_${userId}`, subscriptionId: 'sub_1', tier: 'premium' },
      },
    })
  return [
    [
      `discountCode-${code}`,
      [
        on(0, { type: 'DiscountCodeCreated', data: { ...ofCode, ...byAdmin, ...terms } }),
        reserved(5, ana),
        on(6, { type: 'CodeReleased', data: { ...held(ana), cause: 'expired' } }),
        reserved(14, ben),
        on(25, { type: 'DiscountCodeRevised', data: { ...ofCode, ...byAdmin, ...terms, maxUses: 4 } }),
        redeemed(30, ben),
        reserved(50, cem),
        redeemed(70, ana),
      ],
    ],
  ]
}

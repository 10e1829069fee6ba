import type { RefundRefusal } from '../billing/shown/money.ts'
import type { Decide } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import { feeOf, noticeMilliseconds, parted, priceOf, refundOf, shareOf } from './shown/tutoring-money.ts'
import type { TutoringRequestEvent } from './tutoring-events.ts'
import {
  type Acting,
  isOpen,
  ofRequest,
  type PlannedSession,
  type RequestState,
  refundById,
  refuseOthers,
  sharesLeft,
  statusOf,
  type TutoringPrice,
} from './tutoring-request.ts'

export type DecideRequest = Decide<RequestState, TutoringRequestEvent>

export const requestTutoring =
  (command: DataOf<TutoringRequestEvent, 'TutoringRequested'>): DecideRequest =>
  ({ situation }) =>
    situation === 'none' ? [{ type: 'TutoringRequested', data: command }] : []

interface Answering extends Omit<Acting, 'as'> {
  readonly reason: string
}

/** This fixes the price. */
export const acceptRequest =
  ({ tutorId, reason, ...who }: Answering & { readonly tutorId: string }): DecideRequest =>
  (state) => {
    if (state.situation === 'none') throw new Rejection('tutoringRequestNotFound')
    if (state.situation === 'accepted' && state.tutorId === tutorId) return []
    if (state.situation !== 'pending') throw new Rejection('tutoringRequestAnswered')
    if (tutorId === state.userId) throw new Rejection('ownTutor')
    return [
      { type: 'TutoringRequestAccepted', data: { ...ofRequest(state, who), tutorId, ...priceOf({ bundle: state.isBundle }), reason } },
    ]
  }

export const declineRequest =
  ({ reason, ...who }: Answering): DecideRequest =>
  (state) => {
    if (state.situation === 'none') throw new Rejection('tutoringRequestNotFound')
    if (state.situation === 'declined') return []
    if (state.situation !== 'pending') throw new Rejection('tutoringRequestAnswered')
    return [{ type: 'TutoringRequestDeclined', data: { ...ofRequest(state, who), reason } }]
  }

export const assignTutor =
  ({ tutorId, reason, ...who }: Answering & { readonly tutorId: string }): DecideRequest =>
  (state) => {
    if (state.situation === 'none') throw new Rejection('tutoringRequestNotFound')
    const { tutorId: formerTutorId } = state
    if (state.situation !== 'accepted' || formerTutorId === null) throw new Rejection('tutoringNotAccepted')
    if (formerTutorId === tutorId) return []
    if (state.sessions.some((session) => session.state === 'scheduled')) throw new Rejection('tutoringSessionsPlanned')
    if (tutorId === state.userId) throw new Rejection('ownTutor')
    return [{ type: 'TutoringTutorAssigned', data: { ...ofRequest(state, who), tutorId, formerTutorId, reason } }]
  }

/** Rejects if it is not to be paid. */
export function priceToPay(state: RequestState, who: Acting): TutoringPrice {
  refuseOthers(state, who)
  if (state.paid) throw new Rejection('tutoringPaid')
  if (state.situation !== 'accepted' || state.price === null) throw new Rejection('tutoringNotAccepted')
  return state.price
}

export const openCheckout = ({ checkout }: RequestState, now: string): string | null =>
  checkout && now < checkout.expiresAt ? checkout.checkoutId : null

export const startCheckout =
  ({ checkoutId, expiresAt, ...who }: Acting & { readonly checkoutId: string; readonly expiresAt: string }): DecideRequest =>
  (state) => {
    const { amount, currency } = priceToPay(state, who)
    if (state.checkout?.checkoutId === checkoutId) return []
    return [{ type: 'TutoringCheckoutStarted', data: { ...ofRequest(state, who), checkoutId, amount, currency, expiresAt } }]
  }

type Payment = Pick<DataOf<TutoringRequestEvent, 'TutoringPaid'>, 'at' | 'checkoutId' | 'paymentId' | 'amount' | 'currency'>

/** A payment after the request ended is refunded in full. */
export const recordPayment =
  ({ at, ...payment }: Payment): DecideRequest =>
  (state) => {
    const { price, paid, situation } = state
    if (price === null || paid !== null) return []
    const { sessions } = price
    const who = ofRequest(state, { by: null, at })
    const fee = feesOf(payment.amount, sessions, 1)
    const written: TutoringRequestEvent = { type: 'TutoringPaid', data: { ...who, ...payment, sessions, fee } }
    if (situation !== 'ended') return [written]
    const { amount: refund, currency } = payment
    return [written, { type: 'TutoringRequestClosed', data: { ...who, unplanned: sessions, refund, currency } }]
  }

/** Sum of the platform's shares from an ordinal on. */
function feesOf(amount: number, sessions: number, from: number): number {
  const shares = Array.from({ length: sessions - from + 1 }, (_, index) => shareOf(amount, sessions, from + index))
  return shares.reduce((sum, share) => sum + feeOf(share), 0)
}

/** For one session, or for sessions that were never planned. */
export type PromisedRefund = Pick<DataOf<TutoringRequestEvent, 'TutoringRefunded'>, 'cause' | 'sessionId' | 'amount' | 'fee'>

/** Null if nothing is owed. */
export function promisedRefund(
  id: string,
  { type, data }: TutoringRequestEvent,
  { paid, isPaymentLost }: RequestState,
): PromisedRefund | null {
  if (!paid || isPaymentLost) return null
  if (type === 'TutoringSessionCancelled' || type === 'TutoringSessionDropped') {
    const { sessionId, amount, refund, fee } = data
    return refund > 0 ? { cause: id, sessionId, amount: refund, fee: feeOf(amount) - fee } : null
  }
  if (type === 'TutoringRequestCancelled' || type === 'TutoringRequestClosed') {
    const { unplanned, refund } = data
    return refund > 0
      ? { cause: id, sessionId: null, amount: refund, fee: feesOf(paid.amount, paid.sessions, paid.sessions - unplanned + 1) }
      : null
  }
  return null
}

export const recordRefund =
  ({ refundId, at, ...refund }: PromisedRefund & { readonly refundId: string; readonly at: string }): DecideRequest =>
  (state) =>
    state.refunded.includes(refund.cause) || !state.paid
      ? []
      : [{ type: 'TutoringRefunded', data: { ...ofRequest(state, { by: null, at }), refundId, ...refund, currency: state.paid.currency } }]

export const recordRefusedRefund =
  ({ at, refusal, ...refund }: PromisedRefund & { readonly at: string; readonly refusal: RefundRefusal }): DecideRequest =>
  (state) => {
    if (!state.paid || state.isPaymentLost || state.refunds.has(refund.cause)) return []
    const { currency } = state.paid
    const refundId = `refused-${refund.cause}`
    return [{ type: 'TutoringRefundRefused', data: { ...ofRequest(state, { by: null, at }), refundId, ...refund, currency, refusal } }]
  }

export const recordFailedRefund =
  ({ refundId, at }: { readonly refundId: string; readonly at: string }): DecideRequest =>
  (state) => {
    const refund = refundById(state, refundId)
    if (refund?.standing !== 'made') return []
    const { standing: _, ...data } = refund
    return [{ type: 'TutoringRefundFailed', data: { ...ofRequest(state, { by: null, at }), ...data } }]
  }

export const mendRefund =
  ({ refundId, reason, ...who }: Answering & { readonly refundId: string }): DecideRequest =>
  (state) => {
    if (state.situation === 'none') throw new Rejection('tutoringRequestNotFound')
    const refund = refundById(state, refundId)
    if (refund?.standing !== 'failed' && refund?.standing !== 'refused') throw new Rejection('refundNotFailed')
    const { standing: _, ...data } = refund
    return [{ type: 'TutoringRefundMended', data: { ...ofRequest(state, who), ...data, reason } }]
  }

export function cancellation({ sessionId, tutorId, startsAt, sequence, amount }: PlannedSession, { as, at }: Pick<Acting, 'as' | 'at'>) {
  const notice = noticeMilliseconds(startsAt, at)
  const ended = { sessionId, tutorId, startsAt, noticeSeconds: Math.floor(notice / 1_000), sequence: sequence + 1 }
  return { ...ended, ...parted(amount, refundOf(amount, { as, notice })) }
}

const dropped = (state: RequestState, session: PlannedSession, at: string) => ({
  ...ofRequest(state, { by: null, at }),
  ...cancellation(session, { as: 'student', at }),
  currency: currencyOf(state),
})

/** Planned sessions follow their notice period; unplanned ones are refunded in full. */
export const cancelRequest =
  ({ reason, ...who }: Acting & { readonly reason: string | null }): DecideRequest =>
  (state) => {
    refuseOthers(state, who)
    const status = statusOf(state)
    if (status === 'cancelled') return []
    if (status === 'completed' || status === 'declined') throw new Rejection('tutoringRequestEnded')
    const common = ofRequest(state, who)
    const how = { as: who.as, currency: currencyOf(state), reason }
    const cancelled = openSessions(state).map((session) => {
      return { type: 'TutoringSessionCancelled', data: { ...common, ...cancellation(session, who), ...how } } as const
    })
    return [...cancelled, { type: 'TutoringRequestCancelled', data: { ...common, ...unplannedOf(state), ...how } }]
  }

/** Used when the student is erased. */
export const closeRequest =
  ({ at }: { readonly at: string }): DecideRequest =>
  (state) => {
    if (state.situation === 'none' || !isOpen(state)) return []
    const common = ofRequest(state, { by: null, at })
    const drops = openSessions(state).map((session) => ({ type: 'TutoringSessionDropped', data: dropped(state, session, at) }) as const)
    return [...drops, { type: 'TutoringRequestClosed', data: { ...common, ...unplannedOf(state), currency: currencyOf(state) } }]
  }

/** After a lost chargeback nothing is owed. Future sessions end unpaid; begun ones are paid to the tutor. */
export const losePayment =
  ({ disputeId, at }: { readonly disputeId: string; readonly at: string }): DecideRequest =>
  (state) => {
    if (!state.paid || state.isPaymentLost) return []
    const common = ofRequest(state, { by: null, at })
    const { currency } = state.paid
    const nothing = { amount: 0, refund: 0, fee: 0, earned: 0, currency }
    const drops = openSessions(state)
      .filter(({ startsAt }) => startsAt > at)
      .map((session) => ({ type: 'TutoringSessionDropped', data: { ...dropped(state, session, at), ...nothing } }) as const)
    const { unplanned } = unplannedOf(state)
    const closed: TutoringRequestEvent[] = isOpen(state)
      ? [{ type: 'TutoringRequestClosed', data: { ...common, unplanned, refund: 0, currency } }]
      : []
    const waived = [...state.refunds.values()].flatMap(({ refundId, standing }) =>
      standing === 'failed' || standing === 'refused' ? [refundId] : [],
    )
    return [...drops, ...closed, { type: 'TutoringPaymentLost', data: { ...common, disputeId, waived } }]
  }

const openSessions = ({ sessions }: RequestState) => sessions.filter(({ state }) => state === 'scheduled')

const currencyOf = ({ price }: RequestState): string => price?.currency ?? priceOf({ bundle: false }).currency

function unplannedOf(state: RequestState) {
  const shares = sharesLeft(state)
  return { unplanned: shares.length, refund: shares.reduce((sum, share) => sum + share, 0) }
}

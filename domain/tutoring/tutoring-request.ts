import { type Aggregate, evolveBy } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import { appended, withEntry } from '../core/growing.ts'
import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { MINUTES_BETWEEN_MAILS, type Participant, type ReminderHours, type RequestStatus, type SessionState } from './shown/rules.ts'
import { shareOf } from './shown/tutoring-money.ts'
import type { TutoringRequestEvent } from './tutoring-events.ts'

type Data<Type extends TutoringRequestEvent['type']> = DataOf<TutoringRequestEvent, Type>

export interface PlannedSession extends Omit<Data<'TutoringSessionScheduled'>, 'userId' | 'requestId' | 'by' | 'at' | 'as' | 'currency'> {
  readonly state: SessionState
  readonly plannedAt: string
  /** Null if unchanged. */
  readonly changeMailAt: string | null
  readonly refund: number
  readonly reminded: readonly ReminderHours[]
  /** Null if the tutor was not asked. */
  readonly markUntil: string | null
  readonly rating: number | null
  readonly comment: string | null
  readonly ratings: number
  readonly ratedAt: string | null
  readonly ratingMailAt: string | null
}

/** Later changes until then are combined in one mail. */
function mailAt(former: string | null, at: string): string {
  if (former === null) return at
  if (at < former) return former
  const next = hoursAfter(former, MINUTES_BETWEEN_MAILS / 60)
  return at > next ? at : next
}

export type TutoringPrice = Pick<Data<'TutoringRequestAccepted'>, 'sessions' | 'amount' | 'currency'>

/** `refused`: never made by the provider. `mended`: paid another way. `waived`: the bank returned the payment. */
export interface TutoringRefund extends Omit<Data<'TutoringRefunded'>, 'userId' | 'requestId' | 'by' | 'at'> {
  readonly standing: 'made' | 'failed' | 'refused' | 'mended' | 'waived'
}

export interface RequestState {
  readonly situation: 'none' | 'pending' | 'declined' | 'accepted' | 'ended'
  readonly requestId: string
  readonly userId: string
  readonly isBundle: boolean
  readonly timeZone: string
  readonly tutorId: string | null
  readonly price: TutoringPrice | null
  readonly checkout: { readonly checkoutId: string; readonly expiresAt: string } | null
  readonly checkouts: number
  readonly paid: (TutoringPrice & { readonly paymentId: string }) | null
  readonly refunded: readonly string[]
  readonly refunds: ReadonlyMap<string, TutoringRefund>
  readonly isPaymentLost: boolean
  readonly sessions: readonly PlannedSession[]
}

export const tutoringRequestAggregate: Aggregate<RequestState, TutoringRequestEvent> = {
  category: 'tutoringRequest',
  initial: {
    situation: 'none',
    requestId: '',
    userId: '',
    isBundle: false,
    timeZone: 'UTC',
    tutorId: null,
    price: null,
    checkout: null,
    checkouts: 0,
    paid: null,
    refunded: [],
    refunds: new Map(),
    isPaymentLost: false,
    sessions: [],
  },
  evolve: evolveBy({
    TutoringRequested: (state, { requestId, userId, timeZone, interestedInBundle: isBundle }) => {
      return { ...state, situation: 'pending', requestId, userId, timeZone, isBundle }
    },
    TutoringRequestAccepted: (state, { sessions, amount, currency, tutorId }) => {
      return { ...state, situation: 'accepted', tutorId, price: { sessions, amount, currency } }
    },
    TutoringRequestDeclined: (state) => ({ ...state, situation: 'declined' }),
    TutoringTutorAssigned: (state, { tutorId }) => ({ ...state, tutorId }),
    TutoringRequestCancelled: (state) => ({ ...state, situation: 'ended' }),
    TutoringRequestClosed: (state) => ({ ...state, situation: 'ended' }),
    TutoringCheckoutStarted: (state, { checkoutId, expiresAt }) => {
      return { ...state, checkout: { checkoutId, expiresAt }, checkouts: state.checkouts + 1 }
    },
    TutoringPaid: (state, { paymentId, sessions, amount, currency }) => ({ ...state, paid: { paymentId, sessions, amount, currency } }),
    TutoringRefunded: (state, { userId: _u, requestId: _r, by: _b, at: _a, ...refund }) => {
      const refunds = withEntry(state.refunds, refund.cause, { ...refund, standing: 'made' as const })
      return { ...state, refunded: appended(state.refunded, refund.cause), refunds }
    },
    TutoringRefundFailed: (state, { refundId }) => stands(state, refundId, 'failed'),
    TutoringRefundRefused: (state, { userId: _u, requestId: _r, by: _b, at: _a, refusal: _, ...refund }) => {
      return { ...state, refunds: withEntry(state.refunds, refund.cause, { ...refund, standing: 'refused' as const }) }
    },
    TutoringPaymentLost: (state, data) =>
      data.waived.reduce<RequestState>((lost, refundId) => stands(lost, refundId, 'waived'), { ...state, isPaymentLost: true }),
    TutoringRefundMended: (state, { refundId }) => stands(state, refundId, 'mended'),
    TutoringSessionScheduled: (state, { requestId: _r, userId: _u, by: _b, as: _a, currency: _c, at: plannedAt, ...session }) => {
      const added = {
        ...session,
        plannedAt,
        changeMailAt: null,
        state: 'scheduled',
        refund: 0,
        reminded: [],
        markUntil: null,
        rating: null,
        comment: null,
        ratings: 0,
        ratedAt: null,
        ratingMailAt: null,
      } as const
      return { ...state, sessions: appended(state.sessions, added) }
    },
    TutoringSessionRescheduled: (state, data) => {
      const { startsAt, endsAt, format, place, studentTimeZone, tutorTimeZone, sequence, at: plannedAt } = data
      const plan = { startsAt, endsAt, format, place, studentTimeZone, tutorTimeZone, sequence, plannedAt, reminded: [] }
      return changed(state, data.sessionId, ({ changeMailAt }) => ({ ...plan, changeMailAt: mailAt(changeMailAt, plannedAt) }))
    },
    TutoringSessionCompleted: (state, { sessionId }) => changed(state, sessionId, () => ({ state: 'completed' })),
    TutoringSessionMissed: (state, { sessionId }) => changed(state, sessionId, () => ({ state: 'missed' })),
    TutoringSessionCancelled: (state, { sessionId, refund, sequence }) =>
      changed(state, sessionId, () => ({ state: 'cancelled', refund, sequence })),
    TutoringSessionDropped: (state, { sessionId, refund, sequence }) =>
      changed(state, sessionId, () => ({ state: 'cancelled', refund, sequence })),
    TutoringReminderDue: (state, { sessionId, hours }) => changed(state, sessionId, ({ reminded }) => ({ reminded: [...reminded, hours] })),
    TutoringMarkAsked: (state, { sessionId, until }) => changed(state, sessionId, () => ({ markUntil: until })),
    TutoringSessionRated: (state, data) =>
      changed(state, data.sessionId, ({ ratings, ratingMailAt }) => {
        const { rating, comment, at: ratedAt } = data
        return { rating, comment, ratings: ratings + 1, ratedAt, ratingMailAt: mailAt(ratingMailAt, ratedAt) }
      }),
  }),
}

export const refundById = ({ refunds }: RequestState, refundId: string): TutoringRefund | undefined =>
  [...refunds.values()].find((refund) => refund.refundId === refundId)

function stands(state: RequestState, refundId: string, standing: TutoringRefund['standing']): RequestState {
  const refund = refundById(state, refundId)
  return refund ? { ...state, refunds: withEntry(state.refunds, refund.cause, { ...refund, standing }) } : state
}

const changed = (state: RequestState, sessionId: string, to: (session: PlannedSession) => Partial<PlannedSession>): RequestState => ({
  ...state,
  sessions: state.sessions.map((session) => (session.sessionId === sessionId ? { ...session, ...to(session) } : session)),
})

/** A canceled session does not return. */
export const sessionsLeft = ({ situation, paid, sessions }: Pick<RequestState, 'situation' | 'paid' | 'sessions'>): number =>
  situation === 'accepted' && paid ? Math.max(0, paid.sessions - sessions.length) : 0

export interface RequestCounts {
  readonly situation: RequestState['situation']
  readonly paid: number
  readonly planned: number
  readonly open: number
  readonly cancelled: number
}

export function statusOfCounts({ situation, paid, planned, open, cancelled }: RequestCounts): RequestStatus {
  if (situation === 'none' || situation === 'pending') return 'pending'
  if (situation === 'declined') return 'declined'
  if (open > 0) return 'scheduled'
  if (situation === 'ended') return 'cancelled'
  if (planned === 0 || planned < paid) return 'accepted'
  return cancelled < planned ? 'completed' : 'cancelled'
}

export const statusOf = ({ situation, paid, sessions }: Pick<RequestState, 'situation' | 'paid' | 'sessions'>): RequestStatus => {
  const countOf = (state: SessionState) => sessions.filter((session) => session.state === state).length
  const [open, cancelled] = [countOf('scheduled'), countOf('cancelled')]
  return statusOfCounts({ situation, paid: paid?.sessions ?? 0, planned: sessions.length, open, cancelled })
}

export const isOpen = (state: Pick<RequestState, 'situation' | 'paid' | 'sessions'>): boolean =>
  ['pending', 'accepted', 'scheduled'].includes(statusOf(state))

export const sharesLeft = (state: Pick<RequestState, 'situation' | 'paid' | 'sessions'>): number[] => {
  const { paid, sessions } = state
  if (!paid) return []
  return Array.from({ length: sessionsLeft(state) }, (_, index) => shareOf(paid.amount, paid.sessions, sessions.length + index + 1))
}

export type Who = Pick<Data<'TutoringRequested'>, 'by' | 'at'>

export const ofRequest = ({ userId, requestId }: RequestState, { by, at }: Who) => ({ userId, requestId, by, at })

export interface Acting {
  readonly as: Participant
  readonly by: string
  readonly at: string
}

/** For outsiders, the request does not exist. */
export function refuseOthers(state: RequestState, { as, by }: Acting): void {
  const takesPart = { student: by === state.userId, tutor: by === state.tutorId, admin: true }[as]
  if (state.situation === 'none' || !takesPart) throw new Rejection('tutoringRequestNotFound')
}

export function sessionOf({ sessions }: RequestState, sessionId: string): PlannedSession {
  const session = sessions.find((each) => each.sessionId === sessionId)
  if (!session) throw new Rejection('tutoringSessionNotFound')
  return session
}

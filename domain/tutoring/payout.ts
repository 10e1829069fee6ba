import type { CalendarDay } from '../core/calendar.ts'
import type { Aggregate, Decide } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import type { PayoutEvent } from './tutor-events.ts'

export interface PayoutState {
  readonly sessions: readonly string[]
  readonly amount: number
  readonly fee: number
  readonly earned: number
  readonly currency: string
  readonly isReported: boolean
}

export const payoutAggregate: Aggregate<PayoutState, PayoutEvent> = {
  category: 'payout',
  initial: { sessions: [], amount: 0, fee: 0, earned: 0, currency: '', isReported: false },
  evolve: (state, { type, data }) =>
    type === 'TutorPayoutReported'
      ? { ...state, isReported: true }
      : {
          ...state,
          sessions: appended(state.sessions, data.sessionId),
          amount: state.amount + data.amount,
          fee: state.fee + data.fee,
          earned: state.earned + data.earned,
          currency: data.currency,
        },
}

export const payoutId = (tutorId: string, week: CalendarDay): string => `${tutorId}_${week}`

/** Closed: the week is reported. */
export const placeIn = ({ sessions, isReported }: PayoutState, sessionId: string): 'counted' | 'open' | 'reported' => {
  if (sessions.includes(sessionId)) return 'counted'
  return isReported ? 'reported' : 'open'
}

/** Decides nothing once the week is reported; it belongs to a later week then. */
export const countEarning =
  (earning: DataOf<PayoutEvent, 'TutorEarned'>): Decide<PayoutState, PayoutEvent> =>
  (state) =>
    placeIn(state, earning.sessionId) === 'open' ? [{ type: 'TutorEarned', data: earning }] : []

/** Once, and only if something was earned. */
export const reportPayout =
  ({ userId, week, at }: { readonly userId: string; readonly week: CalendarDay; readonly at: string }): Decide<PayoutState, PayoutEvent> =>
  ({ sessions, amount, fee, earned, currency, isReported }) =>
    isReported || sessions.length === 0
      ? []
      : [{ type: 'TutorPayoutReported', data: { userId, at, week, sessions: sessions.length, amount, fee, earned, currency } }]

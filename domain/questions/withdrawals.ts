import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { withMember, withoutMember } from '../core/growing.ts'
import { type ModuleName, moduleNames, modules } from './shown/modules.ts'
import { MOST_WITHDRAWN_PERCENT } from './shown/review-rules.ts'

// `withdrawals-<module>`: without an educator, only a small share of a module, so that attackers cannot empty it.

const withdrawal = { module: z.enum(moduleNames), questionId: z.uuid() }

export const withdrawalEvents = defineEvents({
  WithdrawalAdmitted: eventWith(withdrawal),
  WithdrawalReleased: eventWith(withdrawal),
  /** No place left: this question stays in draws until a place is free. */
  WithdrawalsStopped: eventWith({
    ...withdrawal,
    withdrawn: z.int().min(1),
    /** In draws or withdrawn. */
    questions: z.int().min(1),
  }),
})
export type WithdrawalEvent = EventOf<(typeof withdrawalEvents)[number]>

export interface WithdrawalsState {
  readonly withdrawn: ReadonlySet<string>
  readonly isStopped: boolean
}

export const withdrawalsAggregate: Aggregate<WithdrawalsState, WithdrawalEvent> = {
  category: 'withdrawals',
  initial: { withdrawn: new Set(), isStopped: false },
  evolve: evolveBy({
    WithdrawalAdmitted: (state, { questionId }) => ({ withdrawn: withMember(state.withdrawn, questionId), isStopped: false }),
    WithdrawalReleased: (state, { questionId }) => ({ withdrawn: withoutMember(state.withdrawn, questionId), isStopped: false }),
    WithdrawalsStopped: (state) => ({ ...state, isStopped: true }),
  }),
}

export const withdrawalsId = (name: ModuleName): string => modules.find((module) => module.name === name)?.slug ?? name

type Withdrawal = DataOf<WithdrawalEvent, 'WithdrawalReleased'>

/** Reports the stop once until a place is free again. */
export const admitWithdrawal =
  ({ activeQuestions, ...withdrawal }: Withdrawal & { readonly activeQuestions: number }): Decide<WithdrawalsState, WithdrawalEvent> =>
  ({ withdrawn, isStopped }) => {
    if (withdrawn.has(withdrawal.questionId)) return []
    const questions = activeQuestions + withdrawn.size
    if (withdrawn.size < Math.max(1, Math.floor((questions * MOST_WITHDRAWN_PERCENT) / 100)))
      return [{ type: 'WithdrawalAdmitted', data: withdrawal }]
    return isStopped ? [] : [{ type: 'WithdrawalsStopped', data: { ...withdrawal, withdrawn: withdrawn.size, questions } }]
  }

export const releaseWithdrawal =
  (withdrawal: Withdrawal): Decide<WithdrawalsState, WithdrawalEvent> =>
  ({ withdrawn }) =>
    withdrawn.has(withdrawal.questionId) ? [{ type: 'WithdrawalReleased', data: withdrawal }] : []

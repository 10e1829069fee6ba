import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { withMember, withoutMember } from '../growing.ts'
import { type ModuleName, moduleNames, modules } from '../study/modules.ts'
import { MOST_WITHDRAWN_PERCENT } from './review-rules.ts'

/**
 * `withdrawals-<module>`: the questions of a module that are withdrawn without an educator's word, because people doubt
 * them or answer them worse than by guessing. An attacker can withdraw a small share of a module at the
 * most; then withdrawing stops until the educators have decided.
 */

const module = { module: z.enum(moduleNames) }

/** This question has one of the places, and is withdrawn next. */
export const WithdrawalAdmitted = defineEvent('WithdrawalAdmitted', { ...module, questionId: z.uuid() })
/** An educator or the bank has decided, and the place is free again. */
export const WithdrawalReleased = defineEvent('WithdrawalReleased', { ...module, questionId: z.uuid() })
/** There was no place for this question, which stays in draws; nor is there for others until a place is free. */
export const WithdrawalsStopped = defineEvent('WithdrawalsStopped', {
  ...module,
  questionId: z.uuid(),
  /** How many hold a place. */
  withdrawn: z.int().min(1),
  /** Of how many, those that are drawn and those that hold a place. */
  questions: z.int().min(1),
})

export const withdrawalEvents = [WithdrawalAdmitted, WithdrawalReleased, WithdrawalsStopped] as const
export type WithdrawalEvent = EventOf<(typeof withdrawalEvents)[number]>

export interface WithdrawalsState {
  /** The ids of the questions that hold a place. */
  readonly withdrawn: ReadonlySet<string>
  /** Whether a question was turned away and nothing has come free since. */
  readonly isStopped: boolean
}

export const withdrawalsAggregate: Aggregate<WithdrawalsState, WithdrawalEvent> = {
  category: 'withdrawals',
  initial: { withdrawn: new Set(), isStopped: false },
  evolve: (state, event) => {
    switch (event.type) {
      case 'WithdrawalAdmitted':
        return { withdrawn: withMember(state.withdrawn, event.data.questionId), isStopped: false }
      case 'WithdrawalReleased':
        return { withdrawn: withoutMember(state.withdrawn, event.data.questionId), isStopped: false }
      case 'WithdrawalsStopped':
        return { ...state, isStopped: true }
    }
  },
}

export const withdrawalsId = (name: ModuleName): string => modules.find((module) => module.name === name)?.slug ?? name

interface Withdrawal {
  readonly module: ModuleName
  readonly questionId: string
}

/** Gives a question one of the module's places, or stops, which is said once until a place comes free. */
export const admitWithdrawal =
  ({ activeQuestions, ...withdrawal }: Withdrawal & { readonly activeQuestions: number }): Decide<WithdrawalsState, WithdrawalEvent> =>
  ({ withdrawn, isStopped }) => {
    if (withdrawn.has(withdrawal.questionId)) return []
    const questions = activeQuestions + withdrawn.size
    if (withdrawn.size < Math.max(1, Math.floor((questions * MOST_WITHDRAWN_PERCENT) / 100)))
      return [{ type: 'WithdrawalAdmitted', data: withdrawal }]
    return isStopped ? [] : [{ type: 'WithdrawalsStopped', data: { ...withdrawal, withdrawn: withdrawn.size, questions } }]
  }

/** The question is drawn again, or gone. */
export const releaseWithdrawal =
  (withdrawal: Withdrawal): Decide<WithdrawalsState, WithdrawalEvent> =>
  ({ withdrawn }) =>
    withdrawn.has(withdrawal.questionId) ? [{ type: 'WithdrawalReleased', data: withdrawal }] : []

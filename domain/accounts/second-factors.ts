import type { Decide } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type AccountEvent, type AccountState, isRegistered, type RegisteredAccount, type SecondFactor } from './account.ts'
import { RECOVERY_CODES } from './shown/rules.ts'

/** More than anyone needs, too few to help guessing. */
const MOST_SECOND_FACTORS = 10

interface Addition extends SecondFactor {
  readonly withRecoveryCodes: boolean
}

export const addSecondFactor =
  ({ factorId, kind, name, withRecoveryCodes }: Addition): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified') throw new Rejection('notSignedIn')
    const { userId, secondFactors, recoveryCodesLeft } = state
    if (secondFactors.some((factor) => factor.factorId === factorId)) return []
    if (secondFactors.length >= MOST_SECOND_FACTORS) throw new Rejection('tooManySecondFactors')
    const added: AccountEvent = { type: 'SecondFactorAdded', data: { userId, factorId, kind, name } }
    return withRecoveryCodes && recoveryCodesLeft === 0 ? [added, recoveryCodesIssued(state)] : [added]
  }

export const removeSecondFactor =
  ({ factorId }: { readonly factorId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state) || !state.secondFactors.some((factor) => factor.factorId === factorId))
      throw new Rejection('secondFactorNotFound')
    return [{ type: 'SecondFactorRemoved', data: { userId: state.userId, factorId } }]
  }

export const issueRecoveryCodes: Decide<AccountState, AccountEvent> = (state) => {
  if (!isRegistered(state) || state.secondFactors.length === 0) throw new Rejection('secondFactorMissing')
  return [recoveryCodesIssued(state)]
}

const recoveryCodesIssued = ({ userId }: RegisteredAccount): AccountEvent => ({
  type: 'RecoveryCodesIssued',
  data: { userId, count: RECOVERY_CODES },
})

export const noteRecoveryCodeUsed =
  ({ left }: { readonly left: number }): Decide<AccountState, AccountEvent> =>
  (state) =>
    isRegistered(state) ? [{ type: 'RecoveryCodeUsed', data: { userId: state.userId, left } }] : []

/** Fewer wrong codes in an hour count as typos by the owner. */
export const WRONG_SECOND_FACTORS = 3

export const noteSecondFactorRefused =
  ({ date }: { readonly date: string }): Decide<AccountState, AccountEvent> =>
  (state) =>
    isRegistered(state) && state.secondFactorRefusedOn !== date
      ? [{ type: 'SecondFactorRefused', data: { userId: state.userId, date } }]
      : []

export const secondStepsOf = ({ secondFactors, recoveryCodesLeft }: RegisteredAccount): readonly SecondStepKind[] => {
  if (secondFactors.length === 0) return []
  return secondSteps.filter((step) => (step === 'recoveryCode' ? recoveryCodesLeft > 0 : secondFactors.some(({ kind }) => kind === step)))
}

export const secondSteps = ['passkey', 'totp', 'recoveryCode'] as const
export type SecondStepKind = (typeof secondSteps)[number]

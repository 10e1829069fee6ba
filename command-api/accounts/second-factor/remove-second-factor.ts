import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { removeSecondFactor as decide } from '@medicready/domain/accounts/second-factors'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import type { Passkeys } from './passkeys.ts'

/** Removes a second factor: the fact first, by which it is of no use any more. Refused with `secondFactorNotFound`. */
export async function removeSecondFactor(
  parts: Pick<Parts, 'commands' | 'authenticatorApps' | 'recoveryCodes'> & { readonly passkeys: Passkeys },
  { userId, factorId }: { readonly userId: string; readonly factorId: string },
  context: CommandContext,
): Promise<Outcome<RegisteredAccount>> {
  const { state, position } = await parts.commands.execute(accountAggregate, userId, decide({ factorId }), context)
  if (state.situation !== 'verified') throw new Rejection('notSignedIn')
  await Promise.all([parts.passkeys.remove(factorId), parts.authenticatorApps.remove(factorId)])
  if (state.secondFactors.length === 0) await parts.recoveryCodes.forget(userId)
  return { answer: state, position }
}

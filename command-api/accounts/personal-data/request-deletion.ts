import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { requestDeletion as decideToLeave, cancelDeletion as decideToStay } from '@medicready/domain/accounts/personal-data'
import type { Outcome } from '@medicready/domain/outcome'
import type { CommandContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import type { CountedAttempt } from '../attempts.ts'
import { confirmPassword } from '../confirm-password.ts'

/** When the account will be erased; null while nobody wants that. */
type Deletion = Outcome<{ readonly eraseAt: string | null }>

/** Has an account deleted, after the days in which one can change one's mind. Refused with `passwordWrong`. */
export async function requestDeletion(
  parts: Pick<Parts, 'commands' | 'passwords'>,
  { userId, password }: { readonly userId: string; readonly password: string },
  guess: () => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<Deletion> {
  await confirmPassword(parts, { userId, password }, guess)
  const { state, position } = await parts.commands.execute(accountAggregate, userId, decideToLeave({ now: context.now }), context)
  return { answer: { eraseAt: isRegistered(state) ? state.eraseAt : null }, position }
}

/** The account stays. */
export async function cancelDeletion(
  { commands }: Pick<Parts, 'commands'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<Deletion> {
  const { position } = await commands.execute(accountAggregate, userId, decideToStay, context)
  return { answer: { eraseAt: null }, position }
}

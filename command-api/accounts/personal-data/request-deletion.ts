import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { requestDeletion as decideToLeave, cancelDeletion as decideToStay } from '@medicready/domain/accounts/personal-data'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'

/** When the account will be erased; null while nobody wants that. */
type Deletion = Outcome<{ readonly eraseAt: string | null }>

/** Has an account deleted, after the days in which one can change one's mind. Refused with `passwordWrong`. */
export async function requestDeletion(
  { commands, passwords }: Pick<Parts, 'commands' | 'passwords'>,
  { userId, password }: { readonly userId: string; readonly password: string },
  context: CommandContext,
): Promise<Deletion> {
  const { state: before } = await commands.load(accountAggregate, userId)
  const own = isRegistered(before) && before.credentialId !== null ? [before.credentialId] : []
  if ((await passwords.find(own, password, 'known')) === null) throw new Rejection('passwordWrong')
  const { state, position } = await commands.execute(accountAggregate, userId, decideToLeave({ now: context.now }), context)
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

import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Background } from '@medicready/domain/accounts/background'
import { changeProfile as decide, type ProfileChange } from '@medicready/domain/accounts/settings'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Profile extends Background {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
}

/** Changes what somebody says of themselves. */
export async function changeProfile(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...change }: ProfileChange & { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<Profile>> {
  const { state, position } = await commands.execute(accountAggregate, userId, decide(change), context)
  if (!isRegistered(state)) throw new Rejection('notSignedIn')
  const { firstName, lastName, phone, background } = state
  return { answer: { firstName: firstName ?? '', lastName: lastName ?? '', phone, ...background }, position }
}

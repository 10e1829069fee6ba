import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { changeProfile as decide } from '@medicready/domain/accounts/settings'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Profile {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
}

/** Changes what somebody says of themselves. */
export async function changeProfile(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...change }: Pick<Profile, 'firstName' | 'lastName'> & { readonly userId: string; readonly phone?: string | null | undefined },
  context: CommandContext,
): Promise<Outcome<Profile>> {
  const { state, position } = await commands.execute(accountAggregate, userId, decide(change), context)
  if (!isRegistered(state)) throw new Rejection('notSignedIn')
  const { firstName, lastName, phone } = state
  return { answer: { firstName: firstName ?? '', lastName: lastName ?? '', phone }, position }
}

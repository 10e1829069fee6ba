import { type AccountState, accountAggregate } from '@medicready/domain/accounts/account'
import type { AccountEvent } from '@medicready/domain/accounts/account-events'
import type { Decide } from '@medicready/domain/decider'
import type { Position } from '@medicready/domain/event'
import { endSessions } from '@medicready/platform/http/sessions'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Chosen {
  readonly userId: string
  readonly credentialId: string
  readonly passwordHash: string
}

/**
 * Gives an account another password, forgets the one before, and ends every session but `except`. The worker does the
 * same when it meets the fact, should this process be killed in between.
 */
export async function setPassword(
  { commands, sql, passwords }: Pick<Parts, 'commands' | 'sql' | 'passwords'>,
  { userId, credentialId, passwordHash }: Chosen,
  decide: Decide<AccountState, AccountEvent>,
  context: CommandContext,
  { except = null }: { readonly except?: string | null } = {},
): Promise<Position | null> {
  await passwords.store(credentialId, userId, passwordHash, null)
  const { state, position } = await commands.execute(accountAggregate, userId, decide, context).catch(async (error: unknown) => {
    const { state } = await commands.load(accountAggregate, userId)
    if (state.situation !== 'verified' || state.credentialId !== credentialId) await passwords.forget(credentialId)
    throw error
  })
  if (state.situation === 'verified' && state.credentialId === credentialId) await passwords.keep(credentialId, userId)
  await endSessions(sql, userId, { except })
  return position
}

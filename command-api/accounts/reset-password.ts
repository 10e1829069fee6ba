import { accountAggregate } from '@medicready/domain/accounts/account'
import { accountOfReset, resetPassword as decide, requestPasswordReset as decideRequest } from '@medicready/domain/accounts/passwords'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { unlockAccount } from './attempts.ts'
import { findAccount } from './find-account.ts'
import type { Allowance } from './mail-allowances.ts'
import { setPassword } from './set-password.ts'

/** Asks for a link to a new password. What becomes of it tells nothing of whether the address is known. */
export async function requestPasswordReset(
  parts: Pick<Parts, 'commands' | 'mailAllowances' | 'hashEmail'>,
  { email }: { readonly email: string },
  context: CommandContext,
): Promise<Outcome<Allowance>> {
  const { now } = context
  const resetId = idFrom(context, 'reset')
  const allowance = await parts.mailAllowances.take({ kind: 'passwordReset', email, mailId: resetId, now, mayWaitSeconds: 0 })
  const account = await findAccount(parts, email)
  if (account && allowance.mailAt !== null)
    await parts.commands.execute(accountAggregate, account.state.userId, decideRequest({ resetId, now }), context)
  return { answer: allowance, position: null }
}

/**
 * Chooses a new password by the link of a mail, and ends every session: whoever had got in is out. What was counted of
 * attempts is forgotten, since the owner has proved who they are. Refused with `mailLinkInvalid`.
 */
export async function resetPassword(
  parts: Pick<Parts, 'commands' | 'sql' | 'tokens' | 'passwords' | 'hashEmail'>,
  { token, password }: { readonly token: string; readonly password: string },
  context: CommandContext,
): Promise<Outcome<{ readonly userId: string }>> {
  const { commands, tokens, passwords, hashEmail } = parts
  const found = await tokens.find('password reset', token)
  if (!found) throw new Rejection('mailLinkInvalid')
  const { userId, subjectId: resetId } = found
  const before = await commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { answer: { userId }, position: before.position }

  const { state } = await commands.load(accountAggregate, userId)
  const email = accountOfReset(state, { resetId, now: context.now }).email ?? ''
  const credentialId = idFrom(context, 'credential')
  const chosen = { userId, credentialId, passwordHash: await passwords.hash(password, await hashEmail(email), 'signIn') }
  const position = await setPassword(parts, chosen, decide({ resetId, credentialId, now: context.now }), context)
  await unlockAccount(parts, { email, userId })
  return { answer: { userId }, position }
}

import { accountAggregate } from '@medicready/domain/accounts/account'
import { emailClaim } from '@medicready/domain/accounts/email-claim'
import { verifyEmail as decide, verificationOf } from '@medicready/domain/accounts/registration'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { CountedAttempt } from './attempts.ts'

/**
 * Whoever follows a link, and what speaks for the registration being theirs: that they made it in this browser, or that
 * they know its password.
 */
interface Follower {
  readonly token: string
  readonly credentialIds?: readonly string[]
  readonly password?: string
}

/**
 * Verifies the registration that a link was mailed for. To hold the link says only whose the address is: whoever has
 * not chosen the password would open the account to somebody else who registered their address. Refused with
 * `verificationLinkInvalid`, `verificationLinkUsed`, `verificationLinkExpired` or `passwordWrong`; a password is a
 * guess, which `guess` counts.
 */
export async function verifyEmail(
  { commands, tokens, passwords, hashEmail }: Pick<Parts, 'commands' | 'tokens' | 'passwords' | 'hashEmail'>,
  { token, credentialIds = [], password }: Follower,
  guess: (email: string | null) => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<Outcome<'verified' | 'passwordRequired'>> {
  const found = await tokens.find('verification', token)
  if (!found) throw new Rejection('verificationLinkInvalid')
  const { userId } = found
  const command = { verificationId: found.subjectId, now: context.now }
  const { state } = await commands.load(accountAggregate, userId)
  const before = await commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { answer: 'verified', position: before.position }
  const { credentialId, email } = verificationOf(state, command)
  // Somebody who has an account may have proved meanwhile that the address is theirs.
  const claim = await commands.load(emailClaim, await hashEmail(email ?? ''))
  if (claim.state.userId !== userId) throw new Rejection('verificationLinkInvalid')

  if (password !== undefined) {
    const attempt = await guess(email)
    if ((await passwords.find([credentialId], password)) === null) throw new Rejection('passwordWrong')
    await attempt.succeeded()
  } else if (!credentialIds.includes(credentialId)) return { answer: 'passwordRequired', position: null }

  const { position } = await commands.execute(accountAggregate, userId, decide(command), context)
  await passwords.keep(credentialId, userId)
  return { answer: 'verified', position }
}

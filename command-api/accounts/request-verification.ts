import { accountAggregate } from '@medicready/domain/accounts/account'
import { requestVerification as decide } from '@medicready/domain/accounts/registration'
import type { Outcome } from '@medicready/domain/outcome'
import { NIL as nobody } from 'uuid'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { findAccount } from './find-account.ts'
import type { Allowance } from './mail-allowances.ts'
import { matching, unverifiedUntil } from './passwords.ts'

interface Asked {
  readonly allowance: Allowance
  /** The registration that the password proved to be one's own; null where none was. */
  readonly credentialId: string | null
}

/**
 * Asks for another verification mail, where the address may have one now. What becomes of it tells nothing of whether
 * the address is known.
 */
export async function requestVerification(
  parts: Pick<Parts, 'commands' | 'passwords' | 'mailAllowances' | 'hashEmail'>,
  { email, password }: { readonly email: string; readonly password?: string | undefined },
  context: CommandContext,
): Promise<Outcome<Asked>> {
  const { passwords } = parts
  const { now } = context
  const verificationId = idFrom(context, 'verification')
  const allowance = await parts.mailAllowances.take({ kind: 'verification', email, mailId: verificationId, now, mayWaitSeconds: 0 })
  const account = await findAccount(parts, email)
  const credentialId =
    password === undefined ? null : await offeredWith(parts, { email, password, userId: account?.state.userId ?? nobody })
  const { mailAt } = allowance
  if (mailAt !== null) {
    if (credentialId) await passwords.keepUntil(credentialId, unverifiedUntil(now))
    const command = { verificationId, ...(credentialId && { credentialId }), mailAt, now }
    if (account) await parts.commands.execute(accountAggregate, account.state.userId, decide(command), context)
  }
  return { answer: { allowance, credentialId }, position: null }
}

/**
 * The registration that offered this password for the address, the latest if several did. The link shall stand for the
 * password of whoever asks, and not for that of somebody else who registered the address.
 */
async function offeredWith(
  { passwords, hashEmail }: Pick<Parts, 'passwords' | 'hashEmail'>,
  { email, password, userId }: { readonly email: string; readonly password: string; readonly userId: string },
): Promise<string | null> {
  const passwordHash = await passwords.hash(password, await hashEmail(email), 'signIn')
  return matching(await passwords.offeredTo(userId), passwordHash)[0] ?? null
}

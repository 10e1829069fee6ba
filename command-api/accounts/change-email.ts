import { type AccountState, accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { changeEmail as decide, requestEmailChange as decideRequest, emailChangeOf } from '@medicready/domain/accounts/email-change'
import { emailClaim, normalizeEmail, releaseEmail, takeEmail } from '@medicready/domain/accounts/email-claim'
import { Rejection } from '@medicready/domain/rejection'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { CountedAttempt } from './attempts.ts'
import { confirmPassword } from './change-password.ts'
import type { Allowance } from './mail-allowances.ts'

type Wanted = { readonly userId: string; readonly email: string; readonly password: string }

/**
 * Asks for another address, where that may have a mail now. The answer does not tell whether someone has the address.
 * Refused with `passwordWrong` or `emailUnchanged`.
 */
export async function requestEmailChange(
  parts: Pick<Parts, 'commands' | 'passwords' | 'mailAllowances'>,
  { userId, password, ...wanted }: Wanted,
  guess: () => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<Allowance> {
  const { now } = context
  const account = await confirmPassword(parts, { userId, password }, guess)
  const changeId = idFrom(context, 'change')
  const email = normalizeEmail(wanted.email)
  if (email === account.email) throw new Rejection('emailUnchanged')
  const allowance = await parts.mailAllowances.take({ kind: 'verification', email, mailId: changeId, now, mayWaitSeconds: 0 })
  if (allowance.mailAt === null) return allowance
  await parts.commands.execute(accountAggregate, userId, decideRequest({ changeId, email, now }), context)
  return allowance
}

interface Follower {
  readonly token: string
  /** Who is signed in where the link is followed; null for no one. */
  readonly userId: string | null
  readonly password?: string | undefined
}

interface Followed {
  /** Whether the address is changed; else the password is asked for. */
  readonly isChanged: boolean
  /** Whose account it is. */
  readonly userId: string
}

/**
 * Makes the address that a link was mailed to that of the account. Who holds the link has the address, and need not
 * have the account: it takes effect for the person who is signed in to it or knows its password. Else someone could
 * have a victim's click give an account of their own the victim's address. The new address is claimed, then the account
 * changed, then the one before given up; killed after the first, it goes on when the link is followed again, after the
 * second the worker ends it. Refused with `mailLinkInvalid` or `passwordWrong`; a password is a guess, which `guess`
 * counts.
 */
export async function confirmEmail(
  parts: Pick<Parts, 'commands' | 'tokens' | 'passwords' | 'hashEmail'>,
  { token, userId: signedIn, password }: Follower,
  guess: (email: string | null) => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<Followed> {
  const { commands, tokens, hashEmail } = parts
  const found = await tokens.find('email change', token)
  if (!found) throw new Rejection('mailLinkInvalid')
  const { userId, subjectId: changeId } = found
  const before = await commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { isChanged: true, userId }
  const followed = { changeId, now: context.now }
  const { email: formerEmail, emailChange } = emailChangeOf((await commands.load(accountAggregate, userId)).state, followed)

  if (signedIn !== userId) {
    if (password === undefined) return { isChanged: false, userId }
    await confirmPassword(parts, { userId, password }, () => guess(formerEmail))
  }

  const [emailHash, formerEmailHash] = [await hashEmail(emailChange.email ?? ''), await hashEmail(formerEmail ?? '')]
  const from = await squatterOf(parts, emailHash)
  await commands.execute(emailClaim, emailHash, takeEmail({ emailHash, userId, from }), context)
  const changed = await commands.execute(accountAggregate, userId, decide({ ...followed, emailHash, formerEmailHash }), context)
  const { state } = changed
  if (isRegistered(state) && state.credentialId !== null)
    await parts.passwords.moveSalt({ userId, credentialId: state.credentialId, emailHash, since: context.now })
  await commands.execute(emailClaim, formerEmailHash, releaseEmail({ emailHash: formerEmailHash, userId }), context)
  return { isChanged: true, userId }
}

/** Who has registered an address and never verified it, or is gone; null where it is free or someone's own. */
async function squatterOf({ commands }: Pick<Parts, 'commands'>, emailHash: string): Promise<string | null> {
  const { userId } = (await commands.load(emailClaim, emailHash)).state
  if (userId === null) return null
  const { state } = await commands.load(accountAggregate, userId)
  return isOwner(state) ? null : userId
}

const isOwner = (state: AccountState): boolean => isRegistered(state) && state.situation === 'verified'

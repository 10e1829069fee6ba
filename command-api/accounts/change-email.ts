import { type AccountState, accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { emailClaimAggregate, normalizeEmail, releaseEmail, takeEmail } from '@medicready/domain/accounts/email-claim'
import { changeEmail as decide, requestEmailChange as decideRequest, emailChangeOf } from '@medicready/domain/accounts/settings'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { CountedAttempt } from './attempts.ts'
import { confirmPassword } from './change-password.ts'
import type { Allowance } from './mail-allowances.ts'

type Wanted = { readonly userId: string; readonly email: string; readonly password: string }

/** The answer does not tell whether the address is taken. Throws `passwordWrong` or `emailUnchanged`. */
export async function requestEmailChange(
  deps: Pick<Dependencies, 'commands' | 'passwords' | 'mailAllowances'>,
  { userId, password, ...wanted }: Wanted,
  guess: () => Promise<CountedAttempt>,
  context: CommandContext,
): Promise<Allowance> {
  const { now } = context
  const account = await confirmPassword(deps, { userId, password }, guess)
  const changeId = idFrom(context, 'change')
  const email = normalizeEmail(wanted.email)
  if (email === account.email) throw new Rejection('emailUnchanged')
  const allowance = await deps.mailAllowances.take({ kind: 'verification', email, mailId: changeId, now, mayWaitSeconds: 0 })
  if (allowance.mailAt === null) return allowance
  await deps.commands.execute(accountAggregate, userId, decideRequest({ changeId, email, now }), context)
  return allowance
}

interface Follower {
  readonly token: string
  readonly userId: string | null
  readonly password?: string | undefined
}

/**
 * Holding the link proves the address, not the account, so the change also needs the session or the password: otherwise
 * a victim's click could give the victim's address to an attacker's account. The new address is claimed, the account
 * changed, then the old address released; after a crash, following the link again or the worker continues. Throws
 * `mailLinkInvalid` or `passwordWrong`.
 */
export async function confirmEmail(
  deps: Pick<Dependencies, 'commands' | 'tokens' | 'passwords' | 'hashEmail'>,
  { token, userId: signedIn, password }: Follower,
  guess: (email: string | null) => Promise<CountedAttempt>,
  context: CommandContext,
) {
  const { commands, tokens, hashEmail } = deps
  const found = await tokens.find('email change', token)
  if (!found) throw new Rejection('mailLinkInvalid')
  const { userId, subjectId: changeId } = found
  const before = await commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { isChanged: true, userId }
  const followed = { changeId, now: context.now }
  const { email: formerEmail, emailChange } = emailChangeOf((await commands.load(accountAggregate, userId)).state, followed)

  if (signedIn !== userId) {
    if (password === undefined) return { isChanged: false, userId }
    await confirmPassword(deps, { userId, password }, () => guess(formerEmail))
  }

  const [emailHash, formerEmailHash] = [await hashEmail(emailChange.email ?? ''), await hashEmail(formerEmail ?? '')]
  const from = await squatterOf(deps, emailHash)
  await commands.execute(emailClaimAggregate, emailHash, takeEmail({ emailHash, userId, from }), context)
  const changed = await commands.execute(accountAggregate, userId, decide({ ...followed, emailHash, formerEmailHash }), context)
  const { state } = changed
  if (isRegistered(state) && state.credentialId !== null)
    await deps.passwords.moveSalt({ userId, credentialId: state.credentialId, emailHash, since: context.now })
  await commands.execute(emailClaimAggregate, formerEmailHash, releaseEmail({ emailHash: formerEmailHash, userId }), context)
  return { isChanged: true, userId }
}

async function squatterOf({ commands }: Pick<Dependencies, 'commands'>, emailHash: string): Promise<string | null> {
  const { userId } = (await commands.load(emailClaimAggregate, emailHash)).state
  if (userId === null) return null
  const { state } = await commands.load(accountAggregate, userId)
  return isOwner(state) ? null : userId
}

const isOwner = (state: AccountState): boolean => isRegistered(state) && state.situation === 'verified'

import { type AccountEvent, type AccountState, accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import {
  accountOfReset,
  changePassword as decideChange,
  requestPasswordReset as decideRequest,
  resetPassword as decideReset,
} from '@medicready/domain/accounts/passwords'
import { credentialsOf } from '@medicready/domain/accounts/registration'
import type { Decide } from '@medicready/domain/core/decider'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { endSession, endSessions } from '@medicready/platform/http/sessions'
import { type CommandContext, idFrom, withoutTrace } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type CountedAttempt, unlockAccount } from './attempts.ts'
import { findAccount } from './find-account.ts'
import type { Allowance } from './mail-allowances.ts'

export async function confirmPassword(
  { commands, passwords }: Pick<Dependencies, 'commands' | 'passwords'>,
  { userId, password }: { readonly userId: string; readonly password: string },
  guess: () => Promise<CountedAttempt>,
): Promise<RegisteredAccount> {
  const attempt = await guess()
  const { state } = await commands.load(accountAggregate, userId)
  const credentialId = await passwords.find(credentialsOf(state), password, 'known')
  if (state.situation !== 'verified' || !credentialId) throw new Rejection('passwordWrong')
  await attempt.succeeded()
  return state
}

interface Chosen {
  readonly userId: string
  readonly credentialId: string
  readonly passwordHash: string
}

/** Ends all sessions but `except`. The worker repeats it, in case this process is killed before. */
export async function setPassword(
  { commands, sql, passwords }: Pick<Dependencies, 'commands' | 'sql' | 'passwords'>,
  { userId, credentialId, passwordHash }: Chosen,
  change: Decide<AccountState, AccountEvent>,
  context: CommandContext,
  { except = null }: { readonly except?: string | null } = {},
): Promise<void> {
  await passwords.store(credentialId, userId, passwordHash, null)
  const { state } = await commands.execute(accountAggregate, userId, change, context).catch(async (error: unknown) => {
    const { state } = await commands.load(accountAggregate, userId)
    if (state.situation !== 'verified' || state.credentialId !== credentialId) await passwords.forget(credentialId)
    throw error
  })
  if (state.situation === 'verified' && state.credentialId === credentialId) await passwords.keep(credentialId, userId)
  await endSessions(sql, userId, { except })
}

interface Change {
  readonly userId: string
  readonly currentPassword: string
  readonly newPassword: string
}

interface Surroundings {
  readonly guess: () => Promise<CountedAttempt>
  readonly beginAnew: () => Promise<string | null>
}

/** The new session begins first, because the worker ends all that began before the change. */
export async function changePassword(
  deps: Pick<Dependencies, 'commands' | 'sql' | 'passwords' | 'hashEmail'>,
  { userId, currentPassword, newPassword }: Change,
  { guess, beginAnew }: Surroundings,
  context: CommandContext,
): Promise<{ readonly sessionId: string }> {
  const { email, credentialId: former } = await confirmPassword(deps, { userId, password: currentPassword }, guess)
  const credentialId = idFrom(context, 'credential')
  const chosen = {
    userId,
    credentialId,
    passwordHash: await deps.passwords.hash(newPassword, await deps.hashEmail(email ?? ''), 'known'),
  }
  const sessionId = await beginAnew()
  if (sessionId === null) throw new Rejection('notSignedIn')
  try {
    const change = decideChange({ formerCredentialId: former ?? '', credentialId })
    await setPassword(deps, chosen, change, context, { except: sessionId })
    return { sessionId }
  } catch (error) {
    await endSession(deps.sql, sessionId)
    throw error
  }
}

export async function requestPasswordReset(
  deps: Pick<Dependencies, 'commands' | 'mailAllowances' | 'hashEmail'>,
  { email }: { readonly email: string },
  context: CommandContext,
): Promise<Allowance> {
  const { now } = context
  const resetId = idFrom(context, 'reset')
  const allowance = await deps.mailAllowances.take({ kind: 'passwordReset', email, mailId: resetId, now, mayWaitSeconds: 0 })
  const account = await findAccount(deps, email)
  if (account && allowance.mailAt !== null)
    await deps.commands.execute(accountAggregate, account.state.userId, decideRequest({ resetId, now }), withoutTrace(context))
  return allowance
}

/** Clears the count of attempts too, since the owner has proved who they are. Throws `mailLinkInvalid`. */
export async function resetPassword(
  deps: Pick<Dependencies, 'commands' | 'sql' | 'tokens' | 'passwords' | 'hashEmail'>,
  { token, password }: { readonly token: string; readonly password: string },
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  const { commands, tokens, passwords, hashEmail } = deps
  const found = await tokens.find('password reset', token)
  if (!found) throw new Rejection('mailLinkInvalid')
  const { userId, subjectId: resetId } = found
  const before = await commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { userId }

  const { state } = await commands.load(accountAggregate, userId)
  const email = accountOfReset(state, { resetId, now: context.now }).email ?? ''
  const credentialId = idFrom(context, 'credential')
  const chosen = { userId, credentialId, passwordHash: await passwords.hash(password, await hashEmail(email), 'signIn') }
  await setPassword(deps, chosen, decideReset({ resetId, credentialId, now: context.now }), context)
  await unlockAccount(deps, { email, userId })
  return { userId }
}

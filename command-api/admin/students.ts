import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { claimEmail, emailClaim, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import { invite } from '@medicready/domain/accounts/invitation'
import { type AdminActionEvent, adminAction, noteAction as decide } from '@medicready/domain/admin/admin-actions'
import type { Tier } from '@medicready/domain/billing/tiers'
import { Rejection } from '@medicready/domain/rejection'
import { unlockAccount } from '../accounts/attempts.ts'
import { findAccount } from '../accounts/find-account.ts'
import { eraseAccount } from '../accounts/personal-data/erasure.ts'
import { grantTier } from '../billing/tier.ts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** What an administrator does, without the id of it: that follows from the command. */
type Unnamed<Event> = Event extends AdminActionEvent
  ? { readonly type: Event['type']; readonly data: Omit<Event['data'], 'actionId'> }
  : never

/** Writes down that an administrator does something, and why, before it is done. */
export async function noteAction(
  { commands }: Pick<Parts, 'commands'>,
  { type, data }: Unnamed<AdminActionEvent>,
  context: CommandContext,
): Promise<{ readonly actionId: string }> {
  const actionId = idFrom(context, 'admin action')
  const action = { type, data: { actionId, ...data } } as AdminActionEvent
  await commands.execute(adminAction, actionId, decide(action), context)
  return { actionId }
}

interface Invitation {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly tier: Tier
  readonly reason: string
  /** The administrator. */
  readonly by: string
}

/** Until they say where they live. */
const TIME_ZONE = 'UTC'

/**
 * Makes an account for someone and invites them by mail. A crash in between leaves a claim without an account, or an
 * account without a tier: sent again, it goes on from there.
 */
export async function inviteStudent(
  parts: Pick<Parts, 'commands' | 'hashEmail' | 'mailAllowances'>,
  { email, firstName, lastName, tier, reason, by }: Invitation,
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  const { commands, hashEmail, mailAllowances } = parts
  if ((await findAccount(parts, email))?.state.situation === 'verified') throw new Rejection('emailTaken')
  const { now } = context
  const resetId = idFrom(context, 'invitation')
  const allowance = await mailAllowances.take({ kind: 'passwordReset', email, mailId: resetId, now, mayWaitSeconds: 0 })
  if (allowance.mailAt === null) throw new Rejection('tooManyRequests')
  const emailHash = await hashEmail(email)
  const claim = await commands.execute(emailClaim, emailHash, claimEmail({ emailHash, userId: idFrom(context, 'user') }), context)
  const userId = claim.state.userId ?? idFrom(context, 'user')
  const invited = invite({ userId, email: normalizeEmail(email), firstName, lastName, timeZone: TIME_ZONE, resetId, now })
  const { state } = await commands.execute(accountAggregate, userId, invited, context)
  // The address was that of an account which was just erased, and is free in a moment.
  if (state.situation === 'erased') throw new Rejection('unavailable')
  await noteAction(parts, { type: 'StudentInvited', data: { by, userId, reason } }, context)
  await grantTier(parts, { userId, tier, reason }, context)
  return { userId }
}

/** What an administrator does with the account of a student. */

interface ByAdmin {
  readonly userId: string
  readonly by: string
  readonly reason: string
}

/** Refused with `studentNotFound`. */
async function accountOf({ commands }: Pick<Parts, 'commands'>, userId: string): Promise<RegisteredAccount> {
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state)) throw new Rejection('studentNotFound')
  return state
}

/** Gives a student a tier, without payment. What is paid for, or given by a code, stays. */
export async function changeTierOf(
  parts: Pick<Parts, 'commands'>,
  { userId, tier, reason }: Omit<ByAdmin, 'by'> & { readonly tier: Tier },
  context: CommandContext,
): Promise<{ readonly tier: Tier; readonly hasChanged: boolean }> {
  await accountOf(parts, userId)
  const answer = await grantTier(parts, { userId, tier, reason }, context)
  return { tier: answer.tier, hasChanged: answer.hasChanged }
}

/** Forgets what was counted of wrong passwords. */
export async function unlockStudent(
  parts: Pick<Parts, 'commands' | 'sql' | 'hashEmail'>,
  { userId, by, reason }: ByAdmin,
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  const { email } = await accountOf(parts, userId)
  await noteAction(parts, { type: 'StudentUnlocked', data: { by, userId, reason } }, context)
  await unlockAccount(parts, { email: email ?? '', userId })
  return { userId }
}

/**
 * Erases an account at once. Refused with `ownAccount`, and with `emailMismatch` where the address that was typed is
 * another. Sent again, it says the same of an account that is erased.
 */
export async function eraseStudent(
  parts: Pick<Parts, 'commands' | 'sql'>,
  { userId, by, reason, email }: ByAdmin & { readonly email: string },
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  if (userId === by) throw new Rejection('ownAccount')
  const before = await parts.commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { userId }
  const account = await accountOf(parts, userId)
  if (account.email !== normalizeEmail(email)) throw new Rejection('emailMismatch')
  await noteAction(parts, { type: 'ErasureOrdered', data: { by, userId, reason } }, context)
  await eraseAccount(parts, userId, context)
  return { userId }
}

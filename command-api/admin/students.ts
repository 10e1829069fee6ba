import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { claimEmail, emailClaimAggregate, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import { invite } from '@medicready/domain/accounts/passwords'
import { type AdminActionEvent, adminActionAggregate, noteAction as decide } from '@medicready/domain/admin/admin-actions'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { unlockAccount } from '../accounts/attempts.ts'
import { findAccount } from '../accounts/find-account.ts'
import { eraseAccount } from '../accounts/personal-data/erasure.ts'
import { grantTier } from '../billing/tier.ts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

type Unnamed<Event> = Event extends AdminActionEvent
  ? { readonly type: Event['type']; readonly data: Omit<Event['data'], 'actionId'> }
  : never

export async function noteAction(
  { commands }: Pick<Dependencies, 'commands'>,
  { type, data }: Unnamed<AdminActionEvent>,
  context: CommandContext,
): Promise<{ readonly actionId: string }> {
  const actionId = idFrom(context, 'admin action')
  const action = { type, data: { actionId, ...data } } as AdminActionEvent
  await commands.execute(adminActionAggregate, actionId, decide(action), context)
  return { actionId }
}

interface Invitation {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly tier: Tier
  readonly reason: string
  readonly by: string
}

const TIME_ZONE = 'UTC'

/** After a crash in between, sending the command again continues. */
export async function inviteStudent(
  deps: Pick<Dependencies, 'commands' | 'hashEmail' | 'mailAllowances'>,
  { email, firstName, lastName, tier, reason, by }: Invitation,
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  const { commands, hashEmail, mailAllowances } = deps
  if ((await findAccount(deps, email))?.state.situation === 'verified') throw new Rejection('emailTaken')
  const { now } = context
  const resetId = idFrom(context, 'invitation')
  const allowance = await mailAllowances.take({ kind: 'passwordReset', email, mailId: resetId, now, mayWaitSeconds: 0 })
  if (allowance.mailAt === null) throw new Rejection('tooManyRequests')
  const emailHash = await hashEmail(email)
  const claim = await commands.execute(emailClaimAggregate, emailHash, claimEmail({ emailHash, userId: idFrom(context, 'user') }), context)
  const userId = claim.state.userId ?? idFrom(context, 'user')
  const invited = invite({ userId, email: normalizeEmail(email), firstName, lastName, timeZone: TIME_ZONE, resetId, now })
  const { state } = await commands.execute(accountAggregate, userId, invited, context)
  if (state.situation === 'erased') throw new Rejection('unavailable')
  await noteAction(deps, { type: 'StudentInvited', data: { by, userId, reason } }, context)
  await grantTier(deps, { userId, tier, reason }, context)
  return { userId }
}

interface ByAdmin {
  readonly userId: string
  readonly by: string
  readonly reason: string
}

async function accountOf({ commands }: Pick<Dependencies, 'commands'>, userId: string): Promise<RegisteredAccount> {
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state)) throw new Rejection('studentNotFound')
  return state
}

/** A paid tier, or one given by a code, stays. */
export async function changeTierOf(
  deps: Pick<Dependencies, 'commands'>,
  { userId, tier, reason }: Omit<ByAdmin, 'by'> & { readonly tier: Tier },
  context: CommandContext,
): Promise<{ readonly tier: Tier; readonly hasChanged: boolean }> {
  await accountOf(deps, userId)
  return grantTier(deps, { userId, tier, reason }, context)
}

export async function unlockStudent(
  deps: Pick<Dependencies, 'commands' | 'sql' | 'hashEmail'>,
  { userId, by, reason }: ByAdmin,
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  const { email } = await accountOf(deps, userId)
  await noteAction(deps, { type: 'StudentUnlocked', data: { by, userId, reason } }, context)
  await unlockAccount(deps, { email: email ?? '', userId })
  return { userId }
}

export async function eraseStudent(
  deps: Pick<Dependencies, 'commands' | 'sql'>,
  { userId, by, reason, email }: ByAdmin & { readonly email: string },
  context: CommandContext,
): Promise<{ readonly userId: string }> {
  if (userId === by) throw new Rejection('ownAccount')
  const before = await deps.commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { userId }
  const account = await accountOf(deps, userId)
  if (account.email !== normalizeEmail(email)) throw new Rejection('emailMismatch')
  await noteAction(deps, { type: 'ErasureOrdered', data: { by, userId, reason } }, context)
  await eraseAccount(deps, userId, context)
  return { userId }
}

import { accountAggregate } from '@medicready/domain/accounts/account'
import { claimEmail, emailClaim, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import { invite } from '@medicready/domain/accounts/invitation'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { findAccount } from '../accounts/find-account.ts'
import { grantTier } from '../billing/grant-tier.ts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { noteAction } from './note-action.ts'

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
 * Makes an account for somebody and invites them by mail. A crash in between leaves a claim without an account, or an
 * account without a tier: sent again, it goes on from there.
 */
export async function inviteStudent(
  parts: Pick<Parts, 'commands' | 'hashEmail' | 'mailAllowances'>,
  { email, firstName, lastName, tier, reason, by }: Invitation,
  context: CommandContext,
): Promise<Outcome<{ readonly userId: string }>> {
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
  const noted = await noteAction(parts, { type: 'StudentInvited', data: { by, userId, reason } }, context)
  const { position } = await grantTier(parts, { userId, tier, reason }, context)
  return { answer: { userId }, position: position ?? noted.position }
}

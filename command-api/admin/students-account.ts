import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { normalizeEmail } from '@medicready/domain/accounts/email-claim'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { unlockAccount } from '../accounts/attempts.ts'
import { eraseAccount } from '../accounts/personal-data/erase-account.ts'
import { grantTier } from '../billing/grant-tier.ts'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { noteAction } from './note-action.ts'

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
): Promise<Outcome<{ readonly tier: Tier; readonly hasChanged: boolean }>> {
  await accountOf(parts, userId)
  const { answer, position } = await grantTier(parts, { userId, tier, reason }, context)
  return { answer: { tier: answer.tier, hasChanged: answer.hasChanged }, position }
}

/** Forgets what was counted of wrong passwords. */
export async function unlockStudent(
  parts: Pick<Parts, 'commands' | 'sql' | 'hashEmail'>,
  { userId, by, reason }: ByAdmin,
  context: CommandContext,
): Promise<Outcome<{ readonly userId: string }>> {
  const { email } = await accountOf(parts, userId)
  const { position } = await noteAction(parts, { type: 'StudentUnlocked', data: { by, userId, reason } }, context)
  await unlockAccount(parts, { email: email ?? '', userId })
  return { answer: { userId }, position }
}

/**
 * Erases an account at once. Refused with `ownAccount`, and with `emailMismatch` where the address that was typed is
 * another. Sent again, it says the same of an account that is erased.
 */
export async function eraseStudent(
  parts: Pick<Parts, 'commands' | 'sql'>,
  { userId, by, reason, email }: ByAdmin & { readonly email: string },
  context: CommandContext,
): Promise<Outcome<{ readonly userId: string }>> {
  if (userId === by) throw new Rejection('ownAccount')
  const before = await parts.commands.decidedBefore(accountAggregate, userId, context)
  if (before) return { answer: { userId }, position: before.position }
  const account = await accountOf(parts, userId)
  if (account.email !== normalizeEmail(email)) throw new Rejection('emailMismatch')
  await noteAction(parts, { type: 'ErasureOrdered', data: { by, userId, reason } }, context)
  const { position } = await eraseAccount(parts, userId, context)
  return { answer: { userId }, position }
}

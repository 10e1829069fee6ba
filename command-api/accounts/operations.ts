import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import { type UserRole, userRoles } from '@medicready/domain/accounts/shown/rules'
import { type Tier, tierNames } from '@medicready/domain/billing/shown/tiers'
import { systemClock } from '@medicready/platform/clock'
import { grantTier } from '../billing/tier.ts'
import { ownContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Operations, Refused } from '../operations.ts'
import { unlockAccount } from './attempts.ts'
import { changeRole } from './change-role.ts'
import { findAccount } from './find-account.ts'
import { eraseAccount, eraseAgain } from './personal-data/erasure.ts'

const rolesToGrant = userRoles.filter((role) => role !== 'student')

export const accountOperations: Operations = {
  'grant-role': {
    usage: `<email> <${rolesToGrant.join('|')}> [<reason>]`,
    run: (deps, [email, role, ...reason]) =>
      email && rolesToGrant.includes(role as (typeof rolesToGrant)[number]) ? toRole(deps, email, role as UserRole, reason) : undefined,
  },
  'revoke-role': {
    usage: '<email> [<reason>]',
    run: (deps, [email, ...reason]) => (email ? toRole(deps, email, 'student', reason) : undefined),
  },
  'set-tier': {
    usage: `<email> <${tierNames.join('|')}>`,
    run: (deps, [email, tier]) => (email && tierNames.includes(tier as Tier) ? setTier(deps, email, tier as Tier) : undefined),
  },
  unlock: {
    usage: '<email>',
    run: (deps, [email]) => (email ? unlock(deps, email) : undefined),
  },
  erase: {
    usage: '<email>',
    run: (deps, [email]) => (email ? eraseAt(deps, email) : undefined),
  },
  'erase-again': {
    usage: '',
    run: async (deps) => `Accounts erased again: ${await eraseAgain(deps, ownContext('operator', systemClock))}.`,
  },
}

async function accountOf(deps: Dependencies, email: string): Promise<RegisteredAccount> {
  const account = await findAccount(deps, email)
  if (!account) throw new Refused(`No one is registered as ${email}.`)
  return account.state
}

async function toRole(deps: Dependencies, email: string, role: UserRole, words: readonly string[]): Promise<string> {
  const { userId } = await accountOf(deps, email)
  const reason = words.join(' ').trim() || 'on the command line'
  const answer = await changeRole(deps, { userId, role, reason }, ownContext('operator', systemClock))
  return answer.hasChanged ? `${email} now has the role ${role} and must sign in again.` : `${email} already had the role ${role}.`
}

async function setTier(deps: Dependencies, email: string, tier: Tier): Promise<string> {
  const { userId } = await accountOf(deps, email)
  const answer = await grantTier(deps, { userId, tier }, ownContext('operator', systemClock))
  return answer.hasChanged ? `${email} is now on the ${tier} tier.` : `${email} was already on the ${tier} tier.`
}

async function unlock(deps: Dependencies, email: string): Promise<string> {
  const account = await findAccount(deps, email)
  await unlockAccount(deps, { email, userId: account?.state.userId ?? null })
  return `The failed attempts at ${email} are cleared. Its owner may try again at once.`
}

async function eraseAt(deps: Dependencies, email: string): Promise<string> {
  const { userId } = await accountOf(deps, email)
  await eraseAccount(deps, userId, ownContext('operator', systemClock))
  return `The account of ${email} is erased. The worker destroys its key and frees the address in a moment.`
}

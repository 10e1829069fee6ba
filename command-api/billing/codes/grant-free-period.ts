import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { grantFreePeriod as decide } from '@medicready/domain/billing/free-period'
import { subscription } from '@medicready/domain/billing/subscription'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, reactionContext } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'

/**
 * Grants what a use of a code gives. Whoever does so, the process that answers or the worker, it is the same command:
 * of the use itself.
 */
export async function grantFreePeriod(
  { commands }: Pick<Parts, 'commands'>,
  { userId, usageId, code, for: what }: FactOf<'CodeRedeemed'>['data'],
  context: CommandContext,
): Promise<Outcome<{ readonly subscriptionTier: Tier; readonly until: string }>> {
  if (what.kind !== 'free_period') throw new Error('What was paid for is not granted.')
  const grant = decide({ userId, code, tier: what.tier, months: what.months, now: context.now })
  const { state, events, position } = await commands.execute(subscription, userId, grant, { ...context, commandId: usageId })
  const granted = events.find((event) => event.type === 'FreePeriodGranted')
  if (granted?.type !== 'FreePeriodGranted') throw new Error('A free subscription was decided without being granted.')
  return { answer: { subscriptionTier: state.tier, until: granted.data.until }, position }
}

/** Grants what nobody had granted any more when their process was killed. */
export async function grantRedeemed(
  fact: Recorded<FactOf<'CodeRedeemed'>>,
  { commands, clock }: Pick<WorkerParts, 'commands' | 'clock'>,
): Promise<void> {
  const { userId, for: what } = fact.data
  if (what.kind !== 'free_period' || !isRegistered((await commands.load(accountAggregate, userId)).state)) return
  await grantFreePeriod({ commands }, fact.data, reactionContext(fact, clock))
}

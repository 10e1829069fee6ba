import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import {
  type DiscountCodeEvent,
  discountCodeAggregate,
  type KnownCode,
  redeemForFreePeriod,
  usable,
} from '@medicready/domain/billing/discount-code'
import { grantFreePeriod as decide, endFreePeriods as decideEnds } from '@medicready/domain/billing/plan-commands'
import { priceAggregate } from '@medicready/domain/billing/price'
import { codePattern, normalCode } from '@medicready/domain/billing/shown/discount-rules'
import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { DiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { usersWithEndedPeriods } from '@medicready/projector/read-models/billing/discount-code-queries'
import { type CommandContext, idFrom, jobContext, reactionContext, uuidOfName } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { JobDeps, WorkerDeps } from '../../worker/definitions.ts'
import { doneWith } from '../../worker/shown.ts'
import { tierOf } from '../tier.ts'

/** Looked up in place of malformed codes, so that these take as long as unknown ones. */
const NO_CODE = '-'

export async function findCode({ commands }: Pick<Dependencies, 'commands'>, typed: string) {
  const code = normalCode(typed)
  const id = codePattern.test(code) ? code : NO_CODE
  const { state } = await commands.load(discountCodeAggregate, id)
  return { id, state }
}

interface Asked {
  readonly userId: string
  readonly code: string
  readonly now: string
}

/** A free subscription needs the free tier: beside a plan its months would pass unused. */
export async function usableBy(deps: Pick<Dependencies, 'commands'>, { userId, code, now }: Asked): Promise<KnownCode> {
  const known = usable((await findCode(deps, code)).state, { userId, now })
  const isFree = known.terms.discountType === 'free_subscription'
  if (isFree && (await tierOf(deps, userId)) !== 'free') throw new Rejection('discountCodeNeedsFreePlan')
  return known
}

export async function validateCode(deps: Pick<Dependencies, 'commands'>, asked: Asked): Promise<DiscountCode> {
  const { code, terms } = await usableBy(deps, asked)
  const { name, description, discountType, discountValue, grantsTier } = terms
  return { code, name, description, discountType, discountValue, grantsTier }
}

interface Granted {
  readonly success: true
  readonly subscriptionGranted: true
  readonly subscriptionTier: Tier
  readonly until: string
}

/** Recorded first, exactly once; the worker grants the subscription if this process is killed in between. */
export async function useCode(
  deps: Pick<Dependencies, 'commands'>,
  { userId, code }: { readonly userId: string; readonly code: string },
  context: CommandContext,
): Promise<Granted> {
  const redeemed = await redeem(deps, { userId, code }, context)
  const answer = await grantFreePeriod(deps, redeemed, context)
  return { success: true, subscriptionGranted: true, ...answer }
}

async function redeem(deps: Pick<Dependencies, 'commands'>, { userId, code }: { userId: string; code: string }, context: CommandContext) {
  const { id } = await findCode(deps, code)
  const before = await deps.commands.decidedBefore(discountCodeAggregate, id, context)
  if (before) return redemptionIn(before.events)
  const { grantsTier } = (await usableBy(deps, { userId, code, now: context.now })).terms
  const usageId = idFrom(context, 'usage')
  const monthlyPrice = grantsTier === null ? 0 : await priceOf(deps, grantsTier)
  const decide = redeemForFreePeriod({ userId, usageId, now: context.now, monthlyPrice })
  return redemptionIn((await deps.commands.execute(discountCodeAggregate, id, decide, context)).events)
}

async function priceOf({ commands }: Pick<Dependencies, 'commands'>, tier: PaidTier): Promise<number> {
  const { amount } = (await commands.load(priceAggregate, tier)).state
  return amount ?? tiers[tier].monthlyPrice * 100
}

function redemptionIn(events: readonly DiscountCodeEvent[]): FactOf<'CodeRedeemed'>['data'] {
  const redeemed = events.find((event) => event.type === 'CodeRedeemed')
  if (redeemed?.type !== 'CodeRedeemed') throw new Error('A code was redeemed without an event.')
  return redeemed.data
}

/** This process and the worker send the same command, derived from the use. */
export async function grantFreePeriod(
  { commands }: Pick<Dependencies, 'commands'>,
  { userId, usageId, code, for: what }: FactOf<'CodeRedeemed'>['data'],
  context: CommandContext,
): Promise<{ readonly subscriptionTier: Tier; readonly until: string }> {
  if (what.kind !== 'free_period') throw new Error('Only free periods are granted.')
  const grant = decide({ userId, code, tier: what.tier, months: what.months, now: context.now })
  const { state, events } = await commands.execute(subscriptionAggregate, userId, grant, { ...context, commandId: usageId })
  const granted = events.find((event) => event.type === 'FreePeriodGranted')
  if (granted?.type !== 'FreePeriodGranted') throw new Error('A free subscription was granted without an event.')
  return { subscriptionTier: state.tier, until: granted.data.until }
}

export async function grantRedeemed(fact: RecordedFact<'CodeRedeemed'>, { commands, clock }: Pick<WorkerDeps, 'commands' | 'clock'>) {
  const { userId, for: what } = fact.data
  if (what.kind !== 'free_period' || !isRegistered((await commands.load(accountAggregate, userId)).state)) return
  await grantFreePeriod({ commands }, fact.data, reactionContext(fact, clock))
}

const JOB_NAMESPACE = 'd0a0a1de-5d5c-4a07-9d1b-86f0b1a3c7e4'

export async function endFreePeriods({ commands, sql, clock, signal }: JobDeps): Promise<{ ended: number }> {
  const now = clock()
  const ended = await doneWith(await usersWithEndedPeriods(sql, now), signal, async ({ userId }) => {
    const context = jobContext('free-periods', uuidOfName(`${userId}/${now}`, JOB_NAMESPACE), now)
    const { events } = await commands.execute(subscriptionAggregate, userId, decideEnds({ userId, now }), context)
    return events.length > 0
  })
  return { ended }
}

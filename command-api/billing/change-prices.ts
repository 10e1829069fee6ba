import { duePriceChange, tellPriceChange } from '@medicready/domain/billing/plan-commands'
import { announcePrice as decide, duePrice, priceAggregate, setPrice } from '@medicready/domain/billing/price'
import { MOST_DAYS_TO_PRICE, type PaidTier, paidTierNames } from '@medicready/domain/billing/shown/tiers'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { MonthlyPrice } from '@medicready/platform/payments/prices'
import { isUnavailable } from '@medicready/platform/retry'
import { usersAtOtherPrice } from '@medicready/projector/read-models/billing/plan-queries'
import { type CommandContext, ownContext, partOf } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { type BillingDeps, observeSubscription } from './observe-provider.ts'

interface Announcement {
  readonly tier: PaidTier
  readonly amount: number
  readonly holdsFrom?: CalendarDay | undefined
  readonly by: string
  readonly reason: string
}

/** A price for today is set at the provider here or by the worker. The worker tells subscribers. */
export async function announcePrice(deps: BillingDeps, { holdsFrom: day, ...announcement }: Announcement, context: CommandContext) {
  const { commands, payments } = deps
  const { now } = context
  const today = now.slice(0, 'YYYY-MM-DD'.length)
  if (day !== undefined && (day < today || day > addDays(today, MOST_DAYS_TO_PRICE))) throw new Rejection('priceDayOutOfRange')
  const holdsFrom = day === undefined || day === today ? now : `${day}T00:00:00.000Z`
  const { tier, amount } = announcement
  const { currency } = await keep(deps, await payments.prices.of(tier), context)
  const decision = decide({ ...announcement, currency, now, holdsFrom })
  const { events } = await commands.execute(priceAggregate, tier, decision, context)
  // If sent again, it holds from the first announcement.
  const announced = events.find(({ type }) => type === 'PriceAnnounced')?.data
  const answer = { tier, amount, holdsFrom: announced && 'holdsFrom' in announced ? announced.holdsFrom : holdsFrom }
  try {
    await setDue(deps, tier, context)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  return answer
}

async function setDue(deps: BillingDeps, tier: PaidTier, context: CommandContext): Promise<void> {
  const { state } = await deps.commands.load(priceAggregate, tier)
  const amount = duePrice(state, context.now)
  if (amount !== null) await keep(deps, await deps.payments.prices.set(tier, amount), context)
}

async function keep({ commands }: BillingDeps, price: MonthlyPrice, context: CommandContext) {
  const { tier, priceId, amount, currency } = price
  await commands.execute(priceAggregate, tier, setPrice({ tier, priceId, amount, currency }), partOf(context, `price ${priceId}`))
  return { currency }
}

type PriceDeps = Pick<WorkerDeps, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>

export async function carryOutAnnouncement(_fact: RecordedFact<'PriceAnnounced'>, deps: PriceDeps): Promise<void> {
  await keepPrices(deps)
}

/** Creates and sets due prices at the provider, and tells subscribers 30 days before one applies. */
export async function keepPrices(deps: PriceDeps): Promise<{ told: number; applied: number }> {
  const { sql, signal, clock } = deps
  let [told, applied] = [0, 0]
  const failures: unknown[] = []
  for (const tier of paidTierNames) await setDue(deps, tier, ownContext('worker', clock))
  for (const price of await deps.payments.prices.ensure()) {
    await keep(deps, price, ownContext('worker', clock))
    for (const { userId } of await usersAtOtherPrice(sql, price)) {
      if (signal.aborted) break
      try {
        if (await tell(deps, userId, price)) told += 1
        if (await apply(deps, userId)) applied += 1
      } catch (error) {
        if (isUnavailable(error)) throw error
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `A price could not be changed for ${failures.length} people: ${failures[0]}`)
  return { told, applied }
}

async function tell({ commands, clock }: PriceDeps, userId: string, price: MonthlyPrice): Promise<boolean> {
  const context = ownContext('worker', clock)
  const { events } = await commands.execute(subscriptionAggregate, userId, tellPriceChange({ userId, now: context.now, price }), context)
  return events.length > 0
}

async function apply(deps: PriceDeps, userId: string): Promise<boolean> {
  const { commands, payments, clock } = deps
  const due = duePriceChange((await commands.load(subscriptionAggregate, userId)).state, clock())
  const snapshot = due && (await payments.subscription(due.subscriptionId))
  if (!due || !snapshot || snapshot.hasEnded) return false
  const { subscriptionId, priceId } = due
  const { itemId } = snapshot.next
  const key = `price-${subscriptionId}-${priceId}`
  if (snapshot.next.priceId !== priceId) await payments.changePrice({ subscriptionId, itemId, priceId, atOnce: false, key })
  await observeSubscription(deps, subscriptionId, ownContext('worker', clock))
  return true
}

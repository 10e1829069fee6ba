import { duePriceChange, tellPriceChange } from '@medicready/domain/billing/plan-commands'
import { announcePrice as decide, duePrice, priceAggregate, setPrice } from '@medicready/domain/billing/price'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { MOST_DAYS_TO_PRICE, type PaidTier, paidTierNames } from '@medicready/domain/billing/tiers'
import { addDays, type CalendarDay } from '@medicready/domain/core/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { MonthlyPrice } from '@medicready/platform/payments/prices'
import { isUnavailable } from '@medicready/platform/retry'
import { usersAtOtherPrice } from '@medicready/projector/read-models/billing/plan-queries'
import { type CommandContext, ownContext, partOf } from '../command-context.ts'
import type { WorkerParts } from '../worker/definitions.ts'
import { type BillingParts, observeSubscription } from './observe-provider.ts'

interface Announcement {
  readonly tier: PaidTier
  readonly amount: number
  readonly holdsFrom?: CalendarDay | undefined
  readonly by: string
  readonly reason: string
}

/** A price for today is set at the provider here or by the worker. The worker tells subscribers. */
export async function announcePrice(parts: BillingParts, { holdsFrom: day, ...announcement }: Announcement, context: CommandContext) {
  const { commands, payments } = parts
  const { now } = context
  const today = now.slice(0, 'YYYY-MM-DD'.length)
  if (day !== undefined && (day < today || day > addDays(today, MOST_DAYS_TO_PRICE))) throw new Rejection('priceDayOutOfRange')
  const holdsFrom = day === undefined || day === today ? now : `${day}T00:00:00.000Z`
  const { tier, amount } = announcement
  const { currency } = await keep(parts, await payments.prices.of(tier), context)
  const decision = decide({ ...announcement, currency, now, holdsFrom })
  const { events } = await commands.execute(priceAggregate, tier, decision, context)
  // If sent again, it holds from the first announcement.
  const announced = events.find(({ type }) => type === 'PriceAnnounced')?.data
  const answer = { tier, amount, holdsFrom: announced && 'holdsFrom' in announced ? announced.holdsFrom : holdsFrom }
  try {
    await setDue(parts, tier, context)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  return answer
}

async function setDue(parts: BillingParts, tier: PaidTier, context: CommandContext): Promise<void> {
  const { state } = await parts.commands.load(priceAggregate, tier)
  const amount = duePrice(state, context.now)
  if (amount !== null) await keep(parts, await parts.payments.prices.set(tier, amount), context)
}

async function keep({ commands }: BillingParts, price: MonthlyPrice, context: CommandContext) {
  const { tier, priceId, amount, currency } = price
  await commands.execute(priceAggregate, tier, setPrice({ tier, priceId, amount, currency }), partOf(context, `price ${priceId}`))
  return { currency }
}

type PriceParts = Pick<WorkerParts, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>

export async function carryOutAnnouncement(_fact: RecordedFact<'PriceAnnounced'>, parts: PriceParts): Promise<void> {
  await keepPrices(parts)
}

/** Creates and sets due prices at the provider, and tells subscribers 30 days before one applies. */
export async function keepPrices(parts: PriceParts): Promise<{ told: number; applied: number }> {
  const { sql, signal, clock } = parts
  let [told, applied] = [0, 0]
  const failures: unknown[] = []
  for (const tier of paidTierNames) await setDue(parts, tier, ownContext('worker', clock))
  for (const price of await parts.payments.prices.ensure()) {
    await keep(parts, price, ownContext('worker', clock))
    for (const { userId } of await usersAtOtherPrice(sql, price)) {
      if (signal.aborted) break
      try {
        if (await tell(parts, userId, price)) told += 1
        if (await apply(parts, userId)) applied += 1
      } catch (error) {
        if (isUnavailable(error)) throw error
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `A price could not be changed for ${failures.length} people: ${failures[0]}`)
  return { told, applied }
}

async function tell({ commands, clock }: PriceParts, userId: string, price: MonthlyPrice): Promise<boolean> {
  const context = ownContext('worker', clock)
  const { events } = await commands.execute(subscriptionAggregate, userId, tellPriceChange({ userId, now: context.now, price }), context)
  return events.length > 0
}

async function apply(parts: PriceParts, userId: string): Promise<boolean> {
  const { commands, payments, clock } = parts
  const due = duePriceChange((await commands.load(subscriptionAggregate, userId)).state, clock())
  const snapshot = due && (await payments.subscription(due.subscriptionId))
  if (!due || !snapshot || snapshot.hasEnded) return false
  const { subscriptionId, priceId } = due
  const { itemId } = snapshot.next
  const key = `price-${subscriptionId}-${priceId}`
  if (snapshot.next.priceId !== priceId) await payments.changePrice({ subscriptionId, itemId, priceId, atOnce: false, key })
  await observeSubscription(parts, subscriptionId, ownContext('worker', clock))
  return true
}

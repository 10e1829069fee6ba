import { priceAggregate, setPrice } from '@medicready/domain/billing/price'
import { duePriceChange, tellPriceChange } from '@medicready/domain/billing/price-changes'
import { subscription } from '@medicready/domain/billing/subscription'
import type { MonthlyPrice } from '@medicready/platform/payments/prices'
import { ownContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { observeSubscription } from './observe-provider.ts'

type PriceParts = Pick<WorkerParts, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>

/**
 * Makes the prices that are missing at the payment provider's, keeps what they are, tells those who have a plan of a
 * new one, and has it hold for them from 30 days after. The read model says where to look, the log decides.
 */
export async function keepPrices(parts: PriceParts): Promise<{ told: number; applied: number }> {
  const { commands, sql, signal, clock } = parts
  let [told, applied] = [0, 0]
  for (const price of await parts.payments.prices.ensure()) {
    const { tier, priceId, amount, currency } = price
    await commands.execute(priceAggregate, tier, setPrice({ tier, priceId, amount, currency }), ownContext('worker', clock))
    const plans = await sql<{ userId: string }[]>`
      SELECT user_id AS "userId" FROM read.subscription_plans
      WHERE ended IS NULL AND tier = ${tier} AND monthly_amount <> ${amount} ORDER BY user_id`
    for (const { userId } of plans) {
      if (signal.aborted) break
      if (await tell(parts, userId, price)) told += 1
      if (await apply(parts, userId)) applied += 1
    }
  }
  return { told, applied }
}

async function tell({ commands, clock }: PriceParts, userId: string, price: MonthlyPrice): Promise<boolean> {
  const context = ownContext('worker', clock)
  const { events } = await commands.execute(subscription, userId, tellPriceChange({ userId, now: context.now, price }), context)
  return events.length > 0
}

/** The next period costs what was told of: nothing is charged for what is left of this one. */
async function apply(parts: PriceParts, userId: string): Promise<boolean> {
  const { commands, payments, clock } = parts
  const due = duePriceChange((await commands.load(subscription, userId)).state, clock())
  const snapshot = due && (await payments.subscription(due.subscriptionId))
  if (!due || !snapshot || snapshot.hasEnded) return false
  const { subscriptionId, priceId } = due
  const { itemId } = snapshot.next
  const key = `price-${subscriptionId}-${priceId}`
  if (snapshot.next.priceId !== priceId) await payments.changePrice({ subscriptionId, itemId, priceId, atOnce: false, key })
  await observeSubscription(parts, subscriptionId, ownContext('worker', clock))
  return true
}

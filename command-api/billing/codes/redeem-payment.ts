import { discountCode, redeemAtPayment } from '@medicready/domain/billing/discount-code'
import { subscription } from '@medicready/domain/billing/subscription'
import { streamName } from '@medicready/domain/decider'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { idFrom, reactionContext } from '../../command-context.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'

/** Makes the use of the code that the first payment of a subscription was lowered by. */
export async function redeemPayment(
  fact: Recorded<FactOf<'InvoicePaid'>>,
  { commands, eventStore, clock }: Pick<WorkerParts, 'commands' | 'eventStore' | 'clock'>,
): Promise<void> {
  const { userId, subscriptionId, tier, kind, code, discount } = fact.data
  if (kind !== 'first' || code === null) return
  const facts = await eventStore.readStream(streamName(subscription, userId))
  const activated = facts.find(({ type, data }) => type === 'SubscriptionActivated' && data.subscriptionId === subscriptionId)
  const checkoutId = activated?.type === 'SubscriptionActivated' ? activated.data.checkoutId : null
  const context = reactionContext(fact, clock)
  const payment = { kind: 'payment', checkoutId: checkoutId ?? subscriptionId, subscriptionId, tier } as const
  const amountSaved = { amount: discount, currency: 'usd' as const }
  await commands.execute(
    discountCode,
    code,
    redeemAtPayment({ userId, usageId: idFrom(context, 'usage'), for: payment, amountSaved }),
    context,
  )
}

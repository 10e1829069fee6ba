import { forgetCustomer as decide } from '@medicready/domain/billing/checkout'
import { subscription } from '@medicready/domain/billing/subscription'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { idFrom, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { observeSubscription } from './observe-provider.ts'

/** An erased account pays nothing any more, and the payment provider forgets who it was. */
export async function forgetCustomer(
  fact: Recorded<FactOf<'AccountErased'>>,
  parts: Pick<WorkerParts, 'commands' | 'payments' | 'clock'>,
): Promise<void> {
  const { commands, payments, clock } = parts
  const { userId } = fact.data
  const { customerId, checkout, plans } = (await commands.load(subscription, userId)).state
  if (customerId === null) return
  if (checkout?.sessionId) await payments.expireCheckout(checkout.sessionId)
  const open = plans.filter(({ ended }) => ended === null)
  for (const { subscriptionId } of open) await payments.cancelNow(subscriptionId)
  await payments.deleteCustomer(customerId)
  const context = reactionContext(fact, clock)
  await commands.execute(subscription, userId, decide({ userId }), { ...context, commandId: idFrom(context, 'forget the customer') })
  for (const { subscriptionId } of open) await observeSubscription(parts, subscriptionId, context)
}

/** Invoices go to the address that the account has now. */
export async function tellNewAddress(
  fact: Recorded<FactOf<'EmailChanged'>>,
  { commands, payments }: Pick<WorkerParts, 'commands' | 'payments'>,
): Promise<void> {
  const { userId, email } = fact.data
  const { customerId } = (await commands.load(subscription, userId)).state
  if (customerId !== null && email !== null) await payments.changeCustomersEmail(customerId, email)
}

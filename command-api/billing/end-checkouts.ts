import { endCheckout } from '@medicready/domain/billing/checkout'
import { subscription } from '@medicready/domain/billing/subscription'
import { openCheckouts } from '@medicready/projector/read-models/billing/plan-queries'
import { ownContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { observeCheckout } from './observe-provider.ts'

/**
 * Ends the checkouts that can be paid no more, where the payment provider's own word of it was missed. The read model
 * says where to look, the log and the payment provider decide.
 */
export async function endCheckouts(
  parts: Pick<WorkerParts, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>,
): Promise<{ ended: number }> {
  const { commands, sql, clock, signal } = parts
  let ended = 0
  for (const { userId } of await openCheckouts(sql)) {
    if (signal.aborted) break
    const { checkout } = (await commands.load(subscription, userId)).state
    if (!checkout || checkout.expiresAt > clock()) continue
    const { checkoutId, sessionId } = checkout
    if (sessionId !== null) {
      await parts.payments.expireCheckout(sessionId)
      await observeCheckout(parts, sessionId, ownContext('worker', clock))
    } else await commands.execute(subscription, userId, endCheckout({ userId, checkoutId, outcome: 'failed' }), ownContext('worker', clock))
    ended += 1
  }
  return { ended }
}

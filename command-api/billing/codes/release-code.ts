import { releaseCode as decide, discountCode } from '@medicready/domain/billing/discount-code'
import { subscription } from '@medicready/domain/billing/subscription'
import { streamName } from '@medicready/domain/decider'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { overdueReservations } from '@medicready/projector/read-models/billing/discount-code-queries'
import { reactionContext } from '../../command-context.ts'
import { uuidOfName } from '../../name-uuid.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'

type Checkout = FactOf<'CheckoutStarted'>['data']
type LogParts = Pick<WorkerParts, 'eventStore'>

const JOB_NAMESPACE = '5c7b9c0a-9c84-4b8c-8f0e-2a7d5b6e9d31'

/** How a checkout began and ended, as the log has it; null where it has not. */
export async function checkoutOf({ eventStore }: LogParts, { userId, checkoutId }: { userId: string; checkoutId: string }) {
  let started: Checkout | null = null
  let ended: FactOf<'CheckoutEnded'>['data'] | null = null
  for (const { type, data } of await eventStore.readStream(streamName(subscription, userId))) {
    if (type === 'CheckoutStarted' && data.checkoutId === checkoutId) started = data
    if (type === 'CheckoutEnded' && data.checkoutId === checkoutId) ended = data
  }
  return { started, ended }
}

/** Gives back the use that a checkout held which came to nothing. */
export async function releaseOfCheckout(
  fact: Recorded<FactOf<'CheckoutEnded'>>,
  parts: LogParts & Pick<WorkerParts, 'commands' | 'clock'>,
): Promise<void> {
  const { userId, checkoutId, outcome } = fact.data
  if (outcome === 'completed') return
  const { code } = (await checkoutOf(parts, fact.data)).started ?? {}
  if (!code) return
  await parts.commands.execute(discountCode, code.code, decide({ userId, checkoutId, cause: outcome }), reactionContext(fact, parts.clock))
}

/**
 * Gives back what is held for checkouts that never began: whoever held it was killed before they wrote that down. The
 * read model says where to look, the log decides. Of checkouts that began, their end tells.
 */
export async function releaseAbandoned({
  commands,
  eventStore,
  sql,
  clock,
  signal,
}: Pick<WorkerParts, 'commands' | 'eventStore' | 'sql' | 'clock' | 'signal'>): Promise<{ released: number }> {
  const now = clock()
  let released = 0
  for (const { userId, code, checkoutId } of await overdueReservations(sql, now)) {
    if (signal.aborted) break
    const { started, ended } = await checkoutOf({ eventStore }, { userId, checkoutId })
    if (started && (!ended || ended.outcome === 'completed')) continue
    const context = {
      commandId: uuidOfName(`${checkoutId}/${now}`, JOB_NAMESPACE),
      actorId: 'worker',
      correlationId: `abandoned-codes-${now}`,
      now,
    }
    const { events } = await commands.execute(discountCode, code, decide({ userId, checkoutId, cause: 'abandoned' }), context)
    if (events.length > 0) released += 1
  }
  return { released }
}

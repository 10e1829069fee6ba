import { isGraceOver, overdueInvoice, remindOfPayment } from '@medicready/domain/billing/plan-commands'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { RecordedFact } from '@medicready/domain/events'
import { usersWithOpenInvoices } from '@medicready/projector/read-models/billing/invoice-queries'
import { ownContext, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/definitions.ts'
import { observeSubscription } from './observe-provider.ts'

export async function remindAtOnce(fact: RecordedFact<'PaymentFailed'>, { commands, clock }: Pick<WorkerParts, 'commands' | 'clock'>) {
  const { userId } = fact.data
  const context = reactionContext(fact, clock)
  await commands.execute(subscriptionAggregate, userId, remindOfPayment({ userId, now: context.now }), context)
}

type OverdueParts = Pick<WorkerParts, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>

/** The read model says where to look, the log decides, and the payment provider is asked again before a plan ends. */
export async function endOverduePlans(parts: OverdueParts): Promise<{ reminded: number; ended: number }> {
  const { sql, signal } = parts
  let [reminded, ended] = [0, 0]
  for (const { userId } of await usersWithOpenInvoices(sql)) {
    if (signal.aborted) break
    if (await remind(parts, userId)) reminded += 1
    if (await endWhenOver(parts, userId)) ended += 1
  }
  return { reminded, ended }
}

async function remind({ commands, clock }: OverdueParts, userId: string): Promise<boolean> {
  const context = ownContext('worker', clock)
  const { events } = await commands.execute(subscriptionAggregate, userId, remindOfPayment({ userId, now: context.now }), context)
  return events.length > 0
}

async function endWhenOver(parts: OverdueParts, userId: string): Promise<boolean> {
  const overdue = async () => {
    const open = overdueInvoice((await parts.commands.load(subscriptionAggregate, userId)).state)
    return open && isGraceOver(open, parts.clock()) ? open : null
  }
  const known = await overdue()
  if (!known) return false
  const { subscriptionId, invoiceId } = known
  await observeSubscription(parts, subscriptionId, ownContext('worker', parts.clock))
  if (!(await overdue())) return false
  await parts.payments.cancelNow(subscriptionId)
  await parts.payments.voidInvoice(invoiceId)
  await observeSubscription(parts, subscriptionId, ownContext('worker', parts.clock))
  return true
}

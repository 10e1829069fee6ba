import { isGraceOver, overdueInvoice, remindOfPayment } from '@medicready/domain/billing/plan-commands'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { RecordedFact } from '@medicready/domain/events'
import { usersWithOpenInvoices } from '@medicready/projector/read-models/billing/invoice-queries'
import { ownContext, reactionContext } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { observeSubscription } from './observe-provider.ts'

export async function remindAtOnce(fact: RecordedFact<'PaymentFailed'>, { commands, clock }: Pick<WorkerDeps, 'commands' | 'clock'>) {
  const { userId } = fact.data
  const context = reactionContext(fact, clock)
  await commands.execute(subscriptionAggregate, userId, remindOfPayment({ userId, now: context.now }), context)
}

type OverdueDeps = Pick<WorkerDeps, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>

/** The read model says where to look, the log decides, and the payment provider is asked again before a plan ends. */
export async function endOverduePlans(deps: OverdueDeps): Promise<{ reminded: number; ended: number }> {
  const { sql, signal } = deps
  let [reminded, ended] = [0, 0]
  for (const { userId } of await usersWithOpenInvoices(sql)) {
    if (signal.aborted) break
    if (await remind(deps, userId)) reminded += 1
    if (await endWhenOver(deps, userId)) ended += 1
  }
  return { reminded, ended }
}

async function remind({ commands, clock }: OverdueDeps, userId: string): Promise<boolean> {
  const context = ownContext('worker', clock)
  const { events } = await commands.execute(subscriptionAggregate, userId, remindOfPayment({ userId, now: context.now }), context)
  return events.length > 0
}

async function endWhenOver(deps: OverdueDeps, userId: string): Promise<boolean> {
  const overdue = async () => {
    const open = overdueInvoice((await deps.commands.load(subscriptionAggregate, userId)).state)
    return open && isGraceOver(open, deps.clock()) ? open : null
  }
  const known = await overdue()
  if (!known) return false
  const { subscriptionId, invoiceId } = known
  await observeSubscription(deps, subscriptionId, ownContext('worker', deps.clock))
  if (!(await overdue())) return false
  await deps.payments.cancelNow(subscriptionId)
  await deps.payments.voidInvoice(invoiceId)
  await observeSubscription(deps, subscriptionId, ownContext('worker', deps.clock))
  return true
}

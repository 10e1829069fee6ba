import {
  completeReconciliation,
  MOST_DIFFERENCES_TOLD,
  type Reconciliation,
  reconciliationAggregate,
} from '@medicready/domain/billing/reconciliation'
import { plansPaidBefore } from '@medicready/projector/read-models/billing/plan-queries'
import { ownContext } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { hearOfRefund, hearOfSubscription } from './observe-provider.ts'

type ReconcilingDeps = Pick<WorkerDeps, 'commands' | 'sql' | 'payments' | 'clock' | 'signal' | 'logger'>
type Difference = Reconciliation['found'][number]

/** Mends what webhooks missed. A plan that the provider does not know can only be reported. */
export async function reconcile(deps: ReconcilingDeps): Promise<Pick<Reconciliation, 'checked' | 'differences' | 'mended'> | null> {
  const { commands, clock, signal, logger } = deps
  const startedAt = clock()
  const checked = { subscriptions: 0, invoices: 0, refunds: 0 }
  const found: Difference[] = []
  const owners = new Map<string, string>()
  for await (const snapshot of deps.payments.allSubscriptions()) {
    if (signal.aborted) return null
    if (snapshot.userId === null) continue
    owners.set(snapshot.subscriptionId, snapshot.userId)
    checked.subscriptions += 1
    checked.invoices += snapshot.invoices.length
    const heard = await hearOfSubscription(deps, snapshot, ownContext('worker', clock))
    addTo(found, 'subscription', snapshot.subscriptionId, heard?.events ?? [])
  }
  for await (const { refund, subscriptionId } of deps.payments.allRefunds()) {
    if (signal.aborted) return null
    const userId = owners.get(subscriptionId)
    if (userId === undefined) continue
    checked.refunds += 1
    addTo(found, 'refund', refund.refundId, (await hearOfRefund(deps, { userId, refund }, ownContext('worker', clock))).events)
  }
  const lost = await plansWithout(deps, owners, startedAt)
  const differences = found.length + lost.length
  const done = { checked, differences, mended: found.length }
  if (differences > 0) logger.warn({ ...done, found, lost }, 'the payment provider and the log differed')
  const date = startedAt.slice(0, 'YYYY-MM-DD'.length)
  const told = [...found, ...lost].slice(0, MOST_DIFFERENCES_TOLD)
  await commands.execute(
    reconciliationAggregate,
    date,
    completeReconciliation({ date, startedAt, ...done, found: told }),
    ownContext('worker', clock),
  )
  return done
}

function addTo(found: Difference[], kind: Difference['kind'], objectId: string, events: readonly { readonly type: string }[]): void {
  if (events.length > 0) found.push({ kind, objectId, facts: events.map(({ type }) => type) })
}

async function plansWithout({ sql }: ReconcilingDeps, owners: ReadonlyMap<string, string>, startedAt: string): Promise<Difference[]> {
  const plans = await plansPaidBefore(sql, startedAt)
  return plans
    .filter(({ objectId }) => !owners.has(objectId))
    .map(({ objectId }) => ({ kind: 'subscription' as const, objectId, facts: [] }))
}

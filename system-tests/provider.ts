import { type PaidTier, paidTierNames } from '@medicready/domain/billing/shown/tiers'
import { idOf } from '@medicready/platform/payments/objects'
import type { Payments } from '@medicready/platform/payments/payments'
import { KIND } from '@medicready/platform/payments/tutoring-payments'

export type Provider = Awaited<ReturnType<typeof readProvider>>
export type TutoringMoney = Provider['tutoring']
export type Customer = Provider['customers'] extends ReadonlyMap<string, infer Each> ? Each : never

type Asked = Parameters<Parameters<Payments['ask']>[0]>[0]
type Invoice = Omit<Awaited<ReturnType<Asked['invoices']['retrieve']>>, 'lastResponse'>
type Metadata = Readonly<Record<string, string>>
interface Pages<Item> {
  autoPagingToArray(options: { limit: number }): Promise<Item[]>
}

const MOST = 10_000

export async function undelivered(payments: Payments): Promise<number> {
  const events = await payments.ask((stripe) => stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: MOST }))
  return events.filter(({ pending_webhooks }) => pending_webhooks > 0).length
}

/** By the payment provider's own account: nothing of it went through the product. */
export async function readProvider(payments: Payments) {
  const each = <Item>(list: (stripe: Asked) => Pages<Item>) => payments.ask((stripe) => list(stripe).autoPagingToArray({ limit: MOST }))
  const customers = await each((stripe) => stripe.customers.list({ limit: 100 }))
  const subscriptions = await each((stripe) => stripe.subscriptions.list({ limit: 100, status: 'all' }))
  const invoices = (await each((stripe) => stripe.invoices.list({ limit: 100 }))).filter(({ status }) => status === 'paid')
  const charges = await each((stripe) => stripe.charges.list({ limit: 100 }))
  const refunds = await each((stripe) => stripe.refunds.list({ limit: 100 }))
  const events = await each((stripe) => stripe.events.list({ limit: 100 }))
  const intents = await each((stripe) => stripe.paymentIntents.list({ limit: 100 }))
  const tiers = await tiersOfPrices(payments)
  const chargeOf = new Map(charges.map((charge) => [charge.id, charge]))

  const asCustomer = ({ id }: { readonly id: string }) => {
    const isOf = ({ customer }: { customer?: string | { readonly id: string } | null }) => idOf(customer ?? null) === id
    return {
      plans: subscriptions.filter(isOf).map((one) => ({
        id: one.id,
        hasEnded: one.ended_at !== null,
        // Newest first: the last payment says what the plan is.
        tier: tierPaidFor(
          invoices.find(({ parent }) => idOf(parent?.subscription_details?.subscription ?? null) === one.id),
          tiers,
        ),
      })),
      paid: invoices.filter(isOf).map((one) => ({ id: one.id, amount: one.amount_paid, period: periodOf(one) })),
      refunds: refunds
        .filter(({ charge }) => isOf(chargeOf.get(idOf(charge) ?? '') ?? {}))
        .map((refund) => ({ id: refund.id, amount: refund.amount })),
      money: charges
        .filter((charge) => isOf(charge) && charge.paid)
        .reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0),
    }
  }
  return {
    customers: new Map(customers.map((customer) => [customer.metadata.userId ?? customer.id, asCustomer(customer)])),
    eventIds: events.map(({ id }) => id),
    tutoring: {
      payments: ofTutoring(intents.filter(({ status }) => status === 'succeeded')),
      refunds: ofTutoring(refunds),
    },
  }
}

function ofTutoring(objects: readonly { readonly id: string; readonly amount: number; readonly metadata: Metadata | null }[]) {
  return objects.flatMap(({ id, amount, metadata }) => {
    const { kind, requestId } = metadata ?? {}
    return kind === KIND && requestId !== undefined ? [{ id, amount, requestId }] : []
  })
}

async function tiersOfPrices(payments: Payments): Promise<ReadonlyMap<string, PaidTier>> {
  const { data } = await payments.ask((stripe) => stripe.prices.list({ lookup_keys: paidTierNames.map((tier) => `${tier}_monthly`) }))
  return new Map(
    data.flatMap(({ id, lookup_key }) => paidTierNames.filter((tier) => lookup_key === `${tier}_monthly`).map((tier) => [id, tier])),
  )
}

function tierPaidFor(invoice: Invoice | undefined, tiers: ReadonlyMap<string, PaidTier>): PaidTier | null {
  const line = invoice?.lines.data.findLast(({ amount }) => amount >= 0)
  return tiers.get(idOf(line?.pricing?.price_details?.price ?? null) ?? '') ?? null
}

/** What may be paid only once: a period of a subscription, or a change within one. */
function periodOf({ id, billing_reason, parent, lines }: Invoice): string {
  const subscription = idOf(parent?.subscription_details?.subscription ?? null)
  const start = Math.max(...lines.data.map(({ period }) => period.start))
  return billing_reason === 'subscription_update' ? id : `${subscription} from ${new Date(start * 1000).toISOString()}`
}

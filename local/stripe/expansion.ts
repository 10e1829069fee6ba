import type Stripe from 'stripe'
import { lineItems } from './checkout.ts'
import type { Kind, Kinds } from './kinds.ts'
import { invalid } from './refusals.ts'
import { listOf, type Turn } from './turn.ts'

type Loose = Record<string, unknown>
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const by = (path: string, id: string) => [{ path, is: 'in' as const, values: [id] }]

/** Fields that are there only for those who ask. */
const onDemand: { readonly [K in Kind]?: Readonly<Record<string, (turn: Turn, object: Kinds[K]) => unknown>> } = {
  'checkout.session': { line_items: lineItems },
  charge: { refunds: (turn, { id }) => listOf<Stripe.Refund>(turn.storage.all('refund', by('charge', id)), `/v1/charges/${id}/refunds`) },
  customer: {
    subscriptions: (turn, { id }) =>
      listOf<Stripe.Subscription>(
        turn.storage.all('subscription', by('customer', id)).filter(({ ended_at }) => ended_at === null),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  invoice: {
    payments: (turn, { id }) =>
      listOf<Stripe.InvoicePayment>(turn.storage.all('invoice_payment', by('invoice', id)), `/v1/invoice_payments?invoice=${id}`),
  },
}

/**
 * Puts objects in the place of their ids, as far as `expand` asks for it: `data.customer`, `latest_invoice.payments`.
 */
export function expanded(turn: Turn, object: object, paths: readonly string[]): object {
  for (const path of paths) expand(turn, object as Loose, path.split('.'), path)
  return object
}

function expand(turn: Turn, object: Loose, [field = '', ...rest]: readonly string[], path: string): void {
  const provide = isObject(object) && typeof object.object === 'string' ? demanded(turn, object, field) : undefined
  if (provide !== undefined) object[field] = provide
  if (!(field in object)) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  const value = object[field]
  if (Array.isArray(value)) {
    object[field] = value.map((item) => reached(turn, item, rest, path))
  } else if (value !== null) object[field] = reached(turn, value, rest, path)
}

function reached(turn: Turn, value: unknown, rest: readonly string[], path: string): unknown {
  const found = typeof value === 'string' ? turn.storage.findAny(value) : value
  if (!isObject(found)) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  if (rest.length > 0) expand(turn, found, rest, path)
  return found
}

function demanded(turn: Turn, object: Loose, field: string): unknown {
  if (field in object) return undefined
  const provide = (onDemand[object.object as Kind] as Readonly<Record<string, (turn: Turn, object: Loose) => unknown>> | undefined)?.[field]
  return provide?.(turn, object)
}

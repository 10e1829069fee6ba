import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call } from './calls.ts'
import { tokens } from './cards.ts'
import { newId, randomLetters } from './ids.ts'
import { listing } from './lists.ts'
import { clearable, mergedMetadata, metadata, text, unread } from './parameters.ts'
import { attach, payByToken } from './payment-methods.ts'
import { endSubscription } from './subscription-ends.ts'
import type { Turn } from './turn.ts'

const fields = {
  address: unread,
  description: clearable(text).optional(),
  email: clearable(text).optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable(text).optional() }).optional(),
  metadata,
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
  preferred_locales: z.array(text).optional(),
  tax_exempt: unread,
}
const newCustomer = z.strictObject({ ...fields, payment_method: text.optional(), test_clock: text.optional() })

export function createCustomer(turn: Turn, given: z.output<typeof newCustomer>): Stripe.Customer {
  if (given.test_clock) turn.get('test_helpers.test_clock', given.test_clock, 'test_clock')
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: given.test_clock ? turn.get('test_helpers.test_clock', given.test_clock).frozen_time : turn.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergedMetadata(null, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: given.test_clock ?? null,
  }
  turn.save(customer)
  turn.emit('customer.created', customer)
  if (given.payment_method) attach(turn, payByToken(turn, given.payment_method).id, customer.id)
  const wanted = given.invoice_settings?.default_payment_method
  return wanted ? setDefaultPaymentMethod(turn, customer.id, wanted in tokens ? newestPaymentMethod(turn, customer.id) : wanted) : customer
}

const newestPaymentMethod = (turn: Turn, customer: string): string =>
  turn.storage.all('payment_method', [{ path: 'customer', is: 'in', values: [customer] }])[0]?.id ?? ''

export function setDefaultPaymentMethod(turn: Turn, id: string, paymentMethod: string | null): Stripe.Customer {
  const customer = turn.get('customer', id)
  if (paymentMethod) turn.get('payment_method', paymentMethod, 'invoice_settings[default_payment_method]')
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: paymentMethod }
  return turn.update<'customer'>('customer.updated', customer, { ...customer, invoice_settings })
}

function updateCustomer(turn: Turn, given: z.output<z.ZodObject<typeof fields>>, id: string): Stripe.Customer {
  const customer = turn.get('customer', id)
  const updated: Stripe.Customer = {
    ...customer,
    description: given.description === undefined ? customer.description : given.description,
    email: given.email === undefined ? customer.email : given.email,
    name: given.name === undefined ? (customer.name ?? null) : given.name,
    phone: given.phone === undefined ? (customer.phone ?? null) : given.phone,
    preferred_locales: given.preferred_locales ?? customer.preferred_locales ?? [],
    metadata: mergedMetadata(customer.metadata, given.metadata),
  }
  turn.update<'customer'>('customer.updated', customer, updated)
  const wanted = given.invoice_settings?.default_payment_method
  return wanted === undefined ? updated : setDefaultPaymentMethod(turn, id, wanted)
}

/** With a customer go their subscriptions and cards; what was paid stays. */
function removeCustomer(turn: Turn, id: string): Stripe.DeletedCustomer {
  const customer = turn.get('customer', id)
  for (const subscription of turn.storage.all('subscription', [{ path: 'customer', is: 'in', values: [id] }]))
    if (subscription.status !== 'canceled') endSubscription(turn, subscription, { reason: null })
  turn.storage.removeButName('customer', id)
  turn.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

export const customerCalls: Calls = {
  'POST /v1/customers': call(newCustomer, createCustomer),
  'GET /v1/customers': listing('customer', '/v1/customers', { email: {}, test_clock: {} }),
  // Of a deleted one it is said that it was.
  'GET /v1/customers/:id': { answer: (turn, _given, id) => turn.storage.findAny(id) ?? turn.get('customer', id) },
  'POST /v1/customers/:id': call(z.strictObject(fields), updateCustomer),
  'DELETE /v1/customers/:id': call(z.strictObject({}), (turn, _given, id) => removeCustomer(turn, id)),
}

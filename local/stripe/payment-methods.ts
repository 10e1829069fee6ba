import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { brandOf, tokens } from './cards.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { text } from './parameters.ts'
import { invalid } from './refusals.ts'
import type { Turn } from './turn.ts'

interface Card {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly name: string | null
  readonly email: string | null
  /** Its holder authenticated it for later payments. */
  readonly isSetUp: boolean
}

export function createCard(turn: Turn, { number, expMonth, expYear, name, email, isSetUp }: Card): Stripe.PaymentMethod {
  const paymentMethod: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    card: {
      brand: brandOf(number),
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brandOf(number),
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: `standin${number.slice(-9)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brandOf(number)], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: turn.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  turn.save(paymentMethod)
  turn.note('payment_method', paymentMethod.id, { number, isSetUp })
  return paymentMethod
}

/** A payment method by its id, or a new one for a token such as `pm_card_visa`. */
export function payByToken(turn: Turn, id: string): Stripe.PaymentMethod {
  const number = tokens[id]
  if (!number) return turn.get('payment_method', id, 'payment_method')
  const nextYear = new Date(turn.now() * 1000).getUTCFullYear() + 1
  return createCard(turn, { number, expMonth: 12, expYear: nextYear, name: null, email: null, isSetUp: false })
}

export function attach(turn: Turn, id: string, customer: string): Stripe.PaymentMethod {
  const paymentMethod = turn.get('payment_method', id)
  turn.get('customer', customer, 'customer')
  if (paymentMethod.customer === customer) return paymentMethod
  if (paymentMethod.customer) throw invalid('The payment method you provided has already been attached to a customer.')
  const attached = turn.save({ ...paymentMethod, customer })
  turn.emit('payment_method.attached', attached)
  return attached
}

/** By which a customer pays unless something else was said: for a subscription, then for the customer. */
export function paymentMethodOf(turn: Turn, customer: string, subscription: Stripe.Subscription | null): string | null {
  const own = subscription?.default_payment_method
  if (typeof own === 'string') return own
  const common = turn.get('customer', customer).invoice_settings.default_payment_method
  return typeof common === 'string' ? common : null
}

const byCustomer = listing('payment_method', '/v1/payment_methods', { customer: {}, type: {} })

export const paymentMethodCalls: Calls = {
  'GET /v1/payment_methods': byCustomer,
  'GET /v1/payment_methods/:id': retrieving('payment_method'),
  'GET /v1/customers/:id/payment_methods': {
    answer: (turn, given, id) => byCustomer.answer(turn, { ...Object(given), customer: turn.get('customer', id).id }, id),
  },
  'POST /v1/payment_methods/:id/attach': call(z.strictObject({ customer: text }), (turn, { customer }, id) =>
    attach(turn, payByToken(turn, id).id, customer),
  ),
  'POST /v1/payment_methods/:id/detach': call(z.strictObject({}), (turn, _given, id) => {
    const paymentMethod = turn.get('payment_method', id)
    const detached = turn.save({ ...paymentMethod, customer: null })
    turn.emit('payment_method.detached', detached, paymentMethod)
    return detached
  }),
}

import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { type Decline, isDisputed, notAuthenticated, type Outcome, outcomeOf } from './cards.ts'
import { disputeCharge } from './disputes.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { cents, flag, mergedMetadata, metadata, text, unread } from './parameters.ts'
import { payByToken } from './payment-methods.ts'
import { invalid, Refusal } from './refusals.ts'
import { idOrNull, type Turn } from './turn.ts'

export interface Payment {
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly paymentMethod: string
  /** The customer is not there. */
  readonly offSession: boolean
  /** Whether the customer has just authenticated it, or failed to. */
  readonly authentication?: 'passed' | 'failed'
  readonly description: string | null
  readonly metadata?: Readonly<Record<string, string>>
  readonly receiptEmail?: string | null
  /** Tried before, with another card or before its authentication. */
  readonly intent?: string | undefined
}

function newIntent(
  turn: Turn,
  { amount, currency, customer, description, metadata = {}, receiptEmail = null }: Payment,
): Stripe.PaymentIntent {
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${newId(`${id}_secret`)}`,
    confirmation_method: 'automatic',
    created: turn.now(customer),
    currency,
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  turn.save(intent)
  turn.emit('payment_intent.created', intent)
  return intent
}

/** Charges a card. What came of it stands in the payment intent and its charge, a refusal as well. */
export function pay(turn: Turn, payment: Payment): { intent: Stripe.PaymentIntent; outcome: Outcome } {
  const { paymentMethod, offSession, authentication } = payment
  const intent = payment.intent ? turn.get('payment_intent', payment.intent) : newIntent(turn, payment)
  const { number, isSetUp } = turn.notes('payment_method', paymentMethod)
  const outcome: Outcome =
    authentication === 'failed'
      ? { kind: 'declined', decline: notAuthenticated }
      : outcomeOf(number, { offSession, isSetUp, authenticated: authentication === 'passed' })
  switch (outcome.kind) {
    case 'asks': {
      const url = `${turn.address}/authenticate/${intent.id}`
      const asking: Stripe.PaymentIntent = {
        ...intent,
        payment_method: paymentMethod,
        next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: null, url } },
        status: 'requires_action',
      }
      turn.save(asking)
      turn.emit('payment_intent.requires_action', asking)
      return { intent: asking, outcome }
    }
    case 'declined':
      return { intent: declined(turn, intent, paymentMethod, outcome.decline, authentication !== 'failed'), outcome }
    default:
      return { intent: succeeded(turn, intent, paymentMethod), outcome }
  }
}

function succeeded(turn: Turn, intent: Stripe.PaymentIntent, paymentMethod: string): Stripe.PaymentIntent {
  const charge = newCharge(turn, intent, paymentMethod, null)
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: paymentMethod,
    status: 'succeeded',
  }
  turn.save(paid)
  turn.emit('charge.succeeded', charge)
  turn.emit('payment_intent.succeeded', paid)
  if (isDisputed(turn.notes('payment_method', paymentMethod).number)) disputeCharge(turn, charge)
  return paid
}

function declined(turn: Turn, intent: Stripe.PaymentIntent, id: string, decline: Decline, isCharged: boolean): Stripe.PaymentIntent {
  const paymentMethod = turn.get('payment_method', id)
  const charge = isCharged ? newCharge(turn, intent, id, decline) : null
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: { type: 'card_error', ...decline, ...(charge && { charge: charge.id }), payment_method: paymentMethod },
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  turn.save(failed)
  if (charge) turn.emit('charge.failed', charge)
  turn.emit('payment_intent.payment_failed', failed)
  return failed
}

function newCharge(turn: Turn, intent: Stripe.PaymentIntent, paymentMethodId: string, decline: Decline | null): Stripe.Charge {
  const { card, billing_details } = turn.get('payment_method', paymentMethodId)
  const id = newId('ch')
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId('txn'),
    billing_details,
    calculated_statement_descriptor: 'MEDICREADY STAND-IN',
    captured: !decline,
    created: turn.now(idOrNull(intent.customer)),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: decline ? '01' : null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      risk_score: 10,
      seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: paymentMethodId,
    payment_method_details: {
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: null,
        brand: card?.brand ?? null,
        checks: card?.checks ?? null,
        country: card?.country ?? null,
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 1,
        exp_year: card?.exp_year ?? 2000,
        fingerprint: card?.fingerprint ?? null,
        funding: card?.funding ?? null,
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        network: card?.brand ?? null,
        network_token: { used: false },
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${turn.address}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  return turn.save(charge)
}

/** What a request is answered with whose payment did not go through. */
export function paymentRefusal(intent: Stripe.PaymentIntent, outcome: Outcome): Refusal {
  const decline: Decline =
    outcome.kind === 'declined'
      ? outcome.decline
      : { code: 'subscription_payment_intent_requires_action', message: 'Payment for this subscription requires additional user action.' }
  return new Refusal(402, { type: 'card_error', ...decline, payment_intent: intent })
}

const newPayment = z.strictObject({
  amount: cents,
  automatic_payment_methods: unread,
  confirm: flag.optional(),
  currency: text,
  customer: text.optional(),
  description: text.optional(),
  metadata,
  off_session: flag.optional(),
  payment_method: text.optional(),
  payment_method_types: unread,
  receipt_email: text.optional(),
})

function createPayment(turn: Turn, given: z.output<typeof newPayment>): Stripe.PaymentIntent {
  if (given.amount < 50) throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (given.customer) turn.get('customer', given.customer, 'customer')
  const payment: Payment = {
    amount: given.amount,
    currency: given.currency.toLowerCase(),
    customer: given.customer ?? null,
    paymentMethod: given.payment_method ? payByToken(turn, given.payment_method).id : '',
    offSession: given.off_session ?? false,
    description: given.description ?? null,
    metadata: mergedMetadata(null, given.metadata),
    receiptEmail: given.receipt_email ?? null,
  }
  if (!given.confirm) return newIntent(turn, payment)
  if (!payment.paymentMethod) throw invalid('You cannot confirm this PaymentIntent because it is missing a payment method.')
  const { intent, outcome } = pay(turn, payment)
  if (outcome.kind === 'declined') throw paymentRefusal(intent, outcome)
  return intent
}

export const paymentCalls: Calls = {
  'POST /v1/payment_intents': call(newPayment, createPayment),
  'GET /v1/payment_intents': listing('payment_intent', '/v1/payment_intents', { customer: {} }),
  'GET /v1/payment_intents/:id': retrieving('payment_intent'),
  'POST /v1/payment_intents/:id': call(
    z.strictObject({ metadata, description: text.optional() }),
    (turn, { metadata, description }, id) => {
      const intent = turn.get('payment_intent', id)
      return turn.save({
        ...intent,
        metadata: mergedMetadata(intent.metadata, metadata),
        description: description ?? intent.description,
      })
    },
  ),
  'GET /v1/charges': listing('charge', '/v1/charges', { customer: {}, payment_intent: {} }),
  'GET /v1/charges/:id': retrieving('charge'),
}

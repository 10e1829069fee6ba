import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { failsRefunds } from './cards.ts'
import { FAILS_LATER } from './due.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { cents, mergedMetadata, metadata, text } from './parameters.ts'
import { invalid } from './refusals.ts'
import { idOrNull, type Turn } from './turn.ts'

const newRefund = z.strictObject({
  amount: cents.optional(),
  charge: text.optional(),
  metadata,
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

function chargeOf(turn: Turn, { charge, payment_intent }: z.output<typeof newRefund>): Stripe.Charge {
  if (charge) return turn.get('charge', charge, 'charge')
  if (!payment_intent)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    })
  const latest = idOrNull(turn.get('payment_intent', payment_intent, 'payment_intent').latest_charge)
  if (!latest) throw invalid(`This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`)
  return turn.get('charge', latest)
}

/** Its holder has the money back through their bank, for now or for good. What was won can be refunded again. */
const isChargedBack = (turn: Turn, { id, disputed }: Stripe.Charge): boolean =>
  disputed && turn.storage.all('dispute').some(({ charge, status }) => idOrNull(charge) === id && status !== 'won')

/** Gives back what was paid, or a part of it; never more than was paid. */
function createRefund(turn: Turn, given: z.output<typeof newRefund>): Stripe.Refund {
  const charge = chargeOf(turn, given)
  if (isChargedBack(turn, charge))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  const left = charge.amount_captured - charge.amount_refunded
  const amount = given.amount ?? left
  if (charge.refunded || (charge.paid && left === 0))
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (!charge.paid) throw invalid(`This charge (${charge.id}) has failed and cannot be refunded.`)
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' })
  if (amount > left)
    throw invalid(`Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`, { param: 'amount' })
  const customer = idOrNull(charge.customer)
  const method = idOrNull(charge.payment_method)
  const fails = method !== null && failsRefunds(turn.notes('payment_method', method).number)
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: turn.now(customer),
    currency: charge.currency,
    customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: fails ? FAILS_LATER : 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: mergedMetadata(null, given.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  turn.save(refund)
  const refunded: Stripe.Charge = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left }
  turn.update<'charge'>('charge.refunded', charge, refunded)
  turn.emit('refund.created', refund)
  return refund
}

/** The bank has not taken it: the money is back on the account. */
export function failRefund(turn: Turn, refund: Stripe.Refund): void {
  const charge = turn.get('charge', idOrNull(refund.charge) ?? '')
  const failed: Stripe.Refund = {
    ...refund,
    failure_balance_transaction: newId('txn'),
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  }
  turn.save<Stripe.Charge>({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  turn.update<'refund'>('refund.failed', refund, failed)
  turn.emit('charge.refund.updated', failed, refund)
}

const money = (amount: number) => `$${(amount / 100).toFixed(2)}`

export const refundCalls: Calls = {
  'POST /v1/refunds': call(newRefund, createRefund),
  'GET /v1/refunds': listing('refund', '/v1/refunds', { charge: {}, payment_intent: {} }),
  'GET /v1/refunds/:id': retrieving('refund'),
  'POST /v1/refunds/:id': call(z.strictObject({ metadata }), (turn, { metadata }, id) => {
    const refund = turn.get('refund', id)
    return turn.update<'refund'>('refund.updated', refund, { ...refund, metadata: mergedMetadata(refund.metadata, metadata) })
  }),
}

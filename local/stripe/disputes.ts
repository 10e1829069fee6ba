import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { flag, mergedMetadata, metadata, text } from './parameters.ts'
import { invalid } from './refusals.ts'
import { DAY } from './time.ts'
import { idOf, idOrNull, type Turn } from './turn.ts'

/** What cardholders take back through their bank: withdrawn at once, and given back if the dispute is won. */

/** What it costs to be disputed. */
const FEE = 1_500
const ANSWER_DAYS = 7

/** The words by which evidence decides a dispute in Stripe's test mode. */
const decisions = { winning_evidence: 'won', losing_evidence: 'lost' } as const

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Money that leaves the account, or comes back to it. */
function moved(dispute: Pick<Stripe.Dispute, 'id' | 'currency'>, amount: number, fee: number, now: number): Stripe.BalanceTransaction {
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now,
    balance_type: 'payments',
    created: now,
    currency: dispute.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  }
}

/** The holder of a card takes back what was paid with it. */
export function disputeCharge(turn: Turn, charge: Stripe.Charge): void {
  const now = turn.now(idOrNull(charge.customer))
  const { amount, currency } = charge
  const id = newId('du')
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [moved({ id, currency }, 0 - amount, FEE, now)],
    charge: charge.id,
    created: now,
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: now + ANSWER_DAYS * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network_reason_code: '10.4',
        network: 'visa',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
  turn.save<Stripe.Charge>({ ...charge, disputed: true })
  turn.save(dispute)
  turn.emit('charge.dispute.created', dispute)
  turn.emit('charge.dispute.funds_withdrawn', dispute)
}

function decide(turn: Turn, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  const charge = turn.get('charge', idOf(dispute.charge))
  const now = turn.now(idOrNull(charge.customer))
  const isWon = status === 'won'
  const back = isWon ? [moved(dispute, dispute.amount, 0 - FEE, now)] : []
  const decided: Stripe.Dispute = { ...dispute, status, balance_transactions: [...dispute.balance_transactions, ...back] }
  turn.update<'dispute'>('charge.dispute.closed', dispute, decided)
  if (isWon) turn.emit('charge.dispute.funds_reinstated', decided)
  return decided
}

function refuseDecided({ status, id }: Stripe.Dispute): void {
  if (status === 'won' || status === 'lost') throw invalid(`This dispute (${id}) is already closed.`)
}

const answer = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: text }).optional(),
  metadata,
  submit: flag.optional(),
})

function answerDispute(turn: Turn, { evidence, metadata, submit }: z.output<typeof answer>, id: string): Stripe.Dispute {
  const dispute = turn.get('dispute', id)
  refuseDecided(dispute)
  const answered: Stripe.Dispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: evidence !== undefined || dispute.evidence_details.has_evidence,
      submission_count: dispute.evidence_details.submission_count + Number(submit ?? false),
      submission_method: submit ? 'manual' : dispute.evidence_details.submission_method,
    },
    metadata: mergedMetadata(dispute.metadata, metadata),
    status: submit ? 'under_review' : dispute.status,
  }
  const saved = turn.update<'dispute'>('charge.dispute.updated', dispute, answered)
  const decision = decisions[(answered.evidence.uncategorized_text ?? '') as keyof typeof decisions]
  return submit && decision ? decide(turn, saved, decision) : saved
}

export const disputeCalls: Calls = {
  'GET /v1/disputes': listing('dispute', '/v1/disputes', { charge: {}, payment_intent: {} }),
  'GET /v1/disputes/:id': retrieving('dispute'),
  'POST /v1/disputes/:id': call(answer, answerDispute),
  'POST /v1/disputes/:id/close': call(z.strictObject({}), (turn, _given, id) => {
    const dispute = turn.get('dispute', id)
    refuseDecided(dispute)
    return decide(turn, dispute, 'lost')
  }),
}

import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { payInvoice } from './invoice-payments.ts'
import { finalizeInvoice } from './invoicing.ts'
import { listing } from './lists.ts'
import { flag, mergedMetadata, metadata, text, unread } from './parameters.ts'
import { attach, payByToken } from './payment-methods.ts'
import { paymentRefusal } from './payments.ts'
import { invalid } from './refusals.ts'
import { idOrNull, type Turn } from './turn.ts'

const paid = z.strictObject({ off_session: flag.optional(), payment_method: text.optional() })

function payByCall(turn: Turn, given: z.output<typeof paid>, id: string) {
  const invoice = turn.get('invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  const paymentMethod = given.payment_method && attach(turn, payByToken(turn, given.payment_method).id, idOrNull(invoice.customer) ?? '').id
  const attempt = payInvoice(turn, invoice, { offSession: given.off_session ?? true, paymentMethod })
  if (attempt.outcome.kind !== 'succeeds' && attempt.intent) throw paymentRefusal(attempt.intent, attempt.outcome)
  return attempt.invoice
}

export const invoiceCalls: Calls = {
  'GET /v1/invoices': listing('invoice', '/v1/invoices', {
    customer: {},
    status: {},
    subscription: { path: 'parent.subscription_details.subscription' },
  }),
  'GET /v1/invoices/:id': retrieving('invoice'),
  'GET /v1/invoices/:id/lines': call(z.strictObject({ limit: unread }), (turn, _given, id) => turn.get('invoice', id).lines),
  'POST /v1/invoices/:id': call(z.strictObject({ metadata, description: text.optional() }), (turn, { metadata, description }, id) => {
    const invoice = turn.get('invoice', id)
    return turn.update<'invoice'>('invoice.updated', invoice, {
      ...invoice,
      description: description ?? invoice.description,
      metadata: mergedMetadata(invoice.metadata, metadata),
    })
  }),
  'POST /v1/invoices/:id/pay': call(paid, payByCall),
  'POST /v1/invoices/:id/finalize': call(z.strictObject({ auto_advance: flag.optional() }), (turn, _given, id) => {
    const invoice = turn.get('invoice', id)
    if (invoice.status !== 'draft') throw invalid(`This invoice is already finalized, you can't finalize it again.`)
    return finalizeInvoice(turn, invoice)
  }),
  'POST /v1/invoices/:id/void': call(z.strictObject({}), (turn, _given, id) => {
    const invoice = turn.get('invoice', id)
    if (invoice.status !== 'open') throw invalid('You can only pass in open invoices. This invoice is not open.')
    const voided_at = turn.now(idOrNull(invoice.customer))
    const voided = turn.save({
      ...invoice,
      next_payment_attempt: null,
      status: 'void' as const,
      status_transitions: { ...invoice.status_transitions, voided_at },
    })
    turn.emit('invoice.voided', voided)
    return voided
  }),
  'GET /v1/invoice_payments': listing('invoice_payment', '/v1/invoice_payments', {
    invoice: {},
    payment: { within: { type: { path: 'payment.type' }, payment_intent: { path: 'payment.payment_intent' } } },
    status: {},
  }),
  'GET /v1/invoice_payments/:id': retrieving('invoice_payment'),
}

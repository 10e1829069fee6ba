import { expect, test, vi } from 'vitest'
import { ownStripe } from './testing/own-stripe.ts'

const paidWith = async (card: string) => {
  const { stripe } = await ownStripe()
  const { id, latest_charge } = await stripe.paymentIntents.create({ amount: 5_000, currency: 'usd', payment_method: card, confirm: true })
  return { stripe, payment: id, charge: String(latest_charge) }
}

test('a disputed payment is withdrawn with a fee, and comes back when the dispute is won', async () => {
  const { stripe, charge } = await paidWith('pm_card_createDispute')
  const [dispute] = (await stripe.disputes.list({ charge })).data
  expect(dispute).toMatchObject({ amount: 5_000, status: 'needs_response', reason: 'fraudulent' })
  expect(dispute?.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([[-5_000, 1_500]])
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true)
  const id = dispute?.id ?? ''
  const won = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  expect([won.status, won.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)]).toEqual(['won', 0])
  await expect(stripe.disputes.close(id)).rejects.toThrow('already closed')
  const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
  for (const type of ['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated'])
    expect(types).toContain(`charge.dispute.${type}`)
})

test('a payment that is disputed or charged back is not refunded, one whose dispute was won is; never more than is left', async () => {
  const { stripe, payment, charge } = await paidWith('pm_card_createDispute')
  const [dispute] = (await stripe.disputes.list({ charge })).data
  const refund = (amount: number) => stripe.refunds.create({ payment_intent: payment, amount })
  await expect(refund(1_000)).rejects.toMatchObject({ code: 'charge_disputed', type: 'StripeInvalidRequestError' })
  await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  expect(await refund(4_000)).toMatchObject({ amount: 4_000, status: 'succeeded' })
  await expect(refund(1_001)).rejects.toThrow('is greater than unrefunded amount')
  await refund(1_000)
  await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' })

  const lost = await paidWith('pm_card_createDispute')
  const [other] = (await lost.stripe.disputes.list({ charge: lost.charge })).data
  await lost.stripe.disputes.close(other?.id ?? '')
  await expect(lost.stripe.refunds.create({ payment_intent: lost.payment })).rejects.toMatchObject({ code: 'charge_disputed' })
})

test('a refund that the bank rejects fails afterward, and its amount can be refunded again', async () => {
  const { stripe, payment, charge } = await paidWith('pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: payment, amount: 2_000 })
  expect(refund.status).toBe('succeeded')
  await vi.waitFor(async () => expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed'), { timeout: 20_000 })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect((await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)).toContain('refund.failed')
})

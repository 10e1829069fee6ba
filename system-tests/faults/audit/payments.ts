import { moneyIn } from '@medicready/domain/billing/observe'
import { type SubscriptionEvent, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { Customer, Provider } from '../../provider.ts'
import { ofType } from './log.ts'

/**
 * Compares the log with the payment provider: every payment and refund is one fact with its amount, and tiers match
 * payments. Returns every fault as a sentence.
 */
export function auditPayments(
  facts: readonly Recorded<Fact>[],
  { customers, eventIds }: Pick<Provider, 'customers' | 'eventIds'>,
): string[] {
  const unknown: Customer = { plans: [], paid: [], refunds: [], money: 0 }
  const payments = ofType(facts, 'InvoicePaid').map(({ data }) => ({ id: data.invoiceId, amount: data.amount, userId: data.userId }))
  const refunds = ofType(facts, 'RefundIssued').map(({ data }) => ({ id: data.refundId, amount: data.amount, userId: data.userId }))
  const userIds = new Set([...customers.keys(), ...payments.map(({ userId }) => userId), ...refunds.map(({ userId }) => userId)])
  return [
    ...onceEach(
      'event',
      eventIds.map((id) => ({ id, amount: 0 })),
      ofType(facts, 'StripeEventReceived').map(({ data }) => ({ id: data.eventId, amount: 0 })),
    ),
    ...[...userIds].flatMap((userId) => {
      const customer = customers.get(userId) ?? unknown
      const isTheirs = (one: { readonly userId: string }) => one.userId === userId
      return [
        ...onceEach('payment', customer.paid, payments.filter(isTheirs)),
        ...onceEach('refund', customer.refunds, refunds.filter(isTheirs)),
        ...paidTwice(customer),
        ...standing(userId, customer, facts),
      ].map((fault) => `${userId}: ${fault}`)
    }),
  ]
}

export interface Amount {
  readonly id: string
  readonly amount: number
}

export function onceEach(what: string, there: readonly Amount[], here: readonly Amount[]): string[] {
  const faults: string[] = []
  for (const { id, amount } of there) {
    const same = here.filter((one) => one.id === id)
    if (same.length !== 1) faults.push(`the ${what} ${id} (${amount}) stands ${same.length} times in the log instead of once`)
    for (const one of same) if (one.amount !== amount) faults.push(`the ${what} ${id} is ${amount}, and ${one.amount} by the log`)
  }
  const known = new Set(there.map(({ id }) => id))
  for (const { id, amount } of here)
    if (!known.has(id)) faults.push(`the log has a ${what} ${id} (${amount}) of which the provider knows nothing`)
  return faults
}

function paidTwice({ paid, plans }: Customer): string[] {
  const periods = paid.map(({ period }) => period)
  const twice = new Set(periods.filter((period, index) => periods.indexOf(period) !== index))
  const running = plans.filter(({ hasEnded }) => !hasEnded)
  return [
    ...[...twice].map((period) => `the period of ${period} was paid for more than once`),
    ...(running.length > 1 ? [`${running.length} plans go on at the same time: ${running.map(({ id }) => id).join(', ')}`] : []),
  ]
}

function standing(userId: string, { plans, money }: Customer, facts: readonly Recorded<Fact>[]): string[] {
  const own = facts.filter(({ streamName }) => streamName === `subscription-${userId}`)
  const state = own.reduce(
    (before, fact) => subscriptionAggregate.evolve(before, fact as unknown as SubscriptionEvent),
    subscriptionAggregate.initial,
  )
  const tier = plans.find(({ hasEnded }) => !hasEnded)?.tier ?? state.granted
  const moneyBack = plans.find(({ id }) => id === state.refundedSubscriptionId)
  return [
    ...(state.tier === tier ? [] : [`the tier is ${state.tier}, and ${tier} by what was paid`]),
    ...(moneyIn(state) === money ? [] : [`${moneyIn(state)} came in by the log, and ${money} by the provider`]),
    ...(moneyBack && !moneyBack.hasEnded ? [`the money for ${moneyBack.id} was taken back, and the plan goes on`] : []),
    ...(moneyBack && state.refunds.length === 0 ? [`the money for ${moneyBack.id} was asked back, and none went`] : []),
  ]
}

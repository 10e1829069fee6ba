import { createHash } from 'node:crypto'
import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { forgetCustomer as decide, nameCustomer } from '@medicready/domain/billing/plan-commands'
import { subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type CommandContext, partOf, reactionContext } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { type BillingDeps, observeSubscription } from './observe-provider.ts'

export async function customerOf({ commands, payments }: BillingDeps, userId: string, context: CommandContext): Promise<string> {
  const { customerId } = (await commands.load(subscriptionAggregate, userId)).state
  if (customerId !== null) return customerId
  const { state: account } = await commands.load(accountAggregate, userId)
  if (!isRegistered(account) || account.email === null) throw new Rejection('notSignedIn')
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ')
  const { email } = account
  const key = `customer-${userId}-${createHash('sha256').update(`${email}/${name}`).digest('hex').slice(0, 16)}`
  const made = await payments.makeCustomer({ userId, email, name, key })
  const naming = nameCustomer({ userId, customerId: made })
  const { state } = await commands.execute(subscriptionAggregate, userId, naming, partOf(context, 'customer'))
  return state.customerId ?? made
}

export async function forgetCustomer(fact: RecordedFact<'AccountErased'>, deps: Pick<WorkerDeps, 'commands' | 'payments' | 'clock'>) {
  const { commands, payments, clock } = deps
  const { userId } = fact.data
  const { customerId, checkout, plans } = (await commands.load(subscriptionAggregate, userId)).state
  if (customerId === null) return
  if (checkout?.sessionId) await payments.expireCheckout(checkout.sessionId)
  const open = plans.filter(({ ended }) => ended === null)
  for (const { subscriptionId } of open) await payments.cancelNow(subscriptionId)
  await payments.deleteCustomer(customerId)
  const context = reactionContext(fact, clock)
  await commands.execute(subscriptionAggregate, userId, decide({ userId }), partOf(context, 'forget the customer'))
  for (const { subscriptionId } of open) await observeSubscription(deps, subscriptionId, context)
}

export async function tellNewAddress(
  fact: RecordedFact<'EmailChanged'>,
  { commands, payments }: Pick<WorkerDeps, 'commands' | 'payments'>,
): Promise<void> {
  const { userId, email } = fact.data
  const { customerId } = (await commands.load(subscriptionAggregate, userId)).state
  if (customerId !== null && email !== null) await payments.changeCustomersEmail(customerId, email)
}

export async function openPortal(
  { commands, payments, publicUrl }: BillingDeps & { readonly publicUrl: string },
  { userId }: { userId: string },
): Promise<{ url: string }> {
  const { customerId, payments: made } = (await commands.load(subscriptionAggregate, userId)).state
  if (customerId === null || made.length === 0) throw new Rejection('neverPaid')
  return { url: await payments.portalUrl(customerId, new URL('/subscription', publicUrl).href) }
}

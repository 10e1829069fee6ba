import { createHash } from 'node:crypto'
import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { nameCustomer } from '@medicready/domain/billing/checkout'
import { subscription } from '@medicready/domain/billing/subscription'
import { Rejection } from '@medicready/domain/rejection'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { BillingParts } from './observe-provider.ts'

/** By which id the payment provider knows an account: made when it is needed first. */
export async function customerOf({ commands, payments }: BillingParts, userId: string, context: CommandContext): Promise<string> {
  const { customerId } = (await commands.load(subscription, userId)).state
  if (customerId !== null) return customerId
  const { state: account } = await commands.load(accountAggregate, userId)
  if (!isRegistered(account) || account.email === null) throw new Rejection('notSignedIn')
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ')
  const { email } = account
  const key = `customer-${userId}-${createHash('sha256').update(`${email}/${name}`).digest('hex').slice(0, 16)}`
  const made = await payments.makeCustomer({ userId, email, name, key })
  const naming = { ...context, commandId: idFrom(context, 'customer') }
  const { state } = await commands.execute(subscription, userId, nameCustomer({ userId, customerId: made }), naming)
  return state.customerId ?? made
}

import { subscription } from '@medicready/domain/billing/subscription'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { BillingParts } from './observe-provider.ts'

/** Answers the payment provider's page about one's card, invoices and plan. */
export async function openPortal(
  { commands, payments, publicUrl }: BillingParts & { readonly publicUrl: string },
  { userId }: { userId: string },
): Promise<Outcome<{ url: string }>> {
  const { customerId, payments: made } = (await commands.load(subscription, userId)).state
  if (customerId === null || made.length === 0) throw new Rejection('neverPaid')
  return { answer: { url: await payments.portalUrl(customerId, new URL('/subscription', publicUrl).href) }, position: null }
}

import { subscription } from '@medicready/domain/billing/subscription'
import { Rejection } from '@medicready/domain/rejection'
import type { BillingParts } from './observe-provider.ts'

/** Answers the payment provider's page about one's card, invoices and plan. */
export async function openPortal(
  { commands, payments, publicUrl }: BillingParts & { readonly publicUrl: string },
  { userId }: { userId: string },
): Promise<{ url: string }> {
  const { customerId, payments: made } = (await commands.load(subscription, userId)).state
  if (customerId === null || made.length === 0) throw new Rejection('neverPaid')
  return { url: await payments.portalUrl(customerId, new URL('/subscription', publicUrl).href) }
}

import type { DiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import type { Outcome } from '@medicready/domain/outcome'
import type { Parts } from '../../parts.ts'
import { usableBy } from './usable-by.ts'

/** What a code gives somebody. Refused where they cannot use it. Nothing is used, nor held, by it. */
export async function validateCode(
  parts: Pick<Parts, 'commands'>,
  asked: { readonly userId: string; readonly code: string; readonly now: string },
): Promise<Outcome<DiscountCode>> {
  const { code, terms } = await usableBy(parts, asked)
  const { name, description, discountType, discountValue, grantsTier } = terms
  return { answer: { code, name, description, discountType, discountValue, grantsTier }, position: null }
}

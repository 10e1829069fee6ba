import * as z from 'zod/mini'
import {
  CODE_DESCRIPTION_MAX_LENGTH,
  CODE_MAX_LENGTH,
  CODE_NAME_MAX_LENGTH,
  codePattern,
  discountTypes,
  faultOfDiscount,
  grantableTiers,
  MAX_CODE_USES,
  wordsOfDiscountFault,
} from '../../billing/shown/discount-rules.ts'
import { LEAST_PRICE, MOST_PRICE, PRICE_UNUSUAL } from '../../billing/shown/tiers.ts'
import { printableText } from '../../core/text.ts'
import { reason } from '../admin/forms.ts'

const CODE_UNUSUAL = `Please use 1 to ${CODE_MAX_LENGTH} characters: A-Z, 0-9, - and _. Begin with a letter or a digit.`
const USES_UNUSUAL = 'Please enter a whole number of at least 1, or leave this empty for no limit.'

export const codeText = z.string(CODE_UNUSUAL).check(z.trim(), z.toUpperCase(), z.regex(codePattern, CODE_UNUSUAL))

/** Malformed codes get the same answer as unknown ones, so only the length is checked. */
export const TypedCode = z.object({ code: printableText({ max: 200, required: 'Please enter a discount code' }) })

const terms = {
  name: printableText({ max: CODE_NAME_MAX_LENGTH, required: 'Please enter a name for the code.' }),
  description: z.nullable(printableText({ max: CODE_DESCRIPTION_MAX_LENGTH })),
  discountType: z.enum(discountTypes, 'Please choose the type of discount.'),
  /** Percent, cents, or months. */
  discountValue: z.int(),
  grantsTier: z.nullable(z.enum(grantableTiers)),
  /** Null for no limit. */
  maxUses: z.nullable(z.int(USES_UNUSUAL).check(z.minimum(1, USES_UNUSUAL), z.maximum(MAX_CODE_USES, USES_UNUSUAL))),
  expiresAt: z.nullable(z.iso.datetime('Please enter the end as a date and time.')),
}

function checkDiscount({ value, issues }: z.core.ParsePayload<z.infer<z.ZodMiniObject<typeof terms>>>): void {
  const fault = faultOfDiscount(value)
  if (!fault) return
  const path = [fault === 'value' ? 'discountValue' : 'grantsTier']
  issues.push({ code: 'custom', message: wordsOfDiscountFault(fault, value.discountType), path, input: value })
}

export const DiscountCodeTerms = z.object({ ...terms, reason }).check(checkDiscount)
export const NewDiscountCode = z.object({ code: codeText, ...terms, reason }).check(checkDiscount)

export const PriceChange = z.object({
  /** In cents. */
  amount: z.int(PRICE_UNUSUAL).check(z.minimum(LEAST_PRICE, PRICE_UNUSUAL), z.maximum(MOST_PRICE, PRICE_UNUSUAL)),
  /** A UTC day; at once when left out. */
  holdsFrom: z.optional(z.iso.date('Please enter a day, such as 2027-06-15.')),
  reason,
})

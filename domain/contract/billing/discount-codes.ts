import { z } from 'zod'
import { codeRefusals, discountTypes, grantableTiers } from '../../billing/shown/discount-rules.ts'
import { tierNames } from '../../billing/shown/tiers.ts'
import { asOf } from '../admin/as-of.ts'
import { ReasonOnly } from '../admin/forms.ts'
import { runBusiness, signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { codeText, DiscountCodeTerms, NewDiscountCode, TypedCode } from './forms.ts'

export const DiscountCode = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  discountType: z.enum(discountTypes),
  /** Percent, cents of `fixed_amount`, or months of `free_subscription`. */
  discountValue: z.int(),
  grantsTier: z.enum(grantableTiers).nullable(),
})
export type DiscountCode = z.infer<typeof DiscountCode>

export const discountCodeCalls = {
  'POST /api/discount-codes/validate': signedIn.command({
    summary: 'Tell what a discount code gives the caller, or why it cannot be used. This does not use the code. 10 attempts an hour.',
    body: TypedCode,
    response: z.object({ valid: z.boolean(), discountCode: DiscountCode.nullable(), error: z.string().nullable() }),
    errors: ['tooManyRequests'],
    example: { body: { code: existing.discountCode } },
  }),
  'POST /api/discount-codes/use': signedIn.command({
    summary: 'Activate the free subscription of a code, once per person. Codes with a discount are used at checkout.',
    body: TypedCode,
    response: z.object({
      success: z.literal(true),
      subscriptionGranted: z.literal(true),
      subscriptionTier: z.enum(tierNames),
      until: z.iso.datetime(),
    }),
    errors: [...codeRefusals, 'discountCodeForCheckout', 'discountCodeNeedsFreePlan', 'tooManyRequests', 'conflict'],
    example: { body: { code: existing.discountCode } },
  }),
} as const

const AdminDiscountCode = DiscountCode.extend({
  id: z.uuid(),
  usedCount: z.int(),
  heldCount: z.int(),
  maxUses: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  stripeCouponId: z.string().nullable(),
  /** In cents. */
  savings: z.int(),
  /** Uses divided by the limit, or by 100 without a limit. */
  conversionRate: z.number(),
})
export type AdminDiscountCode = z.infer<typeof AdminDiscountCode>

const DiscountCodeUse = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  usedAt: z.iso.datetime(),
  kind: z.enum(['payment', 'free_period']),
  tier: z.enum(tierNames),
  months: z.int().nullable(),
  subscriptionId: z.string().nullable(),
  /** In cents. */
  amountSaved: z.int(),
})
export type DiscountCodeUse = z.infer<typeof DiscountCodeUse>

const params = z.object({ code: codeText })
const changed = z.object({ code: z.string(), hasChanged: z.boolean() })
const exampleTerms = {
  name: 'Spring course',
  description: 'A quarter off the first month.',
  discountType: 'percentage',
  discountValue: 25,
  grantsTier: null,
  maxUses: 100,
  expiresAt: '2027-06-30T23:59:59.999Z',
  reason: 'For the students of the spring course.',
} as const
const exampleReason = { reason: 'The course has ended.' }
const ofTheCode = { code: existing.discountCode }
const decision = { params, body: ReasonOnly, response: changed, example: { params: ofTheCode, body: exampleReason } } as const

export const adminDiscountCodeCalls = {
  'POST /api/admin/discount-codes': runBusiness.command({
    summary: 'Create a discount code. It is active at once.',
    body: NewDiscountCode,
    response: z.object({ id: z.uuid(), code: z.string() }),
    status: 201,
    errors: ['discountCodeTaken', 'discountCodeOverAlready', 'conflict'],
    example: { body: { code: 'AUTUMN-27', ...exampleTerms } },
  }),
  'PUT /api/admin/discount-codes/{code}': runBusiness.command({
    summary: 'Change a discount code. Its discount cannot change after the first use.',
    params,
    body: DiscountCodeTerms,
    response: changed,
    errors: ['discountCodeNotFound', 'discountCodeInUse', 'discountCodeLimitTooLow', 'discountCodeOverAlready', 'conflict'],
    example: { params: ofTheCode, body: exampleTerms },
  }),
  'POST /api/admin/discount-codes/{code}/activate': runBusiness.command({
    summary: 'Activate a discount code again.',
    ...decision,
    errors: ['discountCodeNotFound', 'conflict'],
  }),
  'POST /api/admin/discount-codes/{code}/deactivate': runBusiness.command({
    summary: 'Deactivate a discount code. Open checkouts keep it.',
    ...decision,
    errors: ['discountCodeNotFound', 'conflict'],
  }),
  'DELETE /api/admin/discount-codes/{code}': runBusiness.command({
    summary: 'Delete a code that was never used.',
    ...decision,
    errors: ['discountCodeNotFound', 'discountCodeInUse', 'conflict'],
    example: { params: { code: 'AUTUMN-27' }, body: exampleReason },
  }),
  'GET /api/admin/discount-codes': runBusiness.read({
    summary: 'The discount codes, newest first. With `asOf`, at the end of that day (UTC).',
    page: true,
    query: z.object({ asOf }),
    response: z.array(AdminDiscountCode),
    example: { query: { asOf: '2027-01-31' } },
  }),
  'GET /api/admin/discount-codes/{code}/uses': runBusiness.read({
    summary: 'The uses of a code, newest first, with their savings.',
    page: true,
    params,
    query: z.object({ asOf }),
    response: z.array(DiscountCodeUse),
    errors: ['discountCodeNotFound'],
    example: { params: ofTheCode, query: { asOf: '2027-01-31' } },
  }),
} as const

import { z } from 'zod'
import { discountTypes, grantableTiers } from '../../billing/discount-rules.ts'
import { tierNames } from '../../billing/tiers.ts'
import { printableText } from '../../text.ts'
import { asOf } from '../accounts/students.ts'
import { ReasonOnly } from '../admin/forms.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { codeText, DiscountCodeTerms, NewDiscountCode } from './forms.ts'

/** A code as its user sees it. */
export const DiscountCode = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  discountType: z.enum(discountTypes),
  /** Per cent; cents of `fixed_amount`; months of `free_subscription`. */
  discountValue: z.int(),
  /** What a free subscription is of; null of other codes. */
  grantsTier: z.enum(grantableTiers).nullable(),
})
export type DiscountCode = z.infer<typeof DiscountCode>

/** As it was typed: what can be no code is told in the same words as one that is none. */
const typed = z.object({ code: printableText({ max: 200, required: 'Please enter a discount code' }) })

export const discountCodeCalls = {
  'POST /api/discount-codes/validate': call({
    summary: 'Tell what a discount code gives the caller, or why it cannot be used. This does not use the code. 10 attempts an hour.',
    access: 'signedIn',
    service: 'command-api',
    body: typed,
    response: z.object({
      valid: z.boolean(),
      /** Null where it is not valid. */
      discountCode: DiscountCode.nullable(),
      /** Why it is not; null where it is. */
      error: z.string().nullable(),
    }),
    errors: ['tooManyRequests'],
    example: { body: { code: existing.discountCode } },
  }),
  'POST /api/discount-codes/use': call({
    summary: 'Activate the free subscription of a code, once per person. Codes with a discount are used at checkout.',
    access: 'signedIn',
    service: 'command-api',
    body: typed,
    response: z.object({
      success: z.literal(true),
      subscriptionGranted: z.literal(true),
      subscriptionTier: z.enum(tierNames),
      /** The end of the free subscription. */
      until: z.iso.datetime(),
    }),
    errors: [
      'discountCodeInvalid',
      'discountCodeUsed',
      'discountCodeInactive',
      'discountCodeExpired',
      'discountCodeUsedUp',
      'discountCodeForCheckout',
      'discountCodeNeedsFreePlan',
      'tooManyRequests',
      'conflict',
    ],
    example: { body: { code: existing.discountCode } },
  }),
} as const

const AdminDiscountCode = DiscountCode.extend({
  id: z.uuid(),
  /** Uses that came to something. */
  usedCount: z.int(),
  /** Uses that someone at the checkout holds. */
  heldCount: z.int(),
  maxUses: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null until the coupon is made; a free subscription needs none. */
  stripeCouponId: z.string().nullable(),
  /** By how much less its users paid, in cents. */
  savings: z.int(),
  /** Uses against the limit, or against 100 where there is none. */
  conversionRate: z.number(),
})
export type AdminDiscountCode = z.infer<typeof AdminDiscountCode>

const DiscountCodeUse = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** Empty once the person was erased, and so is the address. */
  name: z.string(),
  email: z.string(),
  usedAt: z.iso.datetime(),
  kind: z.enum(['payment', 'free_period']),
  tier: z.enum(tierNames),
  /** Of a free period; null of a payment. */
  months: z.int().nullable(),
  /** Of Stripe; null of a free period. */
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

export const adminDiscountCodeCommandCalls = {
  'POST /api/admin/discount-codes': call({
    summary: 'Create a discount code. It is active at once.',
    access: 'runBusiness',
    service: 'command-api',
    body: NewDiscountCode,
    response: z.object({ id: z.uuid(), code: z.string() }),
    status: 201,
    errors: ['discountCodeTaken', 'discountCodeOverAlready', 'conflict'],
    example: { body: { code: 'AUTUMN-27', ...exampleTerms } },
  }),
  'PUT /api/admin/discount-codes/{code}': call({
    summary: 'Change a discount code. Its discount cannot change after the first use.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: DiscountCodeTerms,
    response: changed,
    errors: ['discountCodeNotFound', 'discountCodeInUse', 'discountCodeLimitTooLow', 'discountCodeOverAlready', 'conflict'],
    example: { params: ofTheCode, body: exampleTerms },
  }),
  'POST /api/admin/discount-codes/{code}/activate': call({
    summary: 'Activate a discount code again.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: ReasonOnly,
    response: changed,
    errors: ['discountCodeNotFound', 'conflict'],
    example: { params: ofTheCode, body: exampleReason },
  }),
  'POST /api/admin/discount-codes/{code}/deactivate': call({
    summary: 'Deactivate a discount code. Open checkouts keep it.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: ReasonOnly,
    response: changed,
    errors: ['discountCodeNotFound', 'conflict'],
    example: { params: ofTheCode, body: exampleReason },
  }),
  'DELETE /api/admin/discount-codes/{code}': call({
    summary: 'Delete a code that was never used.',
    access: 'runBusiness',
    service: 'command-api',
    params,
    body: ReasonOnly,
    response: changed,
    errors: ['discountCodeNotFound', 'discountCodeInUse', 'conflict'],
    example: { params: { code: 'AUTUMN-27' }, body: exampleReason },
  }),
} as const

export const adminDiscountCodeReadCalls = {
  'GET /api/admin/discount-codes': call({
    summary: 'The discount codes, newest first. With `asOf`, at the end of that day (UTC).',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    query: z.object({ asOf }),
    response: z.array(AdminDiscountCode),
    errors: [],
    example: { query: { asOf: '2027-01-31' } },
  }),
  'GET /api/admin/discount-codes/{code}/uses': call({
    summary: 'The uses of a code, newest first, with their savings.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    params,
    query: z.object({ asOf }),
    response: z.array(DiscountCodeUse),
    errors: ['discountCodeNotFound'],
    example: { params: ofTheCode, query: { asOf: '2027-01-31' } },
  }),
} as const

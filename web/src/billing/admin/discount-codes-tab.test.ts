import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { DiscountCodeTerms, NewDiscountCode } from '@medicready/domain/contract/billing/forms'
import { describe, expect, test } from 'vitest'
import { bodyOf, type CodeDraft, draftOf, newCode } from './discount-codes-tab.tsx'

const draft = (changes: Partial<CodeDraft> = {}): CodeDraft => ({
  ...newCode,
  code: 'spring',
  name: 'Spring',
  discountValue: '25',
  ...changes,
})
const reason = 'For the course.'
const faults = (changes: Partial<CodeDraft>) =>
  NewDiscountCode.safeParse(bodyOf({ ...draft(changes), reason }, null)).error?.issues.map(({ path }) => path[0]) ?? []
const sent = (typed: CodeDraft, before: AdminDiscountCode | null) => DiscountCodeTerms.parse(bodyOf({ ...typed, reason }, before))

const kept: AdminDiscountCode = {
  id: '00000000-0000-4000-8000-000000000001',
  code: 'SPRING',
  name: 'Spring',
  description: null,
  discountType: 'fixed_amount',
  discountValue: 250,
  grantsTier: null,
  usedCount: 0,
  heldCount: 0,
  maxUses: 7,
  expiresAt: '2026-02-01T08:30:00.000Z',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  stripeCouponId: null,
  savings: 0,
  conversionRate: 0,
}

describe('errors are shown at their fields', () => {
  test('none for a complete draft', () => expect(faults({})).toEqual([]))
  test.each(['', '-A', 'A B', 'X'.repeat(51)])('the code %j', (code) => expect(faults({ code })).toEqual(['code']))
  test('a name that is missing', () => expect(faults({ name: ' ' })).toEqual(['name']))
  test.each(['', '0', '101', '2.5', 'ten'])('%j per cent', (discountValue) => expect(faults({ discountValue })).toEqual(['discountValue']))
  test.each(['', '0', '0.001', '1000.01', '-1'])('%j dollars', (discountValue) =>
    expect(faults({ discountType: 'fixed_amount', discountValue })).toEqual(['discountValue']),
  )
  test.each(['', '0', '25', '1.5'])('%j months', (discountValue) =>
    expect(faults({ discountType: 'free_subscription', discountValue })).toEqual(['discountValue']),
  )
  test.each(['0', 'many', '1.5', '1000001'])('%j uses', (maxUses) => expect(faults({ maxUses })).toEqual(['maxUses']))
})

test('a draft says whole cents, and the end of its last day', () => {
  expect(sent(draft({ discountType: 'fixed_amount', discountValue: '$19.9', maxUses: '7', expiresAt: '2026-06-30' }), null)).toEqual({
    name: 'Spring',
    description: null,
    discountType: 'fixed_amount',
    discountValue: 1_990,
    grantsTier: null,
    maxUses: 7,
    expiresAt: '2026-06-30T23:59:59.999Z',
    reason,
  })
  expect(sent(draft({ discountType: 'free_subscription', discountValue: '3' }), null)).toMatchObject({
    discountValue: 3,
    grantsTier: 'premium',
  })
})

test('untouched fields stay as they were, down to the second of the end', () => {
  const { name, description, discountType, discountValue, grantsTier, maxUses, expiresAt } = kept
  expect(sent(draftOf(kept), kept)).toEqual({ name, description, discountType, discountValue, grantsTier, maxUses, expiresAt, reason })
})

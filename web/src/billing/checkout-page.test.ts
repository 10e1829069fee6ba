import type { Subscription } from '@medicready/domain/contract/billing/billing'
import { expect, it } from 'vitest'
import { arrivalOf } from './checkout-page.tsx'

const checkoutId = '00000000-0000-4000-8000-000000000001'
const checkout = (state: NonNullable<Subscription['checkout']>['state']) =>
  ({ checkoutId, sessionId: 'cs_1', tier: 'premium', state }) as const

it('is complete once the tier has changed, whatever the browser was told', () => {
  const waiting = { tier: 'free', paidTier: null } as const
  expect(arrivalOf({ checkout: checkout('open'), ...waiting }, 'cs_1')).toBe('waiting')
  expect(arrivalOf({ checkout: checkout('completed'), ...waiting }, checkoutId)).toBe('waiting')
  expect(arrivalOf({ checkout: checkout('completed'), tier: 'basic', paidTier: 'basic' }, 'cs_1')).toBe('waiting')
  expect(arrivalOf({ checkout: checkout('completed'), tier: 'premium', paidTier: 'premium' }, 'cs_1')).toBe('arrived')
})

it('ends with the checkout, and knows of an older one no more than whether there is a plan', () => {
  expect(arrivalOf({ checkout: checkout('expired'), tier: 'free', paidTier: null }, 'cs_1')).toBe('ended')
  expect(arrivalOf({ checkout: checkout('expired'), tier: 'free', paidTier: null }, 'cs_0')).toBe('waiting')
  expect(arrivalOf({ checkout: checkout('expired'), tier: 'basic', paidTier: 'basic' }, 'cs_0')).toBe('arrived')
  expect(arrivalOf({ checkout: null, tier: 'free', paidTier: null }, 'cs_1')).toBe('waiting')
})

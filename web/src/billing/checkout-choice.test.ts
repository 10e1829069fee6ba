import { dollars } from '@medicready/domain/billing/shown/money'
import { beforeEach, expect, it, vi } from 'vitest'
import { carriedPromoCode, carryPromoCode, choosePlan, chosenPlan, forgetChoice } from './checkout-choice.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})

it('keeps the choice as plain text under the names that the checkout reads', () => {
  choosePlan('premium', dollars(12))
  carryPromoCode('SAVE20')
  expect(Object.fromEntries(kept)).toEqual({
    selectedPlan: 'Premium',
    subscriptionTier: 'premium',
    checkoutAmount: '12',
    promoCode: 'SAVE20',
  })
  expect([chosenPlan(), carriedPromoCode()]).toEqual(['premium', 'SAVE20'])
  forgetChoice()
  expect([kept.size, chosenPlan(), carriedPromoCode()]).toEqual([0, null, null])
})

it('takes a choice by either of its names, and none that cannot be bought', () => {
  kept.set('selectedPlan', 'Basic')
  expect(chosenPlan()).toBe('basic')
  kept.set('subscriptionTier', 'premium')
  expect(chosenPlan()).toBe('premium')
  kept.clear()
  kept.set('subscriptionTier', 'free')
  kept.set('selectedPlan', 'gold')
  expect(chosenPlan()).toBeNull()
})

it('has no choice if the browser stores nothing', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect([chosenPlan(), carriedPromoCode()]).toEqual([null, null])
  expect(() => choosePlan('basic', dollars(5))).not.toThrow()
})

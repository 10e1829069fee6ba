import { expect, test } from 'vitest'
import { goingOn } from './billing-mails.ts'

const periodEnd = '2027-03-01T12:00:00.000Z'
const paid = { tier: 'premium', monthlyAmount: 1_200, invoicedAt: '', periodStart: '2027-02-01T12:00:00.000Z', periodEnd } as const
const plan = { paid, told: null, changesTo: null, endsAt: null, currency: 'usd' }
const told = (holdsFrom: string) => ({ priceId: 'price_2', amount: 1_500, holdsFrom, isApplied: false })
const HOW = 'You can cancel online at any time with Cancel plan on the Subscription page.'

test('a plan renews at the announced price once it applies', () => {
  const renewal = 'Premium renews automatically on March 1, 2027 and every month after it for'
  expect(goingOn(plan)).toContain(`${renewal} $12, plus taxes where they apply, until you cancel. ${HOW}`)
  expect(goingOn({ ...plan, told: told('2027-03-02T00:00:00.000Z') })).toContain(`${renewal} $12,`)
  expect(goingOn({ ...plan, told: told('2027-02-20T00:00:00.000Z') })).toContain(`${renewal} $15,`)
})

test('a cancelled plan does not renew, and a downgraded one renews as the smaller plan', () => {
  expect(goingOn({ ...plan, endsAt: periodEnd })).toBe('Your plan is cancelled: it ends on March 1, 2027 and does not renew.')
  expect(goingOn({ ...plan, changesTo: 'basic' })).toContain(`Basic then begins on March 1, 2027 and renews automatically every month`)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import {
  activateCode,
  type CodeTerms,
  createCode,
  type DiscountCodeEvent,
  deactivateCode,
  deleteCode,
  discountCodeAggregate,
  recordCoupon,
  redeemAtPayment,
  redeemForFreePeriod,
  refusalOf,
  releaseCode,
  reserveCode,
  reviseCode,
  usesLeft,
} from './discount-code.ts'

const id = (n: number) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`
const [codeId, by, ana, ben] = [id(1), id(2), id(3), id(4)]
const now = '2026-03-01T12:00:00.000Z'
const later = '2026-03-01T12:30:00.000Z'
const known = { codeId, code: 'SPRING' }
const byAdmin = { by, reason: 'The spring course' }

const quarterOff: CodeTerms = {
  name: 'Spring',
  description: null,
  discountType: 'percentage',
  discountValue: 25,
  grantsTier: null,
  maxUses: 2,
  expiresAt: '2026-06-30T00:00:00.000Z',
}
const freeMonths: CodeTerms = { ...quarterOff, discountType: 'free_subscription', discountValue: 3, grantsTier: 'premium' }

const created = (terms: Partial<CodeTerms> = {}): DiscountCodeEvent => ({
  type: 'DiscountCodeCreated',
  data: { ...known, ...byAdmin, ...quarterOff, ...terms, currency: 'usd' },
})
const reserved = (userId: string, checkoutId: string): DiscountCodeEvent => ({
  type: 'CodeReserved',
  data: { ...known, userId, checkoutId, tier: 'premium', reservedUntil: later },
})
const released = (userId: string, checkoutId: string, cause: 'expired' | 'replaced' = 'expired'): DiscountCodeEvent => ({
  type: 'CodeReleased',
  data: { ...known, userId, checkoutId, cause },
})
const payment = (checkoutId: string) => ({ kind: 'payment' as const, checkoutId, subscriptionId: 'sub_1', tier: 'premium' as const })
const saved = { amount: 300, currency: 'usd' as const }
const redeemed = (userId: string, checkoutId: string): DiscountCodeEvent => ({
  type: 'CodeRedeemed',
  data: { ...known, userId, usageId: id(9), for: payment(checkoutId), amountSaved: saved },
})
const deactivated: DiscountCodeEvent = { type: 'DiscountCodeDeactivated', data: { ...known, ...byAdmin } }
const deleted: DiscountCodeEvent = { type: 'DiscountCodeDeleted', data: { ...known, ...byAdmin } }

const reserve = (userId: string, checkoutId: string) => reserveCode({ userId, checkoutId, tier: 'premium', reservedUntil: later, now })
const pay = (userId: string, checkoutId: string) =>
  redeemAtPayment({ userId, usageId: id(9), for: payment(checkoutId), amountSaved: saved })
const activateFree = (userId: string) => redeemForFreePeriod({ userId, usageId: id(9), now, monthlyPrice: 1_200 })

describe('an admin', () => {
  test('creates a code once; after deletion its letters are free again', () => {
    const create = createCode({ ...known, ...byAdmin, ...quarterOff, now })
    given(discountCodeAggregate, []).when(create).emits([created()])
    given(discountCodeAggregate, [created()]).when(create).refuses('discountCodeTaken')
    given(discountCodeAggregate, [created(), deleted]).when(create).emits([created()])
  })

  test('cannot create a code that has already ended', () =>
    given(discountCodeAggregate, [])
      .when(createCode({ ...known, ...byAdmin, ...quarterOff, expiresAt: now, now }))
      .refuses('discountCodeOverAlready'))

  test('changes its terms, and nothing if they are the same', () => {
    const revise = (terms: Partial<CodeTerms>) => reviseCode({ ...byAdmin, ...quarterOff, ...terms, now })
    const revised = (terms: Partial<CodeTerms>): DiscountCodeEvent =>
      ({ ...created(terms), type: 'DiscountCodeRevised' }) as DiscountCodeEvent
    given(discountCodeAggregate, [created()]).when(revise({})).emits([])
    given(discountCodeAggregate, [created()])
      .when(revise({ name: 'May' }))
      .emits([revised({ name: 'May' })])
    given(discountCodeAggregate, [created()])
      .when(revise({ discountValue: 50 }))
      .emits([revised({ discountValue: 50 })])
    given(discountCodeAggregate, [created(), reserved(ana, 'c1')])
      .when(revise({ discountValue: 50 }))
      .refuses('discountCodeInUse')
    given(discountCodeAggregate, [created(), reserved(ana, 'c1')])
      .when(revise({ maxUses: 1 }))
      .emits([revised({ maxUses: 1 })])
    const usedTwice = [created(), redeemed(ana, 'c1'), reserved(ben, 'c2')]
    given(discountCodeAggregate, usedTwice)
      .when(revise({ maxUses: 1 }))
      .refuses('discountCodeLimitTooLow')
    given(discountCodeAggregate, [created()])
      .when(revise({ expiresAt: now }))
      .refuses('discountCodeOverAlready')
    given(discountCodeAggregate, []).when(revise({})).refuses('discountCodeNotFound')
  })

  test('can change the limit of an ended code and keep its end', () =>
    given(discountCodeAggregate, [created({ expiresAt: now })])
      .when(reviseCode({ ...byAdmin, ...quarterOff, expiresAt: now, maxUses: 5, now: later }))
      .emits([{ ...created({ expiresAt: now, maxUses: 5 }), type: 'DiscountCodeRevised' } as DiscountCodeEvent]))

  test('deactivates, activates and deletes it', () => {
    given(discountCodeAggregate, [created()]).when(deactivateCode(byAdmin)).emits([deactivated])
    given(discountCodeAggregate, [created(), deactivated]).when(deactivateCode(byAdmin)).emits([])
    given(discountCodeAggregate, [created()]).when(activateCode(byAdmin)).emits([])
    given(discountCodeAggregate, [created(), deactivated])
      .when(activateCode(byAdmin))
      .emits([{ type: 'DiscountCodeActivated', data: { ...known, ...byAdmin } }])
    given(discountCodeAggregate, [created()]).when(deleteCode(byAdmin)).emits([deleted])
    given(discountCodeAggregate, [created(), reserved(ana, 'c1'), released(ana, 'c1')])
      .when(deleteCode(byAdmin))
      .emits([deleted])
    given(discountCodeAggregate, [created(), reserved(ana, 'c1')])
      .when(deleteCode(byAdmin))
      .refuses('discountCodeInUse')
    given(discountCodeAggregate, [created(), redeemed(ana, 'c1')])
      .when(deleteCode(byAdmin))
      .refuses('discountCodeInUse')
    for (const decide of [activateCode, deactivateCode, deleteCode])
      given(discountCodeAggregate, [created(), deleted]).when(decide(byAdmin)).refuses('discountCodeNotFound')
  })
})

describe('a code cannot be used', () => {
  const refusal = (events: readonly DiscountCodeEvent[], at = now) =>
    refusalOf(fold(discountCodeAggregate, events), { userId: ana, now: at })

  test('that does not exist', () => expect(refusal([])).toBe('discountCodeInvalid'))
  test('that was deactivated', () => expect(refusal([created(), deactivated])).toBe('discountCodeInactive'))
  test('twice by one person, even if nothing else prevents it', () =>
    expect(refusal([created(), redeemed(ana, 'c1')])).toBe('discountCodeUsed'))
  test('from its end on, to the millisecond', () => {
    expect(refusal([created()], '2026-06-29T23:59:59.999Z')).toBeNull()
    expect(refusal([created()], '2026-06-30T00:00:00.000Z')).toBe('discountCodeExpired')
    expect(refusal([created({ expiresAt: null })], '2099-01-01T00:00:00.000Z')).toBeNull()
  })
  test('beyond its limit, which includes uses held at a checkout', () => {
    expect(refusal([created({ maxUses: 1 })])).toBeNull()
    expect(refusal([created({ maxUses: 1 }), reserved(ben, 'c1')])).toBe('discountCodeUsedUp')
    expect(refusal([created({ maxUses: 1 }), reserved(ana, 'c1')])).toBeNull()
    expect(refusal([created({ maxUses: 1 }), reserved(ben, 'c1'), released(ben, 'c1')])).toBeNull()
    expect(refusal([created({ maxUses: 1 }), redeemed(ben, 'c1')])).toBe('discountCodeUsedUp')
    expect(refusal([created({ maxUses: null }), redeemed(ben, 'c1')])).toBeNull()
  })
})

describe('at the checkout', () => {
  test('a use is held once per checkout', () => {
    given(discountCodeAggregate, [created()])
      .when(reserve(ana, 'c1'))
      .emits([reserved(ana, 'c1')])
    given(discountCodeAggregate, [created(), reserved(ana, 'c1')])
      .when(reserve(ana, 'c1'))
      .emits([])
  })

  test('a new checkout takes over the use that the person holds', () =>
    given(discountCodeAggregate, [created({ maxUses: 1 }), reserved(ana, 'c1')])
      .when(reserve(ana, 'c2'))
      .emits([released(ana, 'c1', 'replaced'), reserved(ana, 'c2')]))

  test('a use is released when its own checkout fails, and not by another', () => {
    const release = (checkoutId: string) => releaseCode({ userId: ana, checkoutId, cause: 'expired' })
    given(discountCodeAggregate, [created(), reserved(ana, 'c1')])
      .when(release('c1'))
      .emits([released(ana, 'c1')])
    given(discountCodeAggregate, [created(), reserved(ana, 'c2')])
      .when(release('c1'))
      .emits([])
    given(discountCodeAggregate, [created(), reserved(ana, 'c1'), redeemed(ana, 'c1')])
      .when(release('c1'))
      .emits([])
    given(discountCodeAggregate, []).when(release('c1')).emits([])
  })

  test('a payment redeems the use once, whatever happened to the code meanwhile', () => {
    given(discountCodeAggregate, [created(), reserved(ana, 'c1')])
      .when(pay(ana, 'c1'))
      .emits([redeemed(ana, 'c1')])
    given(discountCodeAggregate, [created(), redeemed(ana, 'c1')])
      .when(pay(ana, 'c1'))
      .emits([])
    const givenBack = [created(), reserved(ana, 'c1'), released(ana, 'c1'), deactivated]
    given(discountCodeAggregate, givenBack)
      .when(pay(ana, 'c1'))
      .emits([redeemed(ana, 'c1')])
  })

  test('a free subscription needs no checkout, and other codes work only at checkout', () => {
    given(discountCodeAggregate, [created(freeMonths)])
      .when(reserve(ana, 'c1'))
      .refuses('discountCodeNeedsNoCheckout')
    given(discountCodeAggregate, [created()]).when(activateFree(ana)).refuses('discountCodeForCheckout')
  })
})

test('a free subscription is used once per person, and records what its months would cost', () => {
  const made: DiscountCodeEvent = {
    type: 'CodeRedeemed',
    data: {
      ...known,
      userId: ana,
      usageId: id(9),
      for: { kind: 'free_period', tier: 'premium', months: 3 },
      amountSaved: { amount: 3_600, currency: 'usd' },
    },
  }
  given(discountCodeAggregate, [created(freeMonths)])
    .when(activateFree(ana))
    .emits([made])
  given(discountCodeAggregate, [created(freeMonths), made])
    .when(activateFree(ana))
    .refuses('discountCodeUsed')
  given(discountCodeAggregate, [created({ ...freeMonths, maxUses: 1 }), made])
    .when(activateFree(ben))
    .refuses('discountCodeUsedUp')
})

describe('the coupon', () => {
  const coupon = { stripeCouponId: 'co_1', stripePromotionCodeId: 'promo_1' }
  const record = (discount: CodeTerms) => recordCoupon({ codeId, discount, ...coupon })
  const made: DiscountCodeEvent = { type: 'CouponMade', data: { ...known, ...coupon } }
  const halfOff: DiscountCodeEvent = { ...created({ discountValue: 50 }), type: 'DiscountCodeRevised' } as DiscountCodeEvent

  test('is made once per discount', () => {
    given(discountCodeAggregate, [created()]).when(record(quarterOff)).emits([made])
    given(discountCodeAggregate, [created(), made]).when(record(quarterOff)).emits([])
    given(discountCodeAggregate, []).when(record(quarterOff)).emits([])
  })

  test('is made again for another discount, and one for the previous discount is ignored', () => {
    expect(fold(discountCodeAggregate, [created(), made, halfOff])?.coupon).toBeNull()
    given(discountCodeAggregate, [created(), halfOff]).when(record(quarterOff)).emits([])
  })
})

test('in any order of checkouts and payments, no one holds two uses and the limit is never exceeded', () => {
  const people = [0, 1, 2, 3, 4, 5].map(id)
  const step = fc.record({ who: fc.constantFrom(...people), what: fc.constantFrom('reserve', 'release', 'pay', 'again') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, maxUses) => {
      let events: DiscountCodeEvent[] = [created({ maxUses })]
      for (const { who, what } of steps) {
        const state = fold(discountCodeAggregate, events)
        const held = Object.values(state?.uses ?? {}).flatMap((drawer) => Object.entries(drawer))
        const own = held.find(([userId]) => userId === who)?.[1]
        const checkoutId = own?.checkoutId ?? 'c1'
        const decide = {
          reserve: reserve(who, checkoutId),
          again: reserve(who, `${checkoutId}+`),
          release: releaseCode({ userId: who, checkoutId, cause: 'failed' }),
          pay: own ? pay(who, checkoutId) : () => [],
        }[what]
        try {
          events = [...events, ...decide(state)]
        } catch {}
      }
      const state = fold(discountCodeAggregate, events)
      if (!state) throw new Error('The code is gone.')
      const payers = events.flatMap((event) => (event.type === 'CodeRedeemed' ? [event.data.userId] : []))
      expect(new Set(payers).size).toBe(payers.length)
      expect(state.made).toBe(payers.length)
      expect(state.made + state.held).toBeLessThanOrEqual(maxUses)
      expect(usesLeft(state)).toBe(maxUses - state.made - state.held)
    }),
  )
})

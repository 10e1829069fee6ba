import {
  createCode,
  discountCode,
  recordCoupon,
  redeemAtPayment,
  redeemForFreePeriod,
  reserveCode,
} from '@medicready/domain/billing/discount-code'
import { endFreePeriods, grantFreePeriod } from '@medicready/domain/billing/plan-commands'
import { subscription, tierOfState } from '@medicready/domain/billing/subscription'
import { type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import { makeCoupon } from '@medicready/platform/payments/coupons'
import type { Payments } from '@medicready/platform/payments/payments'
import type { Chance } from '@medicready/platform/testing/chance'
import type { Past } from './past.ts'
import type { Standing } from './school.ts'

const OFF = 'WELCOME20'
const FREE = 'EMSWEEK'
const instant = (at: number): string => new Date(at).toISOString()

const codes = {
  [OFF]: {
    name: 'Welcome',
    description: 'For whoever tries a paid plan for the first time.',
    discountType: 'percentage',
    discountValue: 20,
    grantsTier: null,
    maxUses: 200,
  },
  [FREE]: {
    name: 'EMS Week',
    description: 'A month of Basic for the classes that visited our stand.',
    discountType: 'free_subscription',
    discountValue: 1,
    grantsTier: 'basic',
    maxUses: 25,
  },
} as const

export class Codes {
  readonly #past: Past
  readonly #chance: Chance
  readonly #free = new Set<Standing>()

  constructor({ past, chance, adminId, at }: { past: Past; chance: Chance; adminId: string; at: number }) {
    this.#past = past
    this.#chance = chance
    for (const [code, terms] of Object.entries(codes)) {
      const creation = { ...terms, code, codeId: chance.uuid(), expiresAt: null, now: instant(at), by: adminId, reason: 'For the year.' }
      past.decide(discountCode, code, createCode(creation), { actorId: adminId, at })
    }
  }

  async hold(payments: Payments, of: { userId: string; checkoutId: string; tier: PaidTier; reservedUntil: string }, at: number) {
    const known = this.#past.stateOf(discountCode, OFF)
    if (!known) throw new Error('There is no such code.')
    const { codeId, terms: discount } = known
    const worker = { actorId: 'worker', at }
    const made = known.coupon ?? (await payments.ask((stripe) => makeCoupon(stripe, { codeId, code: OFF, name: discount.name, discount })))
    this.#past.decide(discountCode, OFF, recordCoupon({ codeId, discount, ...made }), worker)
    this.#past.decide(discountCode, OFF, reserveCode({ ...of, now: instant(at) }), { actorId: of.userId, at })
    return { code: OFF, promotionCodeId: made.stripePromotionCodeId }
  }

  redeem(
    { userId, saved, ...payment }: { userId: string; checkoutId: string; subscriptionId: string; tier: PaidTier; saved: number },
    at: number,
  ): void {
    const amountSaved = { amount: saved, currency: 'usd' as const }
    const redemption = { userId, usageId: this.#chance.uuid(), amountSaved, for: { kind: 'payment' as const, ...payment } }
    this.#past.decide(discountCode, OFF, redeemAtPayment(redemption), { actorId: 'worker', at })
  }

  useFree(student: Standing, at: number): void {
    const { userId } = student.learner
    const { grantsTier: tier, discountValue: months } = codes[FREE]
    const monthlyPrice = tiers[tier].monthlyPrice * 100
    const deed = { actorId: userId, at }
    const redemption = { userId, now: instant(at), usageId: this.#chance.uuid(), monthlyPrice }
    this.#past.decide(discountCode, FREE, redeemForFreePeriod(redemption), deed)
    const grant = grantFreePeriod({ userId, tier, months, code: FREE, now: instant(at) })
    student.tier = tierOfState(this.#past.decide(subscription, userId, grant, deed))
    this.#free.add(student)
  }

  until(at: number): void {
    for (const student of this.#free) {
      const { userId } = student.learner
      const state = this.#past.decide(subscription, userId, endFreePeriods({ userId, now: instant(at) }), { actorId: 'worker', at })
      student.tier = tierOfState(state)
      if (state.freePeriods.length === 0) this.#free.delete(student)
    }
  }
}

import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type CodeRefusal, type Discount, discountTypes, grantableTiers } from './shown/discount-rules.ts'
import { tierNames } from './shown/tiers.ts'

// `discountCode-<CODE>`: terms and uses. Counted only here, so no race exceeds the limit or one use per person.

const ofCode = { codeId: z.uuid(), code: z.string() }
/** Sealed with the administrator's own key. */
const byAdmin = { by: z.uuid(), reason: personal(z.string()) }
const sealed = { personal: { subject: 'by' as const, fields: ['reason' as const] } }

const terms = z.object({
  name: z.string(),
  description: z.string().nullable(),
  discountType: z.enum(discountTypes),
  /** Percent, cents, or months. */
  discountValue: z.int().min(1),
  currency: z.literal('usd'),
  grantsTier: z.enum(grantableTiers).nullable(),
  maxUses: z.int().min(1).nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
const CodeTerms = terms.omit({ currency: true })
export type CodeTerms = z.infer<typeof CodeTerms>
const termsOf = (given: CodeTerms): CodeTerms => CodeTerms.parse(given)

const ofCheckout = { ...ofCode, userId: z.uuid(), checkoutId: z.string() }

export const discountCodeEvents = defineEvents({
  DiscountCodeCreated: eventWith({ ...ofCode, ...byAdmin, ...terms.shape }, sealed),
  DiscountCodeRevised: eventWith({ ...ofCode, ...byAdmin, ...terms.shape }, sealed),
  DiscountCodeActivated: eventWith({ ...ofCode, ...byAdmin }, sealed),
  DiscountCodeDeactivated: eventWith({ ...ofCode, ...byAdmin }, sealed),
  /** Only for codes that were never used. The same letters may be used again. */
  DiscountCodeDeleted: eventWith({ ...ofCode, ...byAdmin }, sealed),
  /** One use is reserved until the checkout is paid or released. */
  CodeReserved: eventWith({ ...ofCheckout, tier: z.enum(tierNames), reservedUntil: z.iso.datetime() }),
  CodeReleased: eventWith({ ...ofCheckout, cause: z.enum(['expired', 'failed', 'abandoned', 'replaced']) }),
  CodeRedeemed: eventWith({
    ...ofCode,
    userId: z.uuid(),
    usageId: z.uuid(),
    for: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('payment'),
        checkoutId: z.string(),
        subscriptionId: z.string(),
        tier: z.enum(tierNames),
      }),
      z.object({ kind: z.literal('free_period'), tier: z.enum(grantableTiers), months: z.int().min(1) }),
    ]),
    /** Compared with the regular price. */
    amountSaved: z.object({ amount: z.int().min(0), currency: z.literal('usd') }),
  }),
  CouponMade: eventWith({ ...ofCode, stripeCouponId: z.string(), stripePromotionCodeId: z.string() }),
})
export type DiscountCodeEvent = EventOf<(typeof discountCodeEvents)[number]>
type Redeemed = DataOf<DiscountCodeEvent, 'CodeRedeemed'>

type Use =
  | { readonly kind: 'held'; readonly checkoutId: string; readonly reservedUntil: string }
  | { readonly kind: 'made'; readonly usageId: string; readonly checkoutId: string | null }

export type Coupon = Pick<DataOf<DiscountCodeEvent, 'CouponMade'>, 'stripeCouponId' | 'stripePromotionCodeId'>

export interface KnownCode {
  readonly codeId: string
  readonly code: string
  readonly terms: CodeTerms
  readonly isActive: boolean
  /** Null until it exists, and again after the discount was changed. */
  readonly coupon: Coupon | null
  readonly held: number
  readonly made: number
  /** Sharded by the end of the user id, so that 100,000 uses do not slow the code down. */
  readonly uses: Readonly<Record<string, Readonly<Record<string, Use>>>>
}

export type DiscountCodeState = KnownCode | null

export const discountCodeAggregate: Aggregate<DiscountCodeState, DiscountCodeEvent> = {
  category: 'discountCode',
  initial: null,
  evolve: (state, event) => {
    if (event.type !== 'DiscountCodeCreated') return state && evolveKnown(state, event)
    const { codeId, code } = event.data
    return { codeId, code, terms: termsOf(event.data), isActive: true, coupon: null, held: 0, made: 0, uses: {} }
  },
}

const evolveKnown = evolveBy<KnownCode, Exclude<DiscountCodeEvent, { type: 'DiscountCodeCreated' }>, DiscountCodeState>({
  DiscountCodeRevised: (state, data) => {
    return { ...state, terms: termsOf(data), coupon: isSameDiscount(state.terms, data) ? state.coupon : null }
  },
  DiscountCodeActivated: (state) => ({ ...state, isActive: true }),
  DiscountCodeDeactivated: (state) => ({ ...state, isActive: false }),
  DiscountCodeDeleted: () => null,
  CodeReserved: (state, { userId, checkoutId, reservedUntil }) => withUse(state, userId, { kind: 'held', checkoutId, reservedUntil }),
  CodeReleased: (state, { userId }) => withUse(state, userId, null),
  CodeRedeemed: (state, data) => {
    const checkoutId = data.for.kind === 'payment' ? data.for.checkoutId : null
    return withUse(state, data.userId, { kind: 'made', usageId: data.usageId, checkoutId })
  },
  CouponMade: (state, { stripeCouponId, stripePromotionCodeId }) => ({ ...state, coupon: { stripeCouponId, stripePromotionCodeId } }),
})

const drawerOf = (userId: string): string => userId.slice(-2)

export const useOf = (state: DiscountCodeState, userId: string): Use | null => state?.uses[drawerOf(userId)]?.[userId] ?? null

function withUse(state: KnownCode, userId: string, use: Use | null): KnownCode {
  const drawer = drawerOf(userId)
  const { [userId]: before, ...others } = state.uses[drawer] ?? {}
  const uses = { ...state.uses, [drawer]: use ? { ...others, [userId]: use } : others }
  const change = (kind: Use['kind']): number => Number(use?.kind === kind) - Number(before?.kind === kind)
  return { ...state, uses, held: state.held + change('held'), made: state.made + change('made') }
}

export const isSameDiscount = (one: Discount, other: Discount): boolean =>
  one.discountType === other.discountType && one.discountValue === other.discountValue && one.grantsTier === other.grantsTier

export const usesLeft = ({ terms, held, made }: KnownCode): number | null =>
  terms.maxUses === null ? null : Math.max(0, terms.maxUses - held - made)

interface Asker {
  readonly userId: string
  readonly now: string
}

/** A use held at a checkout stays valid. */
export function refusalOf(state: DiscountCodeState, { userId, now }: Asker): CodeRefusal | null {
  if (!state) return 'discountCodeInvalid'
  const use = useOf(state, userId)
  if (use?.kind === 'made') return 'discountCodeUsed'
  if (!state.isActive) return 'discountCodeInactive'
  if (isOver(state.terms.expiresAt, now)) return 'discountCodeExpired'
  return usesLeft(state) === 0 && !use ? 'discountCodeUsedUp' : null
}

export function usable(state: DiscountCodeState, asker: Asker): KnownCode {
  const refusal = refusalOf(state, asker)
  if (refusal) throw new Rejection(refusal)
  return existing(state)
}

function existing(state: DiscountCodeState): KnownCode {
  if (!state) throw new Rejection('discountCodeNotFound')
  return state
}

type ByAdmin = Pick<DataOf<DiscountCodeEvent, 'DiscountCodeDeleted'>, 'by' | 'reason'>
export type DecideCode = Decide<DiscountCodeState, DiscountCodeEvent>

const isOver = (expiresAt: string | null, now: string): boolean => expiresAt !== null && expiresAt <= now
const ofKnown = ({ codeId, code }: KnownCode) => ({ codeId, code })

export const createCode =
  ({ codeId, code, now, by, reason, ...terms }: CodeTerms & ByAdmin & { codeId: string; code: string; now: string }): DecideCode =>
  (state) => {
    if (state) throw new Rejection('discountCodeTaken')
    if (isOver(terms.expiresAt, now)) throw new Rejection('discountCodeOverAlready')
    return [{ type: 'DiscountCodeCreated', data: { codeId, code, by, reason, ...termsOf(terms), currency: 'usd' } }]
  }

/** The discount cannot change once someone used or reserved it, and the limit cannot fall below the uses given. */
export const reviseCode =
  ({ now, by, reason, ...terms }: CodeTerms & ByAdmin & { now: string }): DecideCode =>
  (state) => {
    const known = existing(state)
    const before = known.terms
    const given = known.held + known.made
    if (given > 0 && !isSameDiscount(before, terms)) throw new Rejection('discountCodeInUse')
    if (terms.maxUses !== null && terms.maxUses < given) throw new Rejection('discountCodeLimitTooLow')
    if (terms.expiresAt !== before.expiresAt && isOver(terms.expiresAt, now)) throw new Rejection('discountCodeOverAlready')
    const isSame = (Object.keys(before) as (keyof CodeTerms)[]).every((field) => before[field] === terms[field])
    if (isSame) return []
    return [{ type: 'DiscountCodeRevised', data: { ...ofKnown(known), by, reason, ...termsOf(terms), currency: 'usd' } }]
  }

const switchTo =
  (isActive: boolean) =>
  ({ by, reason }: ByAdmin): DecideCode =>
  (state) => {
    const known = existing(state)
    if (known.isActive === isActive) return []
    return [{ type: isActive ? 'DiscountCodeActivated' : 'DiscountCodeDeactivated', data: { ...ofKnown(known), by, reason } }]
  }
export const activateCode = switchTo(true)
export const deactivateCode = switchTo(false)

export const deleteCode =
  ({ by, reason }: ByAdmin): DecideCode =>
  (state) => {
    const known = existing(state)
    if (known.held + known.made > 0) throw new Rejection('discountCodeInUse')
    return [{ type: 'DiscountCodeDeleted', data: { ...ofKnown(known), by, reason } }]
  }

type Reservation = Asker & Omit<DataOf<DiscountCodeEvent, 'CodeReserved'>, 'codeId' | 'code'>

/** A person uses a code once: a use held for an earlier checkout moves to the new one. */
export const reserveCode =
  ({ now, ...reservation }: Reservation): DecideCode =>
  (state) => {
    const { userId, checkoutId } = reservation
    const known = usable(state, { userId, now })
    if (known.terms.discountType === 'free_subscription') throw new Rejection('discountCodeNeedsNoCheckout')
    const use = useOf(known, userId)
    if (use?.kind !== 'held') return [{ type: 'CodeReserved', data: { ...ofKnown(known), ...reservation } }]
    if (use.checkoutId === checkoutId) return []
    return [
      { type: 'CodeReleased', data: { ...ofKnown(known), userId, checkoutId: use.checkoutId, cause: 'replaced' } },
      { type: 'CodeReserved', data: { ...ofKnown(known), ...reservation } },
    ]
  }

/** Does nothing if the use moved to another checkout or was made. */
export const releaseCode =
  (command: Pick<DataOf<DiscountCodeEvent, 'CodeReleased'>, 'userId' | 'checkoutId' | 'cause'>): DecideCode =>
  (state) => {
    const use = useOf(state, command.userId)
    if (!state || use?.kind !== 'held' || use.checkoutId !== command.checkoutId) return []
    return [{ type: 'CodeReleased', data: { ...ofKnown(state), ...command } }]
  }

type Payment = Extract<Redeemed['for'], { kind: 'payment' }>

/** The discount was granted by Stripe, so it counts even if the use was released or the code has ended. */
export const redeemAtPayment =
  (command: Pick<Redeemed, 'userId' | 'usageId' | 'amountSaved'> & { for: Payment }): DecideCode =>
  (state) => {
    if (!state || useOf(state, command.userId)?.kind === 'made') return []
    return [{ type: 'CodeRedeemed', data: { ...ofKnown(state), ...command } }]
  }

export const redeemForFreePeriod =
  ({ now, userId, usageId, monthlyPrice }: Asker & { usageId: string; monthlyPrice: number }): DecideCode =>
  (state) => {
    const known = usable(state, { userId, now })
    const { discountType, discountValue: months, grantsTier: tier } = known.terms
    if (discountType !== 'free_subscription' || tier === null) throw new Rejection('discountCodeForCheckout')
    const amountSaved = { amount: months * monthlyPrice, currency: 'usd' as const }
    const data = { ...ofKnown(known), userId, usageId, for: { kind: 'free_period' as const, tier, months }, amountSaved }
    return [{ type: 'CodeRedeemed', data }]
  }

/** Ignores coupons made for outdated terms. */
export const recordCoupon =
  ({ discount, ...coupon }: Coupon & { codeId: string; discount: Discount }): DecideCode =>
  (state) => {
    if (!state || state.codeId !== coupon.codeId || !isSameDiscount(state.terms, discount)) return []
    if (state.coupon?.stripePromotionCodeId === coupon.stripePromotionCodeId) return []
    return [{ type: 'CouponMade', data: { ...ofKnown(state), ...coupon } }]
  }

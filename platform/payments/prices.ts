import { CURRENCY } from '@medicready/domain/billing/shown/money'
import { type PaidTier, paidTierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type Stripe from 'stripe'

export interface MonthlyPrice {
  readonly tier: PaidTier
  readonly priceId: string
  readonly productId: string
  readonly amount: number
  readonly currency: string
}

export type TierOfProduct = (productId: string | null) => PaidTier | null

type Ask = <Answer>(ask: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>

const lookupKey = (tier: PaidTier): string => `${tier}_monthly`
const KEPT_MILLISECONDS = 60_000

export class Prices {
  readonly #ask: Ask
  #known: { readonly prices: readonly MonthlyPrice[]; readonly until: number } | null = null
  /** A plan keeps its product; its prices change. */
  readonly #products = new Map<string, PaidTier>()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async all(): Promise<readonly MonthlyPrice[]> {
    if (this.#known && this.#known.until > performance.now()) return this.#known.prices
    const { data } = await this.#ask((stripe) =>
      stripe.prices.list({ lookup_keys: paidTierNames.map(lookupKey), active: true, limit: paidTierNames.length }),
    )
    const prices = data.flatMap(monthlyPrice)
    for (const { productId, tier } of prices) this.#products.set(productId, tier)
    this.#known = { prices, until: performance.now() + KEPT_MILLISECONDS }
    return prices
  }

  async of(tier: PaidTier): Promise<MonthlyPrice> {
    const priceIn = (prices: readonly MonthlyPrice[]) => prices.find((one) => one.tier === tier)
    const price = priceIn(await this.all()) ?? priceIn(await this.ensure())
    if (!price) throw new Error(`There is no price for ${tier}.`)
    return price
  }

  async tierOfProduct(products: readonly (string | null)[]): Promise<TierOfProduct> {
    if (products.some((product) => product !== null && !this.#products.has(product))) await this.all()
    return (product) => (product === null ? null : (this.#products.get(product) ?? null))
  }

  async ensure(): Promise<readonly MonthlyPrice[]> {
    this.#known = null
    const there = (await this.all()).map(({ tier }) => tier)
    for (const tier of paidTierNames) if (!there.includes(tier)) await this.#make(tier, tiers[tier].monthlyPrice * 100)
    this.#known = null
    return this.all()
  }

  async set(tier: PaidTier, amount: number): Promise<MonthlyPrice> {
    this.#known = null
    const before = await this.of(tier)
    if (before.amount !== amount) await this.#make(tier, amount, before)
    this.#known = null
    return this.of(tier)
  }

  async #make(tier: PaidTier, amount: number, before?: MonthlyPrice): Promise<void> {
    const product = before?.productId ?? (await this.#product(tier))
    const key = `price-${tier}-${amount}-after-${before?.priceId ?? 'none'}`
    await this.#ask((stripe) =>
      stripe.prices.create(
        {
          product,
          currency: CURRENCY,
          unit_amount: amount,
          recurring: { interval: 'month' },
          lookup_key: lookupKey(tier),
          transfer_lookup_key: true,
          metadata: { tier },
        },
        { idempotencyKey: key },
      ),
    )
  }

  async #product(tier: PaidTier): Promise<string> {
    const name = `${PRODUCT_NAME} ${tiers[tier].label}`
    const { id } = await this.#ask((stripe) => stripe.products.create({ name, metadata: { tier } }, { idempotencyKey: `product-${tier}` }))
    return id
  }
}

function monthlyPrice(price: Stripe.Price): MonthlyPrice[] {
  const tier = paidTierNames.find((each) => lookupKey(each) === price.lookup_key)
  if (!tier || price.unit_amount === null) return []
  const productId = typeof price.product === 'string' ? price.product : price.product.id
  return [{ tier, priceId: price.id, productId, amount: price.unit_amount, currency: price.currency }]
}

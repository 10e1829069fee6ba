import Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { cents, clearable, flag, mergedMetadata, metadata, quantity, text, unread } from './parameters.ts'
import { invalid } from './refusals.ts'
import type { Turn } from './turn.ts'

const productFields = {
  active: flag.optional(),
  description: clearable(text).optional(),
  metadata,
  statement_descriptor: text.optional(),
  tax_code: unread,
  unit_label: clearable(text).optional(),
  url: clearable(text).optional(),
}

function createProduct(turn: Turn, given: { id?: string | undefined; name: string } & z.output<z.ZodObject<typeof productFields>>) {
  const now = turn.now()
  if (given.id && turn.find('product', given.id)) throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  const product: Stripe.Product = {
    id: given.id ?? newId('prod', 14),
    object: 'product',
    active: given.active ?? true,
    created: now,
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata(null, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: given.unit_label ?? null,
    updated: now,
    url: given.url ?? null,
  }
  turn.save(product)
  turn.emit('product.created', product)
  return product
}

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: quantity.optional(),
  usage_type: z.literal('licensed').optional(),
})

const newPrice = z.strictObject({
  active: flag.optional(),
  currency: text,
  lookup_key: text.optional(),
  metadata,
  nickname: text.optional(),
  product: text.optional(),
  product_data: z.strictObject({ name: text, metadata }).optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
  unit_amount: cents,
})
export type NewPrice = z.output<typeof newPrice>

/** A lookup key names one price: another takes it over only if that is wanted. */
function takeLookupKey(turn: Turn, lookup_key: string, transfer: boolean, id?: string): void {
  for (const price of turn.storage.all('price', [{ path: 'lookup_key', is: 'in', values: [lookup_key] }])) {
    if (price.id === id) continue
    if (!transfer)
      throw invalid(`A price (\`${price.id}\`) already uses that lookup key.`, { code: 'resource_already_exists', param: 'lookup_key' })
    turn.update<'price'>('price.updated', price, { ...price, lookup_key: null })
  }
}

export function createPrice(turn: Turn, given: NewPrice): Stripe.Price {
  const product = given.product_data ? createProduct(turn, given.product_data).id : given.product
  if (!product) throw invalid('You must specify one of `product` or `product_data`.', { code: 'parameter_missing', param: 'product' })
  turn.get('product', product, 'product')
  if (given.lookup_key) takeLookupKey(turn, given.lookup_key, given.transfer_lookup_key ?? false)
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: turn.now(),
    currency: given.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergedMetadata(null, given.metadata),
    nickname: given.nickname ?? null,
    product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(given.unit_amount),
  }
  turn.save(price)
  turn.emit('price.created', price)
  return price
}

/** What older parts of the API called a price. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export const catalogueCalls: Calls = {
  'POST /v1/products': call(z.strictObject({ ...productFields, id: text.optional(), name: text }), createProduct),
  'GET /v1/products': listing('product', '/v1/products', { active: { isFlag: true }, ids: { path: 'id' } }),
  'GET /v1/products/:id': retrieving('product'),
  'POST /v1/products/:id': call(
    z.strictObject({ ...productFields, name: text.optional(), default_price: text.optional() }),
    (turn, { metadata, name, active, description, default_price, url }, id) => {
      const product = turn.get('product', id)
      return turn.update<'product'>('product.updated', product, {
        ...product,
        name: name ?? product.name,
        active: active ?? product.active,
        description: description === undefined ? product.description : description,
        url: url === undefined ? product.url : url,
        default_price: default_price ?? product.default_price ?? null,
        metadata: mergedMetadata(product.metadata, metadata),
        updated: turn.now(),
      })
    },
  ),
  'POST /v1/prices': call(newPrice, createPrice),
  'GET /v1/prices': listing('price', '/v1/prices', {
    active: { isFlag: true },
    currency: {},
    lookup_keys: { path: 'lookup_key' },
    product: {},
    recurring: { within: { interval: { path: 'recurring.interval' } } },
    type: {},
  }),
  'GET /v1/prices/:id': retrieving('price'),
  'POST /v1/prices/:id': call(
    z.strictObject({
      active: flag.optional(),
      lookup_key: clearable(text).optional(),
      metadata,
      nickname: clearable(text).optional(),
      tax_behavior: unread,
      transfer_lookup_key: flag.optional(),
    }),
    (turn, { active, lookup_key, metadata, nickname, transfer_lookup_key }, id) => {
      const price = turn.get('price', id)
      if (lookup_key) takeLookupKey(turn, lookup_key, transfer_lookup_key ?? false, id)
      return turn.update<'price'>('price.updated', price, {
        ...price,
        active: active ?? price.active,
        lookup_key: lookup_key === undefined ? price.lookup_key : lookup_key,
        nickname: nickname === undefined ? price.nickname : nickname,
        metadata: mergedMetadata(price.metadata, metadata),
      })
    },
  ),
}

import type Stripe from 'stripe'
import { z } from 'zod'
import { expireCheckout } from './becoming-due.ts'
import { type Calls, call, retrieving } from './calls.ts'
import { createPrice } from './catalogue.ts'
import { couponFor, isUsable, offOfAll, parted } from './discounts.ts'
import { newId } from './ids.ts'
import type { Notes } from './kinds.ts'
import { listing } from './lists.ts'
import { cents, clearable, flag, mergedMetadata, metadata, quantity, text, unread, whole } from './parameters.ts'
import { invalid, missing } from './refusals.ts'
import { DAY, HOUR, MINUTE } from './time.ts'
import { idOrNull, listOf, SERVER_OFFSET, type Turn } from './turn.ts'

const interval = z.enum(['day', 'week', 'month', 'year'])
const priceData = z.strictObject({
  currency: text,
  product: text.optional(),
  product_data: z.strictObject({ name: text, description: unread, metadata }).optional(),
  recurring: z.strictObject({ interval, interval_count: quantity.optional() }).optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: cents,
})

const newSession = z.strictObject({
  adaptive_pricing: unread,
  allow_promotion_codes: flag.optional(),
  automatic_tax: unread,
  billing_address_collection: unread,
  branding_settings: unread,
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  consent_collection: unread,
  currency: text.optional(),
  custom_text: unread,
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  customer_update: unread,
  discounts: z.array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() })).optional(),
  expires_at: whole.optional(),
  invoice_creation: z.strictObject({ enabled: z.literal('false') }).optional(),
  line_items: z.array(z.strictObject({ price: text.optional(), price_data: priceData.optional(), quantity: quantity.optional() })).min(1),
  locale: unread,
  metadata,
  mode: z.enum(['payment', 'subscription']),
  origin_context: unread,
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata,
      receipt_email: unread,
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      statement_descriptor_suffix: unread,
      transfer_group: unread,
    })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: unread,
  phone_number_collection: unread,
  saved_payment_method_options: unread,
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: z
    .strictObject({ description: text.optional(), metadata, payment_settings: unread, billing_mode: unread, invoice_settings: unread })
    .optional(),
  success_url: text,
  tax_id_collection: unread,
  ui_mode: z.enum(['hosted_page']).optional(),
})
type NewSession = z.output<typeof newSession>

/**
 * A session lasts from half an hour to a day. Who asks goes by the wall clock; when the clock of the server was moved
 * forward, the same time is left by it.
 */
function expiry(turn: Turn, wanted: number | undefined, now: number): number {
  if (wanted === undefined) return now + DAY
  const isFit = (left: number) => left >= 30 * MINUTE - MINUTE && left <= DAY + HOUR
  if (isFit(wanted - now)) return wanted
  const moved = wanted + turn.storage.figure(SERVER_OFFSET)
  if (isFit(moved - now)) return moved
  const [bound, word] = wanted < now + HOUR ? ['at least 30 minutes', 'from'] : ['less than 24 hours', 'from']
  throw invalid(`The \`expires_at\` timestamp must be ${bound} ${word} Checkout Session creation.`, { param: 'expires_at' })
}

function createSession(turn: Turn, given: NewSession): Stripe.Checkout.Session {
  const now = turn.now()
  const customer = given.customer ? turn.get('customer', given.customer, 'customer') : null
  if (customer && given.customer_email) throw invalid('You may only specify one of these parameters: customer, customer_email.')
  if (given.discounts && given.allow_promotion_codes)
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.')
  const lines = given.line_items.map(({ price, price_data, quantity = 1 }) => {
    if (price_data) return { id: newId('li'), price: createPrice(turn, price_data).id, quantity }
    if (!price) throw missing('price', '', 'line_items[0][price]')
    return { id: newId('li'), price: turn.get('price', price, 'line_items[0][price]').id, quantity }
  })
  const prices = lines.map(({ price }) => turn.get('price', price))
  if (given.mode === 'subscription' && !prices.some(({ recurring }) => recurring))
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.', { param: 'line_items' })
  if (given.mode === 'payment' && prices.some(({ recurring }) => recurring))
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    )
  const inactive = prices.find(({ active }) => !active)
  if (inactive) throw invalid('The price specified is inactive. This field only accepts active prices.', { param: 'line_items[0][price]' })
  const isSubscription = given.mode === 'subscription'
  const id = newId('cs_test', 58)
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: 0,
    amount_total: 0,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: prices[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer ? null : (given.customer_creation ?? (isSubscription ? 'always' : 'if_required')),
    customer_details: null,
    customer_email: given.customer_email ?? null,
    discounts: [],
    expires_at: expiry(turn, given.expires_at, now),
    integration_identifier: null,
    invoice: null,
    invoice_creation: isSubscription
      ? null
      : {
          enabled: false,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: {},
            rendering_options: null,
          },
        },
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: mergedMetadata(null, given.metadata),
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isSubscription ? (given.payment_method_collection ?? 'always') : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: given.submit_type ?? null,
    subscription: null,
    success_url: given.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${turn.address}/c/pay/${id}`,
    wallet_options: null,
  }
  turn.save(session)
  turn.note('checkout.session', id, {
    lines,
    metadata: mergedMetadata(null, given[isSubscription ? 'subscription_data' : 'payment_intent_data']?.metadata),
    description: (isSubscription ? given.subscription_data : given.payment_intent_data)?.description ?? null,
    setsUpCard: isSubscription || given.payment_intent_data?.setup_future_usage !== undefined,
  })
  return withDiscounts(
    turn,
    session,
    (given.discounts ?? []).map(({ coupon, promotion_code }) => ({ coupon, promotion_code })),
  )
}

interface Wanted {
  readonly coupon?: string | undefined
  readonly promotion_code?: string | undefined
}

/** What someone is to pay with these discounts. @throws Refusal with what stands against one */
export function withDiscounts(turn: Turn, session: Stripe.Checkout.Session, wanted: readonly Wanted[]): Stripe.Checkout.Session {
  const amounts = linesOf(turn, session.id).map(({ amount }) => amount)
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const purchase = { customer: idOrNull(session.customer), subtotal, currency: session.currency ?? 'usd' }
  const found = wanted.map((one) => couponFor(turn, one, purchase))
  const off = offOfAll(
    found.map(({ coupon }) => coupon),
    subtotal,
  ).reduce((sum, one) => sum + one, 0)
  return turn.save({
    ...session,
    amount_subtotal: subtotal,
    amount_total: subtotal - off,
    discounts: found.map(({ coupon, code }) => ({ coupon: code ? null : coupon.id, promotion_code: code?.id ?? null })),
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
  })
}

/** The discounts of a session as they were asked for. */
export const wantedOf = ({ discounts }: Stripe.Checkout.Session): Wanted[] =>
  (discounts ?? []).map(({ coupon, promotion_code }) => ({
    coupon: idOrNull(coupon) ?? undefined,
    promotion_code: idOrNull(promotion_code) ?? undefined,
  }))

/** A code as someone typed it into a session. @throws Refusal when it is not good for it */
export function enterCode(turn: Turn, session: Stripe.Checkout.Session, typed: string): void {
  const codes = turn.storage.all('promotion_code').filter(({ code }) => code.toUpperCase() === typed.trim().toUpperCase())
  const code = codes.find((one) => isUsable(turn, one, turn.now()))
  if (!code) throw invalid('This code is invalid.')
  withDiscounts(turn, session, [{ promotion_code: code.id }])
}

export function linesOf(turn: Turn, session: string) {
  const { lines }: Notes['checkout.session'] = turn.notes('checkout.session', session)
  return lines.map(({ id, price: priceId, quantity }) => {
    const price = turn.get('price', priceId)
    const product = turn.get('product', idOrNull(price.product) ?? '')
    return { id, price, quantity, name: product.name, amount: (price.unit_amount ?? 0) * quantity }
  })
}

/** The lines of a session as Stripe lists them. */
export function lineItems(turn: Turn, session: Stripe.Checkout.Session): Stripe.ApiList<Stripe.LineItem> {
  const lines = linesOf(turn, session.id)
  const offs = parted(
    session.total_details?.amount_discount ?? 0,
    lines.map(({ amount }) => amount),
  )
  const items = lines.map(({ id, price, quantity, name, amount }, place): Stripe.LineItem => {
    const off = offs[place] ?? 0
    return {
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount - off,
      currency: price.currency,
      description: name,
      metadata: {},
      price,
      quantity,
    }
  })
  return listOf(items, `/v1/checkout/sessions/${session.id}/line_items`)
}

export const checkoutCalls: Calls = {
  'POST /v1/checkout/sessions': call(newSession, createSession),
  'GET /v1/checkout/sessions': listing('checkout.session', '/v1/checkout/sessions', {
    customer: {},
    customer_details: { within: { email: { path: 'customer_details.email' } } },
    payment_intent: {},
    status: {},
    subscription: {},
  }),
  'GET /v1/checkout/sessions/:id': retrieving('checkout.session'),
  'GET /v1/checkout/sessions/:id/line_items': call(z.strictObject({ limit: unread }), (turn, _given, id) =>
    lineItems(turn, turn.get('checkout.session', id)),
  ),
  'POST /v1/checkout/sessions/:id': call(
    z.strictObject({ metadata, collected_information: clearable(unread) }),
    (turn, { metadata }, id) => {
      const session = turn.get('checkout.session', id)
      return turn.save({ ...session, metadata: mergedMetadata(session.metadata, metadata) })
    },
  ),
  'POST /v1/checkout/sessions/:id/expire': call(z.strictObject({}), (turn, _given, id) => {
    const session = turn.get('checkout.session', id)
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    expireCheckout(turn, session)
    return turn.get('checkout.session', id)
  }),
}

import type { StripeEvent } from '@medicready/domain/billing/reconciliation'
import type { RefundRefusal } from '@medicready/domain/billing/shown/money'
import type { CheckoutSnapshot, RefundSnapshot, SubscriptionSnapshot } from '@medicready/domain/billing/snapshots'
import type { SubscriptionFact } from '@medicready/domain/billing/subscription'
import { Rejection } from '@medicready/domain/refusals/rejection'
import Stripe from 'stripe'
import { Unavailable } from '../retry.ts'
import { checkoutOf, idOf, instant, invoiceOf, isProblem, refundOf, subscriptionOf } from './objects.ts'
import { Prices } from './prices.ts'

export class PaymentsUnavailable extends Unavailable {
  override readonly name = 'PaymentsUnavailable'
}

export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined'
}

export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
  readonly reason: RefundRefusal

  constructor(reason: RefundRefusal, cause: unknown) {
    super(`The payment provider refused a refund: ${reason}`, { cause })
    this.reason = reason
  }
}

const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MILLISECONDS = 10_000
const NETWORK_RETRIES = 2
/** How far the time in a signature may be off. */
const TOLERANCE_SECONDS = 300
const MOST_INVOICES = 100

interface Settings {
  readonly STRIPE_SECRET_KEY: string
  readonly STRIPE_WEBHOOK_SECRET: string
  readonly STRIPE_API_BASE?: string | undefined
}

function addressOf(apiBase: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (apiBase === undefined) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme }
}

/** Returns our own snapshots. Requests with the same key run once. */
export class Payments {
  readonly prices: Prices
  readonly #stripe: Stripe
  readonly #webhookSecret: string

  constructor({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE }: Settings) {
    this.#webhookSecret = STRIPE_WEBHOOK_SECRET
    this.#stripe = new Stripe(STRIPE_SECRET_KEY, {
      ...addressOf(STRIPE_API_BASE),
      apiVersion: API_VERSION,
      timeout: TIMEOUT_MILLISECONDS,
      maxNetworkRetries: NETWORK_RETRIES,
      telemetry: false,
    })
    this.prices = new Prices((ask) => this.ask(ask))
  }

  async ask<Answer>(ask: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(this.#stripe)
    } catch (error) {
      throw whatItMeans(error)
    }
  }

  async find<Found>(ask: (stripe: Stripe) => Promise<Found>): Promise<Found | null> {
    try {
      return await ask(this.#stripe)
    } catch (error) {
      if (isProblem(error, 'resource_missing')) return null
      throw whatItMeans(error)
    }
  }

  eventFrom(raw: Buffer, signature: string): StripeEvent['data'] {
    try {
      const event = this.#stripe.webhooks.constructEvent(raw, signature, this.#webhookSecret, TOLERANCE_SECONDS)
      const { id: eventId, type: kind, created, data } = event
      const about = data.object as { object?: unknown; id?: unknown }
      return {
        eventId,
        kind,
        objectKind: typeof about.object === 'string' ? about.object : 'unknown',
        objectId: typeof about.id === 'string' ? about.id : null,
        happenedAt: instant(created),
      }
    } catch {
      throw new Rejection('signatureInvalid')
    }
  }

  async makeCustomer({ userId, email, name, key }: { userId: string; email: string; name: string; key: string }): Promise<string> {
    const customer = await this.ask((stripe) =>
      stripe.customers.create({ email, ...(name && { name }), metadata: { userId } }, { idempotencyKey: key }),
    )
    return customer.id
  }

  async changeCustomersEmail(customerId: string, email: string): Promise<void> {
    await this.find((stripe) => stripe.customers.update(customerId, { email }))
  }

  async deleteCustomer(customerId: string): Promise<void> {
    await this.find((stripe) => stripe.customers.del(customerId))
  }

  async openCheckout(
    { userId, checkoutId, priceId, code, expiresAt }: SubscriptionFact<'CheckoutStarted'>['data'],
    { customerId, successUrl, cancelUrl }: { customerId: string; successUrl: string; cancelUrl: string },
  ): Promise<CheckoutSnapshot> {
    const metadata = { userId, checkoutId, ...(code && { code: code.code }) }
    const session = await this.ask((stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: priceId, quantity: 1 }],
          ...(code && { discounts: [{ promotion_code: code.promotionCodeId }] }),
          metadata,
          subscription_data: { metadata },
          expires_at: Math.ceil(Date.parse(expiresAt) / 1000),
          success_url: successUrl,
          cancel_url: cancelUrl,
        },
        { idempotencyKey: `checkout-${checkoutId}` },
      ),
    )
    return checkoutOf(session)
  }

  async checkout(sessionId: string): Promise<CheckoutSnapshot | null> {
    const session = await this.find((stripe) => stripe.checkout.sessions.retrieve(sessionId))
    return session && session.mode === 'subscription' ? checkoutOf(session) : null
  }

  /** A page that was paid or has ended stays as it is. */
  async expireCheckout(sessionId: string): Promise<CheckoutSnapshot | null> {
    try {
      return checkoutOf(await this.#stripe.checkout.sessions.expire(sessionId))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.checkout(sessionId)
      throw whatItMeans(error)
    }
  }

  async portalUrl(customerId: string, returnUrl: string): Promise<string> {
    const session = await this.ask((stripe) => stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }))
    return session.url
  }

  async subscription(subscriptionId: string): Promise<SubscriptionSnapshot | null> {
    const found = await this.find((stripe) => stripe.subscriptions.retrieve(subscriptionId))
    return found && this.#withInvoices(found)
  }

  async #withInvoices(found: Stripe.Subscription): Promise<SubscriptionSnapshot> {
    const invoices = await this.ask((stripe) =>
      stripe.invoices.list({ subscription: found.id, limit: MOST_INVOICES, expand: ['data.payments'] }).autoPagingToArray({ limit: 1_000 }),
    )
    const tierOf = await this.prices.tierOfProduct([...invoices.flatMap(({ lines }) => lines.data.map(productOfLine)), productOf(found)])
    const snapshots = invoices.map((invoice) => invoiceOf(invoice, tierOf))
    return subscriptionOf(found, snapshots, tierOf)
  }

  /** `atOnce`: the rest of the period is charged now, and nothing changes if that fails. */
  async changePrice(change: { subscriptionId: string; itemId: string; priceId: string; atOnce: boolean; key: string }): Promise<void> {
    const { subscriptionId, itemId, priceId, atOnce, key } = change
    const how = atOnce
      ? ({ proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } as const)
      : ({ proration_behavior: 'none' } as const)
    await this.ask((stripe) =>
      stripe.subscriptions.update(subscriptionId, { items: [{ id: itemId, price: priceId }], ...how }, { idempotencyKey: key }),
    )
  }

  async cancelAtPeriodEnd(subscriptionId: string, ends: boolean, key: string): Promise<void> {
    await this.find((stripe) => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: ends }, { idempotencyKey: key }))
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.find((stripe) => stripe.subscriptions.cancel(subscriptionId))
  }

  async voidInvoice(invoiceId: string): Promise<void> {
    try {
      await this.#stripe.invoices.voidInvoice(invoiceId)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw whatItMeans(error)
    }
  }

  /** Once per payment and `occasion`; after a partial refund the rest follows. Throws RefundRefused. */
  async refund(
    { userId, invoiceId, paymentId, amount }: { userId: string; invoiceId: string; paymentId: string; amount: number },
    occasion = '',
  ): Promise<void> {
    const metadata = { userId, invoiceId, cause: 'moneyBack' }
    const refunding = { payment_intent: paymentId, reason: 'requested_by_customer', metadata } as const
    const key = `money-back-${invoiceId}${occasion}`
    try {
      await this.ask((stripe) => stripe.refunds.create({ ...refunding, amount }, { idempotencyKey: key }))
    } catch (error) {
      if (!(error instanceof RefundRefused) || error.reason === 'disputed') throw error
      if (error.reason === 'more_than_left') await this.ask((stripe) => stripe.refunds.create(refunding, { idempotencyKey: `${key}-rest` }))
    }
  }

  async refundById(refundId: string): Promise<{ refund: RefundSnapshot; subscriptionId: string } | null> {
    const found = await this.find((stripe) => stripe.refunds.retrieve(refundId))
    return found && this.#ofSubscription(found)
  }

  async refundsOfPayment(paymentId: string): Promise<RefundSnapshot[]> {
    const refunds = await this.ask((stripe) =>
      stripe.refunds.list({ payment_intent: paymentId, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    )
    const found = await Promise.all(refunds.map((refund) => this.#ofSubscription(refund)))
    return found.flatMap((one) => one?.refund ?? [])
  }

  async #ofSubscription(refund: Stripe.Refund): Promise<{ refund: RefundSnapshot; subscriptionId: string } | null> {
    const paymentId = idOf(refund.payment_intent)
    const paid = paymentId === null ? null : await this.invoicePaidBy(paymentId)
    return paid && { refund: refundOf(refund, paid.invoiceId), subscriptionId: paid.subscriptionId }
  }

  async invoicePaidBy(paymentId: string): Promise<{ invoiceId: string; subscriptionId: string } | null> {
    const payment = { type: 'payment_intent', payment_intent: paymentId } as const
    const { data } = await this.ask((stripe) => stripe.invoicePayments.list({ payment, limit: 1 }))
    const invoiceId = idOf(data[0]?.invoice ?? null)
    const subscriptionId = invoiceId === null ? null : await this.subscriptionOfInvoice(invoiceId)
    return invoiceId === null || subscriptionId === null ? null : { invoiceId, subscriptionId }
  }

  async subscriptionOfInvoice(invoiceId: string): Promise<string | null> {
    const invoice = await this.find((stripe) => stripe.invoices.retrieve(invoiceId))
    return idOf(invoice?.parent?.subscription_details?.subscription ?? null)
  }

  async *allSubscriptions(): AsyncGenerator<SubscriptionSnapshot> {
    for await (const found of each(this.#stripe.subscriptions.list({ status: 'all', limit: 100 }))) yield await this.#withInvoices(found)
  }

  async *allRefunds(): AsyncGenerator<{ refund: RefundSnapshot; subscriptionId: string }> {
    for await (const found of each(this.#stripe.refunds.list({ limit: 100 }))) {
      const refund = await this.#ofSubscription(found)
      if (refund) yield refund
    }
  }
}

async function* each<Found>(list: AsyncIterable<Found>): AsyncGenerator<Found> {
  try {
    yield* list
  } catch (error) {
    throw whatItMeans(error)
  }
}

const productOfLine = (line: Stripe.InvoiceLineItem): string | null => line.pricing?.price_details?.product ?? null
const productOf = ({ items }: Stripe.Subscription): string | null => idOf(items.data[0]?.price.product ?? null)

function refusalOfRefund(error: unknown): RefundRefusal | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null
  if (error.code === 'charge_disputed') return 'disputed'
  if (error.code === 'charge_already_refunded') return 'already_refunded'
  // The only one without a code of its own.
  return error.message.includes('greater than unrefunded amount') ? 'more_than_left' : null
}

/** Errors about the request are our fault and not the caller's to see. */
function whatItMeans(error: unknown): unknown {
  const { StripeCardError, StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeAuthenticationError } = Stripe.errors
  const refusal = refusalOfRefund(error)
  if (refusal) return new RefundRefused(refusal, error)
  if (error instanceof StripeCardError) return new PaymentDeclined(error.message, { cause: error })
  const away = [StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeAuthenticationError]
  // A request with the same key is still being answered.
  const isUnderWay = error instanceof Stripe.errors.StripeError && error.statusCode === 409
  if (isUnderWay || away.some((kind) => error instanceof kind)) return new PaymentsUnavailable((error as Error).message, { cause: error })
  return error instanceof Stripe.errors.StripeError ? new Error(`The payment provider refused: ${error.message}`, { cause: error }) : error
}

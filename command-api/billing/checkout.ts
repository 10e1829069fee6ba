import { discountCodeAggregate, releaseCode } from '@medicready/domain/billing/discount-code'
import {
  CHECKOUT_MINUTES,
  startCheckout as decide,
  endCheckout,
  failCheckout,
  openCheckout,
  sameCheckout,
} from '@medicready/domain/billing/plan-commands'
import { normalCode } from '@medicready/domain/billing/shown/discount-rules'
import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { type Checkout, currentPlan, type SubscriptionState, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { openCheckouts } from '@medicready/projector/read-models/billing/plan-queries'
import { type CommandContext, ownContext, partOf, uuidOfName } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { doneWith } from '../worker/shown.ts'
import { reserveCode } from './codes/reserve-code.ts'
import { findCode } from './codes/use-code.ts'
import { customerOf } from './customer.ts'
import { type BillingDeps, observeCheckout } from './observe-provider.ts'

type CheckoutDeps = BillingDeps & { readonly publicUrl: string }
interface Wish {
  readonly userId: string
  readonly tier: PaidTier
  readonly promoCode?: string | undefined
}

const CHECKOUT_NAMESPACE = '9a3c1b1e-6f55-4a0f-8a7e-1f2c6d7e8f90'
/** The payment provider's minimum is half an hour. */
const LEAST_HOURS_TO_OPEN = 0.55

/** Recorded first; all requests follow from it, so a second click or a repeat gets the same page. */
export async function startCheckout(deps: CheckoutDeps, wish: Wish, context: CommandContext): Promise<{ url: string }> {
  const code = normalCode(wish.promoCode ?? '') || null
  const known = await lookAtOpenOne(deps, { ...wish, code }, context)
  if (known !== null) return { url: known }
  const { state } = await deps.commands.load(subscriptionAggregate, wish.userId)
  if (currentPlan(state)) throw new Rejection('planExists')
  const customerId = await customerOf(deps, wish.userId, context)
  const begun = unopened(state, { ...wish, code, now: context.now })
  const checkoutId = begun?.checkoutId ?? nextCheckoutId(state, { ...wish, code })
  try {
    const checkout = begun ?? (await begin(deps, { ...wish, code, checkoutId }, context))
    return await open(deps, wish.userId, checkout, customerId, context)
  } catch (error) {
    // If this fails too, the worker releases the use once the checkout has expired.
    await letGo(deps, { userId: wish.userId, checkoutId, code }, context).catch(() => undefined)
    throw error
  }
}

const nextCheckoutId = ({ checkouts }: SubscriptionState, { userId, tier, code }: Wish & { code: string | null }): string =>
  uuidOfName(`${userId}/${checkouts}/${tier}/${code ?? ''}`, CHECKOUT_NAMESPACE)

async function letGo(
  deps: CheckoutDeps,
  { userId, checkoutId, code }: { userId: string; checkoutId: string; code: string | null },
  context: CommandContext,
): Promise<void> {
  const failing = partOf(context, `fail ${checkoutId}`)
  const { state } = await deps.commands.execute(subscriptionAggregate, userId, failCheckout({ userId, checkoutId }), failing)
  if (code === null || state.checkout?.checkoutId === checkoutId) return
  const { id } = await findCode(deps, code)
  const releasing = partOf(context, `release ${checkoutId}`)
  await deps.commands.execute(discountCodeAggregate, id, releaseCode({ userId, checkoutId, cause: 'failed' }), releasing)
}

async function lookAtOpenOne(deps: CheckoutDeps, wish: Wish & { code: string | null }, context: CommandContext): Promise<string | null> {
  const { userId, tier, code } = wish
  const { state } = await deps.commands.load(subscriptionAggregate, userId)
  const sessionId = state.checkout?.sessionId
  if (!state.checkout || !sessionId) return null
  const isSame = sameCheckout(state, { tier, code, now: context.now }) !== null
  const seen = isSame ? await deps.payments.checkout(sessionId) : await deps.payments.expireCheckout(sessionId)
  if (isSame && seen?.status === 'open') return seen.url
  if (isSame || seen?.status === 'complete') await observeCheckout(deps, sessionId, context)
  else {
    const { checkoutId } = state.checkout
    const ending = partOf(context, `end of ${checkoutId}`)
    await deps.commands.execute(subscriptionAggregate, userId, endCheckout({ userId, checkoutId, outcome: 'replaced' }), ending)
  }
  return null
}

function unopened(state: SubscriptionState, wish: Wish & { code: string | null; now: string }): Checkout | null {
  const same = sameCheckout(state, wish)
  return same && same.sessionId === null && same.expiresAt > hoursAfter(wish.now, LEAST_HOURS_TO_OPEN) ? same : null
}

async function begin(
  deps: CheckoutDeps,
  { userId, tier, code, checkoutId }: Wish & { code: string | null; checkoutId: string },
  context: CommandContext,
): Promise<Checkout> {
  const { priceId, amount, currency } = await deps.payments.prices.of(tier)
  const expiresAt = hoursAfter(context.now, CHECKOUT_MINUTES / 60)
  const held = code === null ? null : await reserveCode(deps, { userId, code, checkoutId, tier, reservedUntil: expiresAt }, context)
  const started = { userId, checkoutId, tier, priceId, amount, currency, code: held, expiresAt }
  const beginning = partOf(context, `begin ${checkoutId}`)
  const { state } = await deps.commands.execute(subscriptionAggregate, userId, decide({ ...started, now: context.now }), beginning)
  if (!state.checkout) throw new Rejection('conflict')
  return state.checkout
}

async function open(
  { commands, payments, publicUrl }: CheckoutDeps,
  userId: string,
  checkout: Checkout,
  customerId: string,
  context: CommandContext,
): Promise<{ url: string }> {
  const { checkoutId } = checkout
  const successUrl = `${publicUrl}/checkout?session={CHECKOUT_SESSION_ID}`
  const cancelUrl = new URL('/checkout?cancelled=1', publicUrl).href
  const { sessionId, url } = await payments.openCheckout({ ...checkout, userId }, { customerId, successUrl, cancelUrl })
  const opened = openCheckout({ userId, checkoutId, sessionId })
  await commands.execute(subscriptionAggregate, userId, opened, partOf(context, `open ${checkoutId}`))
  if (url === null) throw new Rejection('conflict')
  return { url }
}

/** For missed messages of the payment provider. The read model says where to look; the log and the provider decide. */
export async function endCheckouts(deps: Pick<WorkerDeps, 'commands' | 'sql' | 'payments' | 'clock' | 'signal'>) {
  const { commands, sql, clock, signal } = deps
  const ended = await doneWith(await openCheckouts(sql), signal, async ({ userId }) => {
    const { checkout } = (await commands.load(subscriptionAggregate, userId)).state
    if (!checkout || checkout.expiresAt > clock()) return false
    const { checkoutId, sessionId } = checkout
    if (sessionId !== null) {
      await deps.payments.expireCheckout(sessionId)
      await observeCheckout(deps, sessionId, ownContext('worker', clock))
    } else {
      const failed = endCheckout({ userId, checkoutId, outcome: 'failed' })
      await commands.execute(subscriptionAggregate, userId, failed, ownContext('worker', clock))
    }
    return true
  })
  return { ended }
}

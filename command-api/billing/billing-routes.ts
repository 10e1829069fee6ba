import type { billingCommandCalls } from '@medicready/domain/contract/billing/billing'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { changePlan, endWithPeriod } from './change-plan.ts'
import { countingGuess } from './codes/count-guess.ts'
import { claimMoneyBack } from './money-back.ts'
import { openPortal } from './open-portal.ts'
import { startCheckout } from './start-checkout.ts'
import { receiveStripeEvent } from './stripe-events.ts'

export const billingRoutes = (parts: RouteParts): Handlers<typeof billingCommandCalls, 'command-api'> => ({
  'POST /api/subscription/checkout': ({ body, identity: { userId }, http }) => {
    const start = () => startCheckout(parts, { ...body, userId }, requestContext(http, parts.clock))
    if (!body.promoCode) return start()
    return countingGuess(() => parts.checkAttempts(http, { purpose: 'discountCode', userId }), start)
  },

  'POST /api/subscription/portal': ({ identity }) => openPortal(parts, identity),

  'POST /api/subscription/cancel': ({ identity, http }) =>
    endWithPeriod(parts, { userId: identity.userId, ends: true }, requestContext(http, parts.clock)),

  'POST /api/subscription/resume': ({ identity, http }) =>
    endWithPeriod(parts, { userId: identity.userId, ends: false }, requestContext(http, parts.clock)),

  'POST /api/subscription/change': ({ body, identity, http }) =>
    changePlan(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/subscription/money-back': ({ identity, http }) => claimMoneyBack(parts, identity, requestContext(http, parts.clock)),

  'POST /api/stripe/webhook': ({ body, http }) => {
    const signature = http.headers['stripe-signature']
    return receiveStripeEvent(parts, { raw: body, signature: String(signature ?? '') }, requestContext(http, parts.clock))
  },
})

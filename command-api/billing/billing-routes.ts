import type { billingCommandCalls } from '@medicready/domain/contract/billing/billing'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { changePlan, endWithPeriod } from './change-plan.ts'
import { countingGuess } from './codes/count-guess.ts'
import { claimMoneyBack } from './money-back.ts'
import { openPortal } from './open-portal.ts'
import { startCheckout } from './start-checkout.ts'
import { receiveStripeEvent } from './stripe-events.ts'

export const billingRoutes = (parts: RouteParts): CommandHandlers<typeof billingCommandCalls> => ({
  'POST /api/subscription/checkout': ({ body, identity: { userId }, http, context }) => {
    const start = () => startCheckout(parts, { ...body, userId }, context)
    if (!body.promoCode) return start()
    return countingGuess(() => parts.checkAttempts(http, { purpose: 'discountCode', userId }), start)
  },

  'POST /api/subscription/portal': ({ identity }) => openPortal(parts, identity),

  'POST /api/subscription/cancel': ({ identity, context }) => endWithPeriod(parts, { userId: identity.userId, ends: true }, context),

  'POST /api/subscription/resume': ({ identity, context }) => endWithPeriod(parts, { userId: identity.userId, ends: false }, context),

  'POST /api/subscription/change': ({ body, identity, context }) => changePlan(parts, { ...body, userId: identity.userId }, context),

  'POST /api/subscription/money-back': ({ identity, context }) => claimMoneyBack(parts, identity, context),

  'POST /api/stripe/webhook': ({ body, http, context }) => {
    const signature = http.headers['stripe-signature']
    return receiveStripeEvent(parts, { raw: body, signature: String(signature ?? '') }, context)
  },
})

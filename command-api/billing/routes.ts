import {
  activateCode,
  createCode,
  type DecideCode,
  deactivateCode,
  deleteCode,
  discountCodeAggregate,
  reviseCode,
} from '@medicready/domain/billing/discount-code'
import type { adminPriceCalls, paymentProblemCalls } from '@medicready/domain/contract/billing/admin-payments'
import type { billingCalls } from '@medicready/domain/contract/billing/billing'
import type { adminDiscountCodeCalls, discountCodeCalls } from '@medicready/domain/contract/billing/discount-codes'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { errors } from '@medicready/domain/refusals/shown/errors'
import type { CountedAttempt } from '../accounts/attempts.ts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { mendRefund } from '../tutoring/payments.ts'
import { changePlan, endWithPeriod } from './change-plan.ts'
import { announcePrice } from './change-prices.ts'
import { startCheckout } from './checkout.ts'
import { useCode, validateCode } from './codes/use-code.ts'
import { openPortal } from './customer.ts'
import { claimMoneyBack } from './money-back.ts'
import { receiveStripeEvent } from './stripe-events.ts'

type RoomCalls = typeof billingCalls &
  typeof adminPriceCalls &
  typeof paymentProblemCalls &
  typeof discountCodeCalls &
  typeof adminDiscountCodeCalls

export const billingRoutes = (deps: RouteDeps): CommandHandlers<RoomCalls> => ({
  'POST /api/subscription/checkout': ({ body, identity: { userId }, http, context }) => {
    const start = () => startCheckout(deps, { ...body, userId }, context)
    if (!body.promoCode) return start()
    return countingGuess(() => deps.checkAttempts(http, { purpose: 'discountCode', userId }), start)
  },

  'POST /api/subscription/portal': ({ identity }) => openPortal(deps, identity),

  'POST /api/subscription/cancel': ({ identity, context }) => endWithPeriod(deps, { userId: identity.userId, ends: true }, context),

  'POST /api/subscription/resume': ({ identity, context }) => endWithPeriod(deps, { userId: identity.userId, ends: false }, context),

  'POST /api/subscription/change': ({ body, identity, context }) => changePlan(deps, { ...body, userId: identity.userId }, context),

  'POST /api/subscription/money-back': ({ identity, context }) => claimMoneyBack(deps, identity, context),

  'POST /api/stripe/webhook': ({ body, http, context }) => {
    const signature = http.headers['stripe-signature']
    return receiveStripeEvent(deps, { raw: body, signature: String(signature ?? '') }, context)
  },

  'POST /api/admin/prices/{tier}': ({ params, body, identity, context }) =>
    announcePrice(deps, { ...params, ...body, by: identity.userId }, context),

  'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend': ({ params: { id: requestId, refundId }, body, identity, context }) =>
    mendRefund(deps, { requestId, refundId, ...body, by: identity.userId }, context),

  'POST /api/discount-codes/validate': async ({ body, identity: { userId }, http, context }) => {
    try {
      const look = () => validateCode(deps, { userId, code: body.code, now: context.now })
      const answer = await countingGuess(() => deps.checkAttempts(http, { purpose: 'discountCode', userId }), look)
      return { valid: true, discountCode: answer, error: null }
    } catch (error) {
      if (!(error instanceof Rejection && error.code.startsWith('discountCode'))) throw error
      return { valid: false, discountCode: null, error: errors[error.code].message }
    }
  },

  'POST /api/discount-codes/use': ({ body, identity: { userId }, http, context }) =>
    countingGuess(
      () => deps.checkAttempts(http, { purpose: 'discountCode', userId }),
      () => useCode(deps, { userId, code: body.code }, context),
    ),

  'POST /api/admin/discount-codes': async ({ body, context }) => {
    const codeId = idFrom(context, 'discount code')
    const { code } = body
    const decide = createCode({ ...body, codeId, by: context.actorId, now: context.now })
    await deps.commands.execute(discountCodeAggregate, code, decide, context)
    return { id: codeId, code }
  },

  'PUT /api/admin/discount-codes/{code}': ({ params: { code }, body, context }) =>
    changeCode(deps, code, reviseCode({ ...body, by: context.actorId, now: context.now }), context),

  'POST /api/admin/discount-codes/{code}/activate': ({ params: { code }, body: { reason }, context }) =>
    changeCode(deps, code, activateCode({ reason, by: context.actorId }), context),

  'POST /api/admin/discount-codes/{code}/deactivate': ({ params: { code }, body: { reason }, context }) =>
    changeCode(deps, code, deactivateCode({ reason, by: context.actorId }), context),

  'DELETE /api/admin/discount-codes/{code}': ({ params: { code }, body: { reason }, context }) =>
    changeCode(deps, code, deleteCode({ reason, by: context.actorId }), context),
})

async function changeCode({ commands }: RouteDeps, code: string, decide: DecideCode, context: CommandContext) {
  const { events } = await commands.execute(discountCodeAggregate, code, decide, context)
  return { code, hasChanged: events.length > 0 }
}

export async function countingGuess<Answer>(count: () => Promise<CountedAttempt>, look: () => Promise<Answer>): Promise<Answer> {
  const attempt = await count()
  try {
    const answer = await look()
    await attempt.succeeded()
    return answer
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'discountCodeInvalid')) await attempt.succeeded()
    throw error
  }
}

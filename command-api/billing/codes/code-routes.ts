import type { adminDiscountCodeCommandCalls, discountCodeCalls } from '@medicready/domain/contract/billing/discount-codes'
import { errors } from '@medicready/domain/contract/errors'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandHandlers, RouteParts } from '../../request-context.ts'
import { activateCode, createCode, deactivateCode, deleteCode, reviseCode } from './change-code.ts'
import { countingGuess } from './count-guess.ts'
import { useCode } from './use-code.ts'
import { validateCode } from './validate-code.ts'

type Calls = typeof discountCodeCalls & typeof adminDiscountCodeCommandCalls

export const codeRoutes = (parts: RouteParts): CommandHandlers<Calls> => ({
  'POST /api/discount-codes/validate': async ({ body, identity: { userId }, http, context }) => {
    try {
      const look = () => validateCode(parts, { userId, code: body.code, now: context.now })
      const answer = await countingGuess(() => parts.checkAttempts(http, { purpose: 'discountCode', userId }), look)
      return { valid: true, discountCode: answer, error: null }
    } catch (error) {
      if (!(error instanceof Rejection && error.code.startsWith('discountCode'))) throw error
      return { valid: false, discountCode: null, error: errors[error.code].message }
    }
  },

  'POST /api/discount-codes/use': ({ body, identity: { userId }, http, context }) =>
    countingGuess(
      () => parts.checkAttempts(http, { purpose: 'discountCode', userId }),
      () => useCode(parts, { userId, code: body.code }, context),
    ),

  'POST /api/admin/discount-codes': ({ body, context }) => createCode(parts, body, context),

  'PUT /api/admin/discount-codes/{code}': ({ params, body, context }) => reviseCode(parts, { ...body, ...params }, context),

  'POST /api/admin/discount-codes/{code}/activate': ({ params, body, context }) => activateCode(parts, { ...body, ...params }, context),

  'POST /api/admin/discount-codes/{code}/deactivate': ({ params, body, context }) => deactivateCode(parts, { ...body, ...params }, context),

  'DELETE /api/admin/discount-codes/{code}': ({ params, body, context }) => deleteCode(parts, { ...body, ...params }, context),
})

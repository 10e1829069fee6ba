import type { adminDiscountCodeCommandCalls, discountCodeCalls } from '@medicready/domain/contract/billing/discount-codes'
import { errors } from '@medicready/domain/contract/errors'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../../request-context.ts'
import { activateCode, createCode, deactivateCode, deleteCode, reviseCode } from './change-code.ts'
import { countingGuess } from './count-guess.ts'
import { useCode } from './use-code.ts'
import { validateCode } from './validate-code.ts'

type Calls = typeof discountCodeCalls & typeof adminDiscountCodeCommandCalls

export const codeRoutes = (parts: RouteParts): Handlers<Calls, 'command-api'> => ({
  'POST /api/discount-codes/validate': async ({ body, identity: { userId }, http }) => {
    try {
      const look = () => validateCode(parts, { userId, code: body.code, now: parts.clock() })
      const { answer } = await countingGuess(() => parts.checkAttempts(http, { purpose: 'discountCode', userId }), look)
      return { answer: { valid: true, discountCode: answer, error: null }, position: null }
    } catch (error) {
      if (!(error instanceof Rejection && error.code.startsWith('discountCode'))) throw error
      return { answer: { valid: false, discountCode: null, error: errors[error.code].message }, position: null }
    }
  },

  'POST /api/discount-codes/use': ({ body, identity: { userId }, http }) =>
    countingGuess(
      () => parts.checkAttempts(http, { purpose: 'discountCode', userId }),
      () => useCode(parts, { userId, code: body.code }, requestContext(http, parts.clock)),
    ),

  'POST /api/admin/discount-codes': ({ body, http }) => createCode(parts, body, requestContext(http, parts.clock)),

  'PUT /api/admin/discount-codes/{code}': ({ params, body, http }) =>
    reviseCode(parts, { ...body, ...params }, requestContext(http, parts.clock)),

  'POST /api/admin/discount-codes/{code}/activate': ({ params, body, http }) =>
    activateCode(parts, { ...body, ...params }, requestContext(http, parts.clock)),

  'POST /api/admin/discount-codes/{code}/deactivate': ({ params, body, http }) =>
    deactivateCode(parts, { ...body, ...params }, requestContext(http, parts.clock)),

  'DELETE /api/admin/discount-codes/{code}': ({ params, body, http }) =>
    deleteCode(parts, { ...body, ...params }, requestContext(http, parts.clock)),
})

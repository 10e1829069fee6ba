import type { contactCalls, policyNoticeCalls } from '@medicready/domain/contract/legal/legal'
import { policyNoticesAggregate, seePolicyChange } from '@medicready/domain/legal/policy'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { policyText } from '@medicready/projector/read-models/legal/policy-queries'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { answerContact, requestContact } from './contact.ts'

export const legalRoutes = (deps: RouteDeps): CommandHandlers<typeof contactCalls & typeof policyNoticeCalls> => ({
  'POST /api/contact': async ({ body: { kind, name, email, message }, identity, http, context }) => {
    const userId = identity?.userId ?? null
    await deps.checkAttempts(http, userId === null ? { purpose: 'visitorContact' } : { purpose: 'contact', userId })
    return requestContact(deps, { userId, kind, name, email, message }, context)
  },

  'POST /api/admin/contact-requests/{id}/answer': ({ params, body, identity, context }) =>
    answerContact(deps, { requestId: params.id, ...body, by: identity.userId }, context),

  'POST /api/user/policy-notices/seen': async ({ body: { document, version }, identity: { userId }, context }) => {
    const { sql, commands } = deps
    const [published] = await policyText(sql, { document, version })
    if (!published) throw new Rejection('policyNotFound')
    const command = seePolicyChange(userId, { document, version })
    await commands.execute(policyNoticesAggregate, userId, command, context)
    return { document, version }
  },
})

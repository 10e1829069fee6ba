import type { policyNoticeCommandCalls } from '@medicready/domain/contract/legal/policy-notices'
import { policyNotices, seePolicyChange } from '@medicready/domain/legal/policy-notices'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { policyText } from '@medicready/projector/read-models/legal/policy-queries'
import { type RouteParts, requestContext } from '../request-context.ts'

export const policyNoticeRoutes = (parts: RouteParts): Handlers<typeof policyNoticeCommandCalls, 'command-api'> => ({
  'POST /api/user/policy-notices/seen': async ({ body: { document, version }, identity: { userId }, http }) => {
    const { sql, commands, clock } = parts
    const [published] = await policyText(sql, { document, version })
    if (!published) throw new Rejection('policyNotFound')
    const command = seePolicyChange(userId, { document, version })
    const { position } = await commands.execute(policyNotices, userId, command, requestContext(http, clock))
    return { answer: { document, version }, position }
  },
})

import type { policyNoticeCommandCalls } from '@medicready/domain/contract/legal/policy-notices'
import { policyNotices, seePolicyChange } from '@medicready/domain/legal/policy-notices'
import { Rejection } from '@medicready/domain/rejection'
import { policyText } from '@medicready/projector/read-models/legal/policy-queries'
import type { CommandHandlers, RouteParts } from '../request-context.ts'

export const policyNoticeRoutes = (parts: RouteParts): CommandHandlers<typeof policyNoticeCommandCalls> => ({
  'POST /api/user/policy-notices/seen': async ({ body: { document, version }, identity: { userId }, context }) => {
    const { sql, commands } = parts
    const [published] = await policyText(sql, { document, version })
    if (!published) throw new Rejection('policyNotFound')
    const command = seePolicyChange(userId, { document, version })
    await commands.execute(policyNotices, userId, command, context)
    return { document, version }
  },
})

import type { adminStudentCalls } from '@medicready/domain/contract/accounts/students'
import type { adminSystemCalls } from '@medicready/domain/contract/admin/system'
import { DAILY_EMAILS_TRIGGERED } from '@medicready/domain/reminders/shown/rules'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { changeTierOf, eraseStudent, inviteStudent, noteAction, unlockStudent } from './students.ts'

type AdminCommandCalls = typeof adminStudentCalls & typeof adminSystemCalls

export const adminRoutes = (deps: RouteDeps): CommandHandlers<AdminCommandCalls> => ({
  'POST /api/admin/students': ({ body, identity, context }) => inviteStudent(deps, { ...body, by: identity.userId }, context),

  'PUT /api/admin/students/{id}/tier': ({ params, body, context }) => changeTierOf(deps, { userId: params.id, ...body }, context),

  'POST /api/admin/students/{id}/unlock': ({ params, body, identity, context }) =>
    unlockStudent(deps, { userId: params.id, by: identity.userId, ...body }, context),

  'POST /api/admin/students/{id}/erase': ({ params, body, identity, context }) =>
    eraseStudent(deps, { userId: params.id, by: identity.userId, ...body }, context),

  'POST /api/admin/exports': async ({ body: { table, reason }, identity, context }) => {
    const exported = { type: 'PeopleExported', data: { by: identity.userId, table, reason } } as const
    const answer = await noteAction(deps, exported, context)
    return { exportId: answer.actionId }
  },

  'POST /api/admin/trigger-daily-emails': async ({ identity, context }) => {
    const triggered = { type: 'DailyEmailsTriggered', data: { by: identity.userId } } as const
    await noteAction(deps, triggered, context)
    return { message: DAILY_EMAILS_TRIGGERED }
  },

  'POST /api/admin/system/resume': async ({ body: { kind, name, reason }, identity, context }) => {
    const resumed = { type: 'ProcessResumed', data: { by: identity.userId, kind, name, reason } } as const
    await noteAction(deps, resumed, context)
    return { isResumed: true }
  },

  'POST /api/admin/system/put-aside/retry': async ({ body, identity, context }) => {
    const retried = { type: 'PutAsideRetried', data: { by: identity.userId, ...body } } as const
    await noteAction(deps, retried, context)
    return { isRetried: true }
  },

  'POST /api/admin/system/put-aside/give-up': async ({ body, identity, context }) => {
    const givenUp = { type: 'PutAsideGivenUp', data: { by: identity.userId, ...body } } as const
    await noteAction(deps, givenUp, context)
    return { isGivenUp: true }
  },
})

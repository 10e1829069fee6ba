import type { adminStudentCommandCalls } from '@medicready/domain/contract/accounts/students'
import type { adminSystemCommandCalls } from '@medicready/domain/contract/admin/system'
import { DAILY_EMAILS_TRIGGERED } from '@medicready/domain/reminders/rules'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { inviteStudent } from './invite-student.ts'
import { noteAction } from './note-action.ts'
import { changeTierOf, eraseStudent, unlockStudent } from './students-account.ts'

type AdminCommandCalls = typeof adminStudentCommandCalls & typeof adminSystemCommandCalls

/** What administrators do, each with a reason. */
export const adminRoutes = (parts: RouteParts): Handlers<AdminCommandCalls, 'command-api'> => ({
  'POST /api/admin/students': ({ body, identity, http }) =>
    inviteStudent(parts, { ...body, by: identity.userId }, requestContext(http, parts.clock)),

  'PUT /api/admin/students/{id}/tier': ({ params, body, http }) =>
    changeTierOf(parts, { userId: params.id, ...body }, requestContext(http, parts.clock)),

  'POST /api/admin/students/{id}/unlock': ({ params, body, identity, http }) =>
    unlockStudent(parts, { userId: params.id, by: identity.userId, ...body }, requestContext(http, parts.clock)),

  'POST /api/admin/students/{id}/erase': ({ params, body, identity, http }) =>
    eraseStudent(parts, { userId: params.id, by: identity.userId, ...body }, requestContext(http, parts.clock)),

  'POST /api/admin/exports': async ({ body: { table, reason }, identity, http }) => {
    const exported = { type: 'PeopleExported', data: { by: identity.userId, table, reason } } as const
    const { answer, position } = await noteAction(parts, exported, requestContext(http, parts.clock))
    return { answer: { exportId: answer.actionId }, position }
  },

  'POST /api/admin/trigger-daily-emails': async ({ identity, http }) => {
    const triggered = { type: 'DailyEmailsTriggered', data: { by: identity.userId } } as const
    const { position } = await noteAction(parts, triggered, requestContext(http, parts.clock))
    return { answer: { message: DAILY_EMAILS_TRIGGERED }, position }
  },

  'POST /api/admin/system/resume': async ({ body: { kind, name, reason }, identity, http }) => {
    const resumed = { type: 'ProcessResumed', data: { by: identity.userId, kind, name, reason } } as const
    const { position } = await noteAction(parts, resumed, requestContext(http, parts.clock))
    return { answer: { isResumed: true }, position }
  },

  'POST /api/admin/system/put-aside/retry': async ({ body, identity, http }) => {
    const retried = { type: 'PutAsideRetried', data: { by: identity.userId, ...body } } as const
    const { position } = await noteAction(parts, retried, requestContext(http, parts.clock))
    return { answer: { isRetried: true }, position }
  },

  'POST /api/admin/system/put-aside/give-up': async ({ body, identity, http }) => {
    const givenUp = { type: 'PutAsideGivenUp', data: { by: identity.userId, ...body } } as const
    const { position } = await noteAction(parts, givenUp, requestContext(http, parts.clock))
    return { answer: { isGivenUp: true }, position }
  },
})

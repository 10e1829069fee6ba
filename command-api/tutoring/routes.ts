import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { adminTutoringCalls, tutorCalls, tutoringCalls } from '@medicready/domain/contract/tutoring/tutoring'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { applyAsTutor, approveTutor, declineTutor, setAvailability, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { payRequest } from './payments.ts'
import { acceptRequest, assignTutor, cancelRequest, declineRequest, requestTutoring } from './requests.ts'
import { cancelSession, completeSession, missSession, moveSession, planSession, rateSession } from './sessions.ts'

const sessionIn = ({ id, sessionId }: { readonly id: string; readonly sessionId: string }) => ({ requestId: id, sessionId })

const studentsRoutes = (deps: RouteDeps): CommandHandlers<typeof tutoringCalls> => ({
  'POST /api/tutoring-requests/{id}/checkout': ({ params, identity, context }) =>
    payRequest(deps, { requestId: params.id, userId: identity.userId }, context),

  'POST /api/tutoring-requests': ({ body, identity, context }) => requestTutoring(deps, { userId: identity.userId, form: body }, context),

  'POST /api/tutoring-requests/{id}/sessions': ({ params, body, identity, context }) =>
    planSession(deps, { ...body, requestId: params.id, as: 'student', by: identity.userId }, context),

  'PATCH /api/tutoring-requests/{id}/sessions/{sessionId}': ({ params, body, identity, context }) =>
    moveSession(deps, { ...body, ...sessionIn(params), as: 'student', by: identity.userId }, context),

  'POST /api/tutoring-requests/{id}/sessions/{sessionId}/rating': ({ params, body, identity, context }) =>
    rateSession(deps, { ...body, ...sessionIn(params), by: identity.userId }, context),

  'POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel': ({ params, body, identity, context }) =>
    cancelSession(deps, { ...body, ...sessionIn(params), as: 'student', by: identity.userId }, context),

  'POST /api/tutoring-requests/{id}/cancel': ({ params, body, identity, context }) =>
    cancelRequest(deps, { ...body, requestId: params.id, as: 'student', by: identity.userId }, context),

  'POST /api/tutors/applications': async ({ body, identity: { userId }, context }) => {
    const account = (await deps.commands.load(accountAggregate, userId)).state
    if (!isRegistered(account)) throw new Rejection('notSignedIn')
    const application = applyAsTutor({ ...body, userId, at: context.now, timeZone: account.timeZone })
    await deps.commands.execute(tutorAggregate, userId, application, context)
    return { situation: 'applied' }
  },
})

const tutorsRoutes = (deps: RouteDeps): CommandHandlers<typeof tutorCalls> => ({
  'PUT /api/tutor/availability': async ({ body, identity: { userId }, context }) => {
    await deps.commands.execute(tutorAggregate, userId, setAvailability({ ...body, userId, at: context.now }), context)
    return body
  },

  'POST /api/tutor/requests/{id}/sessions': ({ params, body, identity, context }) =>
    planSession(deps, { ...body, requestId: params.id, as: 'tutor', by: identity.userId }, context),

  'PATCH /api/tutor/requests/{id}/sessions/{sessionId}': ({ params, body, identity, context }) =>
    moveSession(deps, { ...body, ...sessionIn(params), as: 'tutor', by: identity.userId }, context),

  'POST /api/tutor/requests/{id}/sessions/{sessionId}/cancel': ({ params, body, identity, context }) =>
    cancelSession(deps, { ...body, ...sessionIn(params), as: 'tutor', by: identity.userId }, context),

  'POST /api/tutor/requests/{id}/sessions/{sessionId}/complete': ({ params, identity, context }) =>
    completeSession(deps, { ...sessionIn(params), as: 'tutor', by: identity.userId }, context),

  'POST /api/tutor/requests/{id}/sessions/{sessionId}/no-show': ({ params, identity, context }) =>
    missSession(deps, { ...sessionIn(params), as: 'tutor', by: identity.userId }, context),
})

const adminsRoutes = (deps: RouteDeps): CommandHandlers<typeof adminTutoringCalls> => ({
  'POST /api/admin/tutoring-requests/{id}/accept': ({ params, body, identity, context }) =>
    acceptRequest(deps, { ...body, requestId: params.id, by: identity.userId }, context),

  'POST /api/admin/tutoring-requests/{id}/decline': ({ params, body, identity, context }) =>
    declineRequest(deps, { ...body, requestId: params.id, by: identity.userId }, context),

  'PUT /api/admin/tutoring-requests/{id}/tutor': ({ params, body, identity, context }) =>
    assignTutor(deps, { ...body, requestId: params.id, by: identity.userId }, context),

  'POST /api/admin/tutoring-requests/{id}/cancel': ({ params, body, identity, context }) =>
    cancelRequest(deps, { ...body, requestId: params.id, as: 'admin', by: identity.userId }, context),

  'POST /api/admin/tutoring-requests/{id}/sessions/{sessionId}/cancel': ({ params, body, identity, context }) =>
    cancelSession(deps, { ...body, ...sessionIn(params), as: 'admin', by: identity.userId }, context),

  'POST /api/admin/tutors/{id}/approve': async ({ params: { id: userId }, body: { reason }, identity: { userId: by }, context }) => {
    await deps.commands.execute(tutorAggregate, userId, approveTutor({ userId, by, reason, at: context.now }), context)
    return { situation: 'approved' }
  },

  'POST /api/admin/tutors/{id}/decline': async ({ params: { id: userId }, body: { reason }, identity: { userId: by }, context }) => {
    await deps.commands.execute(tutorAggregate, userId, declineTutor({ userId, by, reason, at: context.now }), context)
    return { situation: 'declined' }
  },
})

export const tutoringRoutes = (deps: RouteDeps) => ({ ...studentsRoutes(deps), ...tutorsRoutes(deps), ...adminsRoutes(deps) })

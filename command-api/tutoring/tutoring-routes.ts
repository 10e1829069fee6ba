import type {
  adminTutoringCommandCalls,
  tutorCommandCalls,
  tutoringCommandCalls,
  tutoringPaymentCalls,
} from '@medicready/domain/contract/tutoring/tutoring'
import type { Handlers } from '@medicready/platform/http/calls'
import { type RouteParts, requestContext } from '../request-context.ts'
import { acceptRequest, assignTutor, declineRequest } from './answer-request.ts'
import { applyAsTutor, approveTutor, declineTutor } from './apply-as-tutor.ts'
import { cancelRequest } from './cancel-request.ts'
import { payRequest } from './pay-request.ts'
import { moveSession, planSession } from './plan-session.ts'
import { requestTutoring } from './request-tutoring.ts'
import { setAvailability } from './set-availability.ts'
import { cancelSession, completeSession, missSession, rateSession } from './settle-session.ts'

/** What students do. */
const studentsRoutes = (parts: RouteParts): Handlers<typeof tutoringCommandCalls & typeof tutoringPaymentCalls, 'command-api'> => ({
  'POST /api/tutoring-requests/{id}/checkout': ({ params, identity, http }) =>
    payRequest(parts, { requestId: params.id, userId: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/tutoring-requests': ({ body, identity, http }) =>
    requestTutoring(parts, { userId: identity.userId, form: body }, requestContext(http, parts.clock)),

  'POST /api/tutoring-requests/{id}/sessions': ({ params, body, identity, http }) =>
    planSession(parts, { ...body, requestId: params.id, as: 'student', by: identity.userId }, requestContext(http, parts.clock)),

  'PATCH /api/tutoring-requests/{id}/sessions/{sessionId}': ({ params, body, identity, http }) => {
    const { id: requestId, sessionId } = params
    return moveSession(parts, { ...body, requestId, sessionId, as: 'student', by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/tutoring-requests/{id}/sessions/{sessionId}/rating': ({ params, body, identity, http }) => {
    const { id: requestId, sessionId } = params
    return rateSession(parts, { ...body, requestId, sessionId, by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel': ({ params, body, identity, http }) => {
    const { id: requestId, sessionId } = params
    return cancelSession(parts, { ...body, requestId, sessionId, as: 'student', by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/tutoring-requests/{id}/cancel': ({ params, body, identity, http }) =>
    cancelRequest(parts, { ...body, requestId: params.id, as: 'student', by: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/tutors/applications': ({ body, identity, http }) =>
    applyAsTutor(parts, { ...body, userId: identity.userId }, requestContext(http, parts.clock)),
})

/** What tutors do with what is theirs. */
const tutorsRoutes = (parts: RouteParts): Handlers<typeof tutorCommandCalls, 'command-api'> => ({
  'PUT /api/tutor/availability': ({ body, identity, http }) =>
    setAvailability(parts, { userId: identity.userId, availability: body }, requestContext(http, parts.clock)),

  'POST /api/tutor/requests/{id}/sessions': ({ params, body, identity, http }) =>
    planSession(parts, { ...body, requestId: params.id, as: 'tutor', by: identity.userId }, requestContext(http, parts.clock)),

  'PATCH /api/tutor/requests/{id}/sessions/{sessionId}': ({ params, body, identity, http }) => {
    const { id: requestId, sessionId } = params
    return moveSession(parts, { ...body, requestId, sessionId, as: 'tutor', by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/tutor/requests/{id}/sessions/{sessionId}/cancel': ({ params, body, identity, http }) => {
    const { id: requestId, sessionId } = params
    return cancelSession(parts, { ...body, requestId, sessionId, as: 'tutor', by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/tutor/requests/{id}/sessions/{sessionId}/complete': ({ params, identity, http }) => {
    const { id: requestId, sessionId } = params
    return completeSession(parts, { requestId, sessionId, as: 'tutor', by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/tutor/requests/{id}/sessions/{sessionId}/no-show': ({ params, identity, http }) => {
    const { id: requestId, sessionId } = params
    return missSession(parts, { requestId, sessionId, as: 'tutor', by: identity.userId }, requestContext(http, parts.clock))
  },
})

const adminsRoutes = (parts: RouteParts): Handlers<typeof adminTutoringCommandCalls, 'command-api'> => ({
  'POST /api/admin/tutoring-requests/{id}/accept': ({ params, body, identity, http }) =>
    acceptRequest(parts, { ...body, requestId: params.id, by: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/admin/tutoring-requests/{id}/decline': ({ params, body, identity, http }) =>
    declineRequest(parts, { ...body, requestId: params.id, by: identity.userId }, requestContext(http, parts.clock)),

  'PUT /api/admin/tutoring-requests/{id}/tutor': ({ params, body, identity, http }) =>
    assignTutor(parts, { ...body, requestId: params.id, by: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/admin/tutoring-requests/{id}/cancel': ({ params, body, identity, http }) =>
    cancelRequest(parts, { ...body, requestId: params.id, as: 'admin', by: identity.userId }, requestContext(http, parts.clock)),

  'POST /api/admin/tutoring-requests/{id}/sessions/{sessionId}/cancel': ({ params, body, identity, http }) => {
    const { id: requestId, sessionId } = params
    return cancelSession(parts, { ...body, requestId, sessionId, as: 'admin', by: identity.userId }, requestContext(http, parts.clock))
  },

  'POST /api/admin/tutors/{id}/approve': ({ params, body, identity, http }) =>
    approveTutor(parts, { userId: params.id, by: identity.userId, reason: body.reason }, requestContext(http, parts.clock)),

  'POST /api/admin/tutors/{id}/decline': ({ params, body, identity, http }) =>
    declineTutor(parts, { ...body, userId: params.id, by: identity.userId }, requestContext(http, parts.clock)),
})

export const tutoringRoutes = (parts: RouteParts) => ({ ...studentsRoutes(parts), ...tutorsRoutes(parts), ...adminsRoutes(parts) })

import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvent, type EventOf, personal } from '../core/event.ts'

// `adminAction-<id>`: admin actions that no other stream records. One fact per stream, appended before the action is
// carried out.

const action = { actionId: z.uuid(), /** The administrator. */ by: z.uuid() }
const reason = personal(z.string())
const sealedForUser = { personal: { subject: 'userId' as const, fields: ['reason' as const] } }
const sealedForAdmin = { personal: { subject: 'by' as const, fields: ['reason' as const] } }

export const StudentInvited = defineEvent('StudentInvited', { ...action, userId: z.uuid(), reason }, sealedForUser)
export const StudentUnlocked = defineEvent('StudentUnlocked', { ...action, userId: z.uuid(), reason }, sealedForUser)
/** Sealed with the administrator's key, because the student's is destroyed. */
export const ErasureOrdered = defineEvent('ErasureOrdered', { ...action, userId: z.uuid(), reason }, sealedForAdmin)

export const peopleTables = ['students', 'subscribers'] as const
export const PeopleExported = defineEvent('PeopleExported', { ...action, table: z.enum(peopleTables), reason }, sealedForAdmin)

export const processKinds = ['readModel', 'reaction'] as const
export const ProcessResumed = defineEvent(
  'ProcessResumed',
  { ...action, kind: z.enum(processKinds), name: z.string(), reason },
  sealedForAdmin,
)

const putAside = { ...action, reaction: z.string(), eventId: z.uuid() }
export const PutAsideRetried = defineEvent('PutAsideRetried', putAside)
export const PutAsideGivenUp = defineEvent('PutAsideGivenUp', { ...putAside, reason }, sealedForAdmin)

export const DailyEmailsTriggered = defineEvent('DailyEmailsTriggered', action)

export const adminActionEvents = [
  StudentInvited,
  StudentUnlocked,
  ErasureOrdered,
  PeopleExported,
  ProcessResumed,
  PutAsideRetried,
  PutAsideGivenUp,
  DailyEmailsTriggered,
] as const
export type AdminActionEvent = EventOf<(typeof adminActionEvents)[number]>

export interface AdminActionState {
  readonly action: AdminActionEvent | null
}

export const adminAction: Aggregate<AdminActionState, AdminActionEvent> = {
  category: 'adminAction',
  initial: { action: null },
  evolve: (_state, event) => ({ action: event }),
}

export const noteAction =
  (action: AdminActionEvent): Decide<AdminActionState, AdminActionEvent> =>
  (state) =>
    state.action === null ? [action] : []

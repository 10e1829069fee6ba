import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, personal } from '../event.ts'

/**
 * `adminAction-<id>`: what an administrator did where no other stream says who did it, and why. Each stream holds one
 * fact, appended before what it tells of is done.
 */

const action = { actionId: z.uuid(), /** The administrator. */ by: z.uuid() }
const reason = personal(z.string())
const aboutSomebody = { personal: { subject: 'userId' as const, fields: ['reason' as const] } }
const aboutNobody = { personal: { subject: 'by' as const, fields: ['reason' as const] } }

export const StudentInvited = defineEvent('StudentInvited', { ...action, userId: z.uuid(), reason }, aboutSomebody)
/** Clears the count of wrong passwords. */
export const StudentUnlocked = defineEvent('StudentUnlocked', { ...action, userId: z.uuid(), reason }, aboutSomebody)
/** The words are sealed with the administrator's key: that of the person is destroyed. */
export const ErasureOrdered = defineEvent('ErasureOrdered', { ...action, userId: z.uuid(), reason }, aboutNobody)

export const peopleTables = ['students', 'subscribers'] as const
/** A table that names people is downloaded. */
export const PeopleExported = defineEvent('PeopleExported', { ...action, table: z.enum(peopleTables), reason }, aboutNobody)

export const processKinds = ['readModel', 'reaction'] as const
/** A parked read model or reaction goes on. */
export const ProcessResumed = defineEvent(
  'ProcessResumed',
  { ...action, kind: z.enum(processKinds), name: z.string(), reason },
  aboutNobody,
)

const putAside = { ...action, reaction: z.string(), eventId: z.uuid() }
/** A reaction tries again an event that it put aside. */
export const PutAsideRetried = defineEvent('PutAsideRetried', putAside)
/** It never tries that event again. */
export const PutAsideGivenUp = defineEvent('PutAsideGivenUp', { ...putAside, reason }, aboutNobody)

/** The daily emails of today go out now, to those who are to get one today and did not get it yet. */
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

/** Notes an action, once. */
export const noteAction =
  (action: AdminActionEvent): Decide<AdminActionState, AdminActionEvent> =>
  (state) =>
    state.action === null ? [action] : []

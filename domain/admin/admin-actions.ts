import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'

// `adminAction-<id>`: what no other stream records, one fact per stream, appended before the action is carried out.

const action = { actionId: z.uuid(), /** The administrator, or an analyst. */ by: z.uuid() }
const reason = personal(z.string())
const sealedForAdmin = { personal: { subject: 'by' as const, fields: ['reason' as const] } }

export const peopleTables = ['students', 'subscribers'] as const

export const processKinds = ['readModel', 'reaction'] as const
const putAside = { ...action, reaction: z.string(), eventId: z.uuid() }

export const adminActionEvents = defineEvents({
  StudentInvited: eventWith({ ...action, userId: z.uuid(), reason }, sealed('reason')),
  StudentUnlocked: eventWith({ ...action, userId: z.uuid(), reason }, sealed('reason')),
  /** Sealed with the administrator's key, because the student's is destroyed. */
  ErasureOrdered: eventWith({ ...action, userId: z.uuid(), reason }, sealedForAdmin),
  PeopleExported: eventWith({ ...action, table: z.enum(peopleTables), reason }, sealedForAdmin),
  /** By an operator, who has no key to seal the reason with. Null does not limit what was exported. */
  FactsExported: eventWith({
    actionId: z.uuid(),
    exportId: z.uuid(),
    fromDay: z.iso.date().nullable(),
    toDay: z.iso.date().nullable(),
    types: z.array(z.string()).nullable(),
    reason: z.string(),
  }),
  /** By an analyst. What they ask may name people. */
  ExportQueried: eventWith(
    { ...action, exportId: z.uuid(), sql: personal(z.string()) },
    { personal: { subject: 'by' as const, fields: ['sql' as const] } },
  ),
  ProcessResumed: eventWith({ ...action, kind: z.enum(processKinds), name: z.string(), reason }, sealedForAdmin),
  PutAsideRetried: eventWith(putAside),
  PutAsideGivenUp: eventWith({ ...putAside, reason }, sealedForAdmin),
  DailyEmailsTriggered: eventWith(action),
})
export type AdminActionEvent = EventOf<(typeof adminActionEvents)[number]>

export interface AdminActionState {
  readonly action: AdminActionEvent | null
}

export const adminActionAggregate: Aggregate<AdminActionState, AdminActionEvent> = {
  category: 'adminAction',
  initial: { action: null },
  evolve: (_state, event) => ({ action: event }),
}

export const noteAction =
  (action: AdminActionEvent): Decide<AdminActionState, AdminActionEvent> =>
  (state) =>
    state.action === null ? [action] : []

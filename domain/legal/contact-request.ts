import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, personal } from '../event.ts'
import { Rejection } from '../rejection.ts'
import { type Owed, owedFor } from './promised-times.ts'
import { type RequestKindName, requestKindNames } from './request-kinds.ts'

/** `contactRequest-<requestId>`: a message to the Admin Team, and its outcome. */

const request = {
  requestId: z.uuid(),
  /** The account's whose key seals it. A visitor has none, but the id of the request, and its key goes with its end. */
  userId: z.uuid(),
  isVisitor: z.boolean(),
}

export const ContactRequested = defineEvent(
  'ContactRequested',
  {
    ...request,
    kind: z.enum(requestKindNames),
    name: personal(z.string()),
    email: personal(z.string()),
    message: personal(z.string()),
    at: z.iso.datetime(),
    /** What was promised then, in the order in which it is due. */
    owed: z.array(z.object({ what: z.string(), by: z.iso.datetime() })).min(1),
    /** Whether a mail to the address says so: not to one that had its mails of the day. */
    isAcknowledged: z.boolean(),
  },
  { personal: { subject: 'userId', fields: ['name', 'email', 'message'] } },
)
/** The mail that says what was promised has gone out. */
export const ContactAcknowledged = defineEvent('ContactAcknowledged', request)
/** An administrator has kept a promise, and those that were due before it. */
export const ContactAnswered = defineEvent(
  'ContactAnswered',
  {
    ...request,
    /** Which of what is owed, from 0. */
    promise: z.int().min(0),
    /** Nothing is owed any more. */
    isClosed: z.boolean(),
    by: z.uuid(),
    note: personal(z.string()),
    at: z.iso.datetime(),
  },
  { personal: { subject: 'userId', fields: ['note'] } },
)

export const contactRequestEvents = [ContactRequested, ContactAcknowledged, ContactAnswered] as const
export type ContactRequestEvent = EventOf<(typeof contactRequestEvents)[number]>

export type ContactRequestState =
  | { readonly situation: 'none' }
  | {
      readonly situation: 'open' | 'closed'
      readonly userId: string
      readonly isVisitor: boolean
      readonly kind: RequestKindName
      readonly owed: readonly Owed[]
      /** How many promises are kept. */
      readonly kept: number
      /** Whether the mail that says what is promised is to go out still. */
      readonly isAcknowledgementDue: boolean
    }

export const contactRequest: Aggregate<ContactRequestState, ContactRequestEvent> = {
  category: 'contactRequest',
  initial: { situation: 'none' },
  evolve: (state, { type, data }) => {
    if (type === 'ContactRequested') {
      const { userId, isVisitor, kind, owed, isAcknowledged } = data
      return { situation: 'open', userId, isVisitor, kind, owed, kept: 0, isAcknowledgementDue: isAcknowledged }
    }
    if (state.situation === 'none') return state
    if (type === 'ContactAcknowledged') return { ...state, isAcknowledgementDue: false }
    return { ...state, situation: data.isClosed ? 'closed' : 'open', kept: data.promise + 1 }
  },
}

interface Request {
  readonly requestId: string
  /** Null of a visitor. */
  readonly userId: string | null
  readonly kind: RequestKindName
  readonly name: string
  readonly email: string
  readonly message: string
  readonly isAcknowledged: boolean
  readonly now: string
}

export const requestContact =
  ({ requestId, userId, kind, now, ...said }: Request): Decide<ContactRequestState, ContactRequestEvent> =>
  ({ situation }) => {
    if (situation !== 'none') return []
    const whose = { requestId, userId: userId ?? requestId, isVisitor: userId === null }
    return [{ type: 'ContactRequested', data: { ...whose, kind, ...said, at: now, owed: owedFor(kind, now) } }]
  }

/** The mail with what is promised is out. */
export const recordAcknowledgement =
  ({ requestId }: { readonly requestId: string }): Decide<ContactRequestState, ContactRequestEvent> =>
  (state) => {
    if (state.situation === 'none' || !state.isAcknowledgementDue) return []
    return [{ type: 'ContactAcknowledged', data: { requestId, userId: state.userId, isVisitor: state.isVisitor } }]
  }

interface Answer {
  readonly requestId: string
  readonly promise: number
  readonly by: string
  readonly note: string
  readonly now: string
}

export const answerContact =
  ({ requestId, promise, by, note, now }: Answer): Decide<ContactRequestState, ContactRequestEvent> =>
  (state) => {
    if (state.situation === 'none' || promise >= state.owed.length) throw new Rejection('contactRequestNotFound')
    if (promise < state.kept) throw new Rejection('contactRequestAnswered')
    const { userId, isVisitor, owed } = state
    const isClosed = promise === owed.length - 1
    return [{ type: 'ContactAnswered', data: { requestId, userId, isVisitor, promise, isClosed, by, note, at: now } }]
  }

import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type Owed, owedFor, type RequestKindName, requestKindNames } from './shown/request-kinds.ts'

/** `contactRequest-<requestId>`: a message to the Admin Team, and its outcome. */

const request = {
  requestId: z.uuid(),
  /** For visitors, the id of the request: its key is destroyed when the request ends. */
  userId: z.uuid(),
  isVisitor: z.boolean(),
}

export const contactRequestEvents = defineEvents({
  ContactRequested: eventWith(
    {
      ...request,
      kind: z.enum(requestKindNames),
      name: personal(z.string()),
      email: personal(z.string()),
      message: personal(z.string()),
      at: z.iso.datetime(),
      /** Ordered by due date. */
      owed: z.array(z.object({ what: z.string(), by: z.iso.datetime() })).min(1),
      /** False if the address already had its mails for today. */
      isAcknowledged: z.boolean(),
    },
    sealed('name', 'email', 'message'),
  ),
  ContactAcknowledged: eventWith(request),
  /** Also keeps all promises due before it. */
  ContactAnswered: eventWith(
    {
      ...request,
      /** Index into `owed`. */
      promise: z.int().min(0),
      isClosed: z.boolean(),
      by: z.uuid(),
      note: personal(z.string()),
      at: z.iso.datetime(),
    },
    sealed('note'),
  ),
})
export type ContactRequestEvent = EventOf<(typeof contactRequestEvents)[number]>

export type ContactRequestState =
  | { readonly situation: 'none' }
  | {
      readonly situation: 'open' | 'closed'
      readonly userId: string
      readonly isVisitor: boolean
      readonly kind: RequestKindName
      readonly owed: readonly Owed[]
      readonly kept: number
      readonly isAcknowledgementDue: boolean
    }

export const contactRequestAggregate: Aggregate<ContactRequestState, ContactRequestEvent> = {
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

interface Request extends Omit<DataOf<ContactRequestEvent, 'ContactRequested'>, 'userId' | 'isVisitor' | 'owed' | 'at'> {
  readonly userId: string | null
  readonly now: string
}

export const requestContact =
  ({ requestId, userId, kind, now, ...said }: Request): Decide<ContactRequestState, ContactRequestEvent> =>
  ({ situation }) => {
    if (situation !== 'none') return []
    const whose = { requestId, userId: userId ?? requestId, isVisitor: userId === null }
    return [{ type: 'ContactRequested', data: { ...whose, kind, ...said, at: now, owed: owedFor(kind, now) } }]
  }

export const recordAcknowledgement =
  ({ requestId }: { readonly requestId: string }): Decide<ContactRequestState, ContactRequestEvent> =>
  (state) => {
    if (state.situation === 'none' || !state.isAcknowledgementDue) return []
    return [{ type: 'ContactAcknowledged', data: { requestId, userId: state.userId, isVisitor: state.isVisitor } }]
  }

interface Answer extends Pick<DataOf<ContactRequestEvent, 'ContactAnswered'>, 'requestId' | 'promise' | 'by' | 'note'> {
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

import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  answerContact,
  type ContactRequestEvent,
  contactRequestAggregate,
  recordAcknowledgement,
  requestContact,
} from './contact-request.ts'
import { owedFor, type RequestKindName } from './shown/request-kinds.ts'

const requestId = '5d0f6e3a-1b2c-4d3e-8f4a-5b6c7d8e9f01'
const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const by = '6c3d4e5f-6071-4b8c-9d0e-1f2a3b4c5d63'
/** A Monday. */
const now = '2026-03-02T09:30:00.000Z'
const words = { name: 'Ana Silva', email: 'ana@example.com', message: 'Please correct my name.', isAcknowledged: true }

const requested = (kind: RequestKindName, from: string | null = userId): ContactRequestEvent => ({
  type: 'ContactRequested',
  data: { requestId, userId: from ?? requestId, isVisitor: from === null, kind, ...words, at: now, owed: owedFor(kind, now) },
})
const answered = (promise: number, isClosed: boolean): ContactRequestEvent => ({
  type: 'ContactAnswered',
  data: { requestId, userId, isVisitor: false, promise, isClosed, by, note: 'By mail.', at: now },
})
const answer = (promise: number) => answerContact({ requestId, promise, by, note: 'By mail.', now })

test('promises are owed from the moment a request arrives', () => {
  expect(owedFor('question', now)).toEqual([{ what: 'a first answer', by: '2026-03-04T09:30:00.000Z' }])
  expect(owedFor('privacy', now)).toEqual([
    { what: 'a confirmation', by: '2026-03-16T09:30:00.000Z' },
    { what: 'an answer', by: '2026-04-16T09:30:00.000Z' },
  ])
  // From a Saturday on, the first business day is the Monday.
  expect(owedFor('affiliate', '2026-03-07T23:00:00.000Z')).toEqual([{ what: 'a decision', by: '2026-03-13T23:00:00.000Z' }])
})

test('a request is taken once, sealed for the account or for itself', () => {
  const request = requestContact({ requestId, userId, kind: 'question', ...words, now })
  given(contactRequestAggregate, [])
    .when(request)
    .emits([requested('question')])
  given(contactRequestAggregate, [])
    .when(requestContact({ requestId, userId: null, kind: 'question', ...words, now }))
    .emits([requested('question', null)])
  given(contactRequestAggregate, [requested('question')])
    .when(request)
    .emits([])
})

test('the mail with the promises is recorded once', () => {
  const acknowledged: ContactRequestEvent = { type: 'ContactAcknowledged', data: { requestId, userId, isVisitor: false } }
  given(contactRequestAggregate, [requested('question')])
    .when(recordAcknowledgement({ requestId }))
    .emits([acknowledged])
  given(contactRequestAggregate, [requested('question'), acknowledged])
    .when(recordAcknowledgement({ requestId }))
    .emits([])
  given(contactRequestAggregate, []).when(recordAcknowledgement({ requestId })).emits([])
})

test('a request closes with its last promise, and a kept promise is not kept again', () => {
  given(contactRequestAggregate, [requested('question')])
    .when(answer(0))
    .emits([answered(0, true)])
  given(contactRequestAggregate, [requested('privacy')])
    .when(answer(0))
    .emits([answered(0, false)])
  given(contactRequestAggregate, [requested('privacy')])
    .when(answer(1))
    .emits([answered(1, true)])
  given(contactRequestAggregate, [requested('privacy'), answered(0, false)])
    .when(answer(1))
    .emits([answered(1, true)])
  given(contactRequestAggregate, [requested('privacy'), answered(1, true)])
    .when(answer(0))
    .refuses('contactRequestAnswered')
  given(contactRequestAggregate, [requested('question')])
    .when(answer(1))
    .refuses('contactRequestNotFound')
  given(contactRequestAggregate, []).when(answer(0)).refuses('contactRequestNotFound')
})

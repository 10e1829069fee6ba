import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import {
  acceptRequest,
  assignTutor,
  cancelRequest,
  closeRequest,
  declineRequest,
  losePayment,
  mendRefund,
  openCheckout,
  promisedRefund,
  recordPayment,
  recordRefund,
  recordRefusedRefund,
  startCheckout,
} from './decide-request.ts'
import { cancelSession, completeSession, missSession, moveSession, planSession, rateSession, remind } from './decide-session.ts'
import {
  ADMIN,
  ANA,
  REQUEST,
  SESSION,
  sessionCompleted,
  sessionScheduled,
  TUTOR,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from './testing/tutoring-facts.ts'
import type { TutoringRequestEvent } from './tutoring-events.ts'
import { tutoringRequestAggregate as aggregate, statusOf } from './tutoring-request.ts'

const at = '2026-03-03T10:00:00.000Z'
const OTHER = '9f607182-93a4-4ebf-8011-4c5d6e7f8a96'
const student = { as: 'student', by: ANA, at } as const
const tutor = { as: 'tutor', by: TUTOR, at } as const
const admin = { by: ADMIN, at, reason: 'Because.' }
const stranger = { ...student, by: OTHER }

const asked = [tutoringRequested()]
const accepted = [...asked, tutoringAccepted()]
const paid = [...accepted, tutoringPaid()]
const planned = [...paid, sessionScheduled()]
const held = [...planned, sessionCompleted()]
const statusAfter = (events: readonly TutoringRequestEvent[]) => statusOf(fold(aggregate, events))
const decided = (events: readonly TutoringRequestEvent[], decide: (state: typeof aggregate.initial) => readonly TutoringRequestEvent[]) =>
  decide(fold(aggregate, events))

describe('the answer to a request', () => {
  test('is given once and fixes the price', () => {
    given(aggregate, asked)
      .when(acceptRequest({ ...admin, tutorId: TUTOR }))
      .emits([tutoringAccepted({ at, reason: 'Because.' })])
    given(aggregate, [tutoringRequested({ interestedInBundle: false })])
      .when(acceptRequest({ ...admin, tutorId: TUTOR }))
      .emits([tutoringAccepted({ at, reason: 'Because.', sessions: 1, amount: 5_000 })])
    given(aggregate, accepted)
      .when(acceptRequest({ ...admin, tutorId: TUTOR }))
      .emits([])
    given(aggregate, accepted)
      .when(acceptRequest({ ...admin, tutorId: OTHER }))
      .refuses('tutoringRequestAnswered')
    given(aggregate, accepted).when(declineRequest(admin)).refuses('tutoringRequestAnswered')
    given(aggregate, []).when(declineRequest(admin)).refuses('tutoringRequestNotFound')
    expect(statusAfter([...asked, ...decided(asked, declineRequest(admin))])).toBe('declined')
  })

  test('never makes a student their own tutor', () => {
    given(aggregate, asked)
      .when(acceptRequest({ ...admin, tutorId: ANA }))
      .refuses('ownTutor')
  })

  test('can be assigned to another tutor while nothing is planned', () => {
    expect(decided(paid, assignTutor({ ...admin, tutorId: OTHER }))).toMatchObject([{ data: { tutorId: OTHER, formerTutorId: TUTOR } }])
    given(aggregate, paid)
      .when(assignTutor({ ...admin, tutorId: TUTOR }))
      .emits([])
    given(aggregate, planned)
      .when(assignTutor({ ...admin, tutorId: OTHER }))
      .refuses('tutoringSessionsPlanned')
    given(aggregate, asked)
      .when(assignTutor({ ...admin, tutorId: OTHER }))
      .refuses('tutoringNotAccepted')
  })
})

describe('its payment', () => {
  const checkout = { ...student, checkoutId: 'cs_1', expiresAt: '2026-03-04T10:00:00.000Z' }
  const payment = { at, checkoutId: 'cs_1', paymentId: 'pi_1', amount: 22_500, currency: 'usd' }

  test('begins once the request is accepted, only by its student', () => {
    given(aggregate, asked).when(startCheckout(checkout)).refuses('tutoringNotAccepted')
    given(aggregate, accepted)
      .when(startCheckout({ ...checkout, by: OTHER }))
      .refuses('tutoringRequestNotFound')
    given(aggregate, paid).when(startCheckout(checkout)).refuses('tutoringPaid')
    const begun = [...accepted, ...decided(accepted, startCheckout(checkout))]
    given(aggregate, begun).when(startCheckout(checkout)).emits([])
    expect(openCheckout(fold(aggregate, begun), '2026-03-04T09:59:59.999Z')).toBe('cs_1')
    expect(openCheckout(fold(aggregate, begun), '2026-03-04T10:00:00.000Z')).toBeNull()
  })

  test('is recorded once', () => {
    given(aggregate, accepted)
      .when(recordPayment(payment))
      .emits([tutoringPaid({ at })])
    given(aggregate, paid).when(recordPayment(payment)).emits([])
    given(aggregate, asked).when(recordPayment(payment)).emits([])
  })

  test('after the end is refunded in full', () => {
    const ended = [...accepted, ...decided(accepted, cancelRequest({ ...student, reason: null }))]
    const events = decided(ended, recordPayment(payment))
    expect(events).toMatchObject([{ type: 'TutoringPaid' }, { type: 'TutoringRequestClosed', data: { refund: 22_500, unplanned: 5 } }])
    const after = fold(aggregate, [...ended, ...events])
    expect(events.map((event) => promisedRefund('f', event, after))).toEqual([
      null,
      { cause: 'f', sessionId: null, amount: 22_500, fee: 4_500 },
    ])
  })
})

const wish = {
  startsAt: '2026-03-09T15:00:00.000Z',
  format: 'online',
  place: 'https://meet.example.com/ana',
  studentTimeZone: 'America/Denver',
  tutorTimeZone: 'America/New_York',
} as const

describe('a session', () => {
  test('is planned out of the paid ones, each with its share', () => {
    const planning = { ...student, ...wish, sessionId: SESSION }
    given(aggregate, paid)
      .when(planSession(planning))
      .emits([sessionScheduled({ at })])
    given(aggregate, planned).when(planSession(planning)).emits([])
    given(aggregate, accepted).when(planSession(planning)).refuses('tutoringNotPaid')
    given(aggregate, asked).when(planSession(planning)).refuses('tutoringNotAccepted')
    given(aggregate, paid)
      .when(planSession({ ...planning, ...stranger }))
      .refuses('tutoringRequestNotFound')
    given(aggregate, paid)
      .when(planSession({ ...planning, startsAt: at }))
      .refuses('sessionTimePast')
    given(aggregate, paid)
      .when(planSession({ ...planning, startsAt: '2026-06-02T10:00:00.000Z' }))
      .refuses('sessionTimePast')
    const single = [tutoringRequested({ interestedInBundle: false }), tutoringAccepted({ sessions: 1, amount: 5_000 })]
    const full = [...single, tutoringPaid({ sessions: 1, amount: 5_000, fee: 1_000 }), sessionScheduled({ amount: 5_000 })]
    given(aggregate, full)
      .when(planSession({ ...planning, sessionId: OTHER }))
      .refuses('noTutoringSessionsLeft')
  })

  test('can be moved with 24 hours of notice, to the second', () => {
    const moving = { ...wish, sessionId: SESSION, startsAt: '2026-03-12T15:00:00.000Z' }
    const inTime = { ...student, ...moving, at: '2026-03-08T15:00:00.000Z' }
    expect(decided(planned, moveSession(inTime))).toMatchObject([
      {
        type: 'TutoringSessionRescheduled',
        data: { sequence: 1, formerStartsAt: '2026-03-09T15:00:00.000Z', endsAt: '2026-03-12T16:00:00.000Z' },
      },
    ])
    for (const who of [student, tutor])
      given(aggregate, planned)
        .when(moveSession({ ...who, ...moving, at: '2026-03-08T15:00:01.000Z' }))
        .refuses('scheduleNoticeTooShort')
    given(aggregate, held).when(moveSession(inTime)).refuses('tutoringSessionEnded')
    given(aggregate, planned)
      .when(moveSession({ ...student, ...wish, sessionId: SESSION }))
      .emits([])
    // The place can be given until the session begins.
    expect(
      decided(planned, moveSession({ ...tutor, ...wish, sessionId: SESSION, place: null, at: '2026-03-09T14:00:00.000Z' })),
    ).toHaveLength(1)
  })

  test('can be changed 20 times by student and tutor, with changes within five minutes in one mail', () => {
    const changes = (times: readonly string[]) =>
      times.reduce<readonly TutoringRequestEvent[]>((events, time, index) => {
        const change = moveSession({ ...tutor, ...wish, sessionId: SESSION, place: `Room ${index}`, at: `2026-03-04T${time}.000Z` })
        return events.concat(decided(events, change))
      }, planned)
    const mailed = (...times: string[]) => fold(aggregate, changes(times)).sessions[0]?.changeMailAt
    expect(mailed('10:00:00')).toBe('2026-03-04T10:00:00.000Z')
    expect(mailed('10:00:00', '10:00:01')).toBe('2026-03-04T10:05:00.000Z')
    expect(mailed('10:00:00', '10:00:01', '10:04:59')).toBe('2026-03-04T10:05:00.000Z')
    expect(mailed('10:00:00', '10:00:01', '10:06:00')).toBe('2026-03-04T10:10:00.000Z')
    expect(mailed('10:00:00', '10:00:01', '10:30:00')).toBe('2026-03-04T10:30:00.000Z')

    const often = changes(Array.from({ length: 20 }, (_, minute) => `10:${String(minute + 10)}:00`))
    const next = { ...wish, sessionId: SESSION, place: 'elsewhere', at }
    for (const who of [student, tutor])
      given(aggregate, often)
        .when(moveSession({ ...who, ...next }))
        .refuses('tooManyChanges')
    given(aggregate, often)
      .when(moveSession({ ...tutor, ...next, place: 'Room 19' }))
      .emits([])
    expect(decided(often, moveSession({ as: 'admin', by: ADMIN, ...next }))).toHaveLength(1)
  })

  test('is over once its hour has passed, and a no-show is paid like a held session', () => {
    const over = { ...tutor, sessionId: SESSION, at: '2026-03-09T16:00:00.000Z' }
    expect(decided(planned, completeSession(over))).toMatchObject([{ data: { amount: 4_500, refund: 0, fee: 900, earned: 3_600 } }])
    given(aggregate, planned)
      .when(completeSession({ ...over, at: '2026-03-09T15:59:59.999Z' }))
      .refuses('tutoringSessionNotOver')
    given(aggregate, held).when(completeSession(over)).emits([])
    given(aggregate, planned)
      .when(completeSession({ ...over, by: OTHER }))
      .refuses('tutoringRequestNotFound')
    given(aggregate, planned)
      .when(missSession({ ...over, at: '2026-03-09T15:14:59.999Z' }))
      .refuses('tutoringSessionNotOver')
    expect(decided(planned, missSession({ ...over, at: '2026-03-09T15:15:00.000Z' }))).toMatchObject([
      { type: 'TutoringSessionMissed', data: { refund: 0, earned: 3_600 } },
    ])
    given(aggregate, held).when(missSession(over)).refuses('tutoringSessionEnded')
  })

  test('is refunded by notice if the student cancels, and in full if anyone else does', () => {
    const cancelled = (by: typeof student | typeof tutor | { as: 'admin'; by: string; at: string }, now: string) =>
      (
        decided(planned, cancelSession({ ...by, at: now, sessionId: SESSION, reason: null })) as Extract<
          TutoringRequestEvent,
          { type: 'TutoringSessionCancelled' }
        >[]
      )[0]?.data
    expect(cancelled(student, '2026-03-08T15:00:00.000Z')).toMatchObject({ refund: 4_500, fee: 0, earned: 0, noticeSeconds: 86_400 })
    expect(cancelled(student, '2026-03-08T15:00:01.000Z')).toMatchObject({ refund: 2_250, fee: 450, earned: 1_800, sequence: 1 })
    expect(cancelled(student, '2026-03-09T13:00:01.000Z')).toMatchObject({ refund: 0, fee: 900, earned: 3_600 })
    expect(cancelled(tutor, '2026-03-09T14:59:59.000Z')).toMatchObject({ refund: 4_500, as: 'tutor' })
    expect(cancelled({ as: 'admin', by: ADMIN, at }, '2026-03-09T17:00:00.000Z')).toMatchObject({ refund: 4_500, noticeSeconds: -7_200 })
    given(aggregate, held)
      .when(cancelSession({ ...student, sessionId: SESSION, reason: null }))
      .refuses('tutoringSessionEnded')
  })

  test('is rated by its student once it was held; the latest rating stands', () => {
    const rating = { ...student, sessionId: SESSION, rating: 4, comment: null }
    given(aggregate, planned).when(rateSession(rating)).refuses('tutoringSessionNotHeld')
    const rated = [...held, ...decided(held, rateSession(rating))]
    given(aggregate, rated).when(rateSession(rating)).emits([])
    expect(decided(rated, rateSession({ ...rating, rating: 5 }))).toMatchObject([{ data: { rating: 5, formerRating: 4 } }])
    const often = [5, 4, 5, 4].reduce((events, stars) => events.concat(decided(events, rateSession({ ...rating, rating: stars }))), rated)
    given(aggregate, often)
      .when(rateSession({ ...rating, rating: 5 }))
      .refuses('tooManyChanges')
    given(aggregate, often).when(rateSession(rating)).emits([])
  })
})

describe('reminders', () => {
  const due = (events: readonly TutoringRequestEvent[], now: string) =>
    decided(events, remind({ sessionId: SESSION, at: now })).map((event) => (event.type === 'TutoringReminderDue' ? event.data.hours : 0))
  const reminded = (events: readonly TutoringRequestEvent[], now: string) => [
    ...events,
    ...decided(events, remind({ sessionId: SESSION, at: now })),
  ]

  test('are due a day and an hour before, once each', () => {
    expect(due(planned, '2026-03-08T14:59:59.000Z')).toEqual([])
    expect(due(planned, '2026-03-08T15:00:00.000Z')).toEqual([24])
    const first = reminded(planned, '2026-03-08T15:00:00.000Z')
    expect(due(first, '2026-03-09T13:59:59.000Z')).toEqual([])
    expect(due(first, '2026-03-09T14:00:00.000Z')).toEqual([1])
    expect(due(reminded(first, '2026-03-09T14:00:00.000Z'), '2026-03-09T14:30:00.000Z')).toEqual([])
    expect(due(planned, '2026-03-09T15:00:00.000Z')).toEqual([])
    expect(due(held, '2026-03-09T14:30:00.000Z')).toEqual([])
  })

  test('do not come for a newer plan or twice for one; a new plan has its own', () => {
    const lately = [...paid, sessionScheduled({ at: '2026-03-09T10:00:00.000Z' })]
    expect(due(lately, '2026-03-09T10:05:00.000Z')).toEqual([])
    expect(due(lately, '2026-03-09T14:05:00.000Z')).toEqual([1])
    const first = reminded(planned, '2026-03-08T15:00:00.000Z')
    const move = moveSession({
      ...tutor,
      ...wish,
      sessionId: SESSION,
      startsAt: '2026-03-12T15:00:00.000Z',
      at: '2026-03-08T15:00:00.000Z',
    })
    expect(due([...first, ...decided(first, move)], '2026-03-11T15:00:00.000Z')).toEqual([24])
  })
})

describe('the end of a request', () => {
  test('cancels planned sessions by notice and refunds unplanned ones: the sum is the payment', () => {
    const now = '2026-03-09T10:00:00.000Z'
    const events = decided(
      [...held, sessionScheduled({ sessionId: OTHER, ordinal: 2 })],
      cancelRequest({ ...student, at: now, reason: 'Enough.' }),
    )
    expect(events).toMatchObject([
      { type: 'TutoringSessionCancelled', data: { sessionId: OTHER, refund: 2_250 } },
      { type: 'TutoringRequestCancelled', data: { unplanned: 3, refund: 13_500 } },
    ])
    expect(statusAfter([...held, ...events])).toBe('cancelled')
  })

  test('does not apply to a request that is over', () => {
    const single = [
      tutoringRequested({ interestedInBundle: false }),
      tutoringAccepted({ sessions: 1, amount: 5_000 }),
      tutoringPaid({ sessions: 1, amount: 5_000 }),
    ]
    const over = [...single, sessionScheduled(), sessionCompleted()]
    expect(statusAfter(over)).toBe('completed')
    given(aggregate, over)
      .when(cancelRequest({ ...student, reason: null }))
      .refuses('tutoringRequestEnded')
    given(aggregate, over).when(closeRequest({ at })).emits([])
  })

  test('needs no reason if the student is erased', () => {
    expect(decided(planned, closeRequest({ at }))).toMatchObject([
      { type: 'TutoringSessionDropped', data: { refund: 4_500 } },
      { type: 'TutoringRequestClosed', data: { unplanned: 4, refund: 18_000 } },
    ])
  })

  test('leaves nothing owed after a lost chargeback: begun sessions are for the tutor to mark', () => {
    const refused = recordRefusedRefund({ at, cause: REQUEST, sessionId: null, amount: 100, fee: 20, refusal: 'disputed' })
    const before = [...planned, ...decided(planned, refused)]
    const lose = losePayment({ disputeId: 'du_1', at })
    const events = decided(before, lose)
    expect(events).toMatchObject([
      { type: 'TutoringSessionDropped', data: { sessionId: SESSION, amount: 0, refund: 0, fee: 0, earned: 0 } },
      { type: 'TutoringRequestClosed', data: { unplanned: 4, refund: 0 } },
      { type: 'TutoringPaymentLost', data: { disputeId: 'du_1', waived: [`refused-${REQUEST}`] } },
    ])
    given(aggregate, [...before, ...events])
      .when(lose)
      .emits([])
    given(aggregate, [...before, ...events])
      .when(recordRefusedRefund({ at, cause: OTHER, sessionId: null, amount: 100, fee: 20, refusal: 'disputed' }))
      .emits([])
    given(aggregate, [...before, ...events])
      .when(mendRefund({ refundId: `refused-${REQUEST}`, by: ADMIN, at, reason: 'By check.' }))
      .refuses('refundNotFailed')
    const begun = decided(before, losePayment({ disputeId: 'du_1', at: '2027-01-01T00:00:00.000Z' }))
    expect(begun.map(({ type }) => type)).toEqual(['TutoringRequestClosed', 'TutoringPaymentLost'])
  })

  test('has a refused refund resolved once, or made after all', () => {
    const refund = { at, cause: REQUEST, sessionId: SESSION, amount: 2_250, fee: 450 }
    const refused = decided(planned, recordRefusedRefund({ ...refund, refusal: 'more_than_left' }))
    expect(refused).toMatchObject([{ type: 'TutoringRefundRefused', data: { refundId: `refused-${REQUEST}`, refusal: 'more_than_left' } }])
    const before = [...planned, ...refused]
    given(aggregate, before)
      .when(recordRefusedRefund({ ...refund, refusal: 'disputed' }))
      .emits([])
    expect(decided(before, mendRefund({ refundId: `refused-${REQUEST}`, by: ADMIN, at, reason: 'By check.' }))).toMatchObject([
      { type: 'TutoringRefundMended', data: { amount: 2_250 } },
    ])
    const made = decided(before, recordRefund({ ...refund, refundId: 're_1' }))
    expect([...fold(aggregate, [...before, ...made]).refunds.values()]).toMatchObject([{ refundId: 're_1', standing: 'made' }])
  })

  test('makes each promised refund once', () => {
    const refund = { at, refundId: 're_1', cause: REQUEST, sessionId: SESSION, amount: 2_250, fee: 450 }
    const written = decided(planned, recordRefund(refund))
    expect(written).toMatchObject([{ type: 'TutoringRefunded', data: { amount: 2_250, currency: 'usd' } }])
    given(aggregate, [...planned, ...written])
      .when(recordRefund(refund))
      .emits([])
  })
})

test('the status of a request follows from its remaining sessions', () => {
  expect([asked, accepted, paid, planned, held].map(statusAfter)).toEqual(['pending', 'accepted', 'accepted', 'scheduled', 'accepted'])
  const cancelled = decided(planned, cancelSession({ ...student, sessionId: SESSION, reason: null }))
  expect(statusAfter([...planned, ...cancelled])).toBe('accepted')
})

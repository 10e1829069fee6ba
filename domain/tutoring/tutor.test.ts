import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import {
  ADMIN,
  ANA,
  availabilitySet,
  REQUEST,
  SESSION,
  TUTOR,
  tutorApplied,
  tutorApproved,
  tutorSlotHeld,
} from './testing/tutoring-facts.ts'
import {
  applyAsTutor,
  approveTutor,
  countEarning,
  countRequest,
  declineTutor,
  holdTutee,
  holdTutor,
  payoutAggregate,
  placeIn,
  releaseTutor,
  reportPayout,
  setAvailability,
  tuteeAggregate,
  tutorAggregate,
} from './tutor.ts'

const at = '2026-03-03T10:00:00.000Z'
const decision = { userId: TUTOR, by: ADMIN, at, reason: 'Because.' }
const applied = [tutorApplied()]
const approved = [...applied, tutorApproved()]
const bookable = [...approved, availabilitySet()]
const { data: slot } = tutorSlotHeld()
const OTHER = '9f607182-93a4-4ebf-8011-4c5d6e7f8a96'

test('a tutor applies with a valid certification, and the application is decided once', () => {
  const { data: application } = tutorApplied()
  given(tutorAggregate, []).when(applyAsTutor(application)).emits(applied)
  given(tutorAggregate, [])
    .when(applyAsTutor({ ...application, certifiedUntil: '2026-03-01' }))
    .refuses('certificationExpired')
  given(tutorAggregate, [])
    .when(applyAsTutor({ ...application, certifiedUntil: '2026-03-02' }))
    .emits([tutorApplied({ certifiedUntil: '2026-03-02' })])
  for (const before of [applied, approved]) given(tutorAggregate, before).when(applyAsTutor(application)).refuses('tutorApplied')
  given(tutorAggregate, applied)
    .when(approveTutor(decision))
    .emits([tutorApproved({ at, reason: 'Because.' })])
  given(tutorAggregate, approved).when(approveTutor(decision)).emits([])
  given(tutorAggregate, approved).when(declineTutor(decision)).refuses('applicationDecided')
  given(tutorAggregate, []).when(approveTutor(decision)).refuses('tutorNotFound')
  const declined = [...applied, { type: 'TutorDeclined', data: decision } as const]
  given(tutorAggregate, declined).when(applyAsTutor(application)).emits(applied)
})

test('a tutor offers at least five hours a week', () => {
  const { data } = availabilitySet()
  given(tutorAggregate, approved).when(setAvailability(data)).emits([availabilitySet()])
  given(tutorAggregate, bookable).when(setAvailability(data)).emits([])
  given(tutorAggregate, applied).when(setAvailability(data)).refuses('notATutor')
  const weekly = [{ weekday: 1, from: '09:00', to: '13:45' }]
  given(tutorAggregate, approved)
    .when(setAvailability({ ...data, weekly }))
    .refuses('availabilityTooShort')
})

test('a tutor is booked within their hours, one session at a time', () => {
  given(tutorAggregate, bookable).when(holdTutor(slot)).emits([tutorSlotHeld()])
  given(tutorAggregate, approved).when(holdTutor(slot)).refuses('tutorNotAvailable')
  given(tutorAggregate, applied).when(holdTutor(slot)).refuses('notATutor')
  const booked = [...bookable, tutorSlotHeld()]
  given(tutorAggregate, booked).when(holdTutor(slot)).emits([])
  const beside = (startsAt: string) => tutorSlotHeld({ startsAt, sessionId: OTHER })
  given(tutorAggregate, booked)
    .when(holdTutor(beside('2026-03-09T15:30:00.000Z').data))
    .refuses('tutorBooked')
  given(tutorAggregate, booked)
    .when(holdTutor(beside('2026-03-09T14:30:00.000Z').data))
    .refuses('tutorBooked')
  given(tutorAggregate, booked)
    .when(holdTutor(beside('2026-03-09T16:00:00.000Z').data))
    .emits([beside('2026-03-09T16:00:00.000Z')])
  // A session that moves by half an hour overlaps its own hour.
  const moved = tutorSlotHeld({ startsAt: '2026-03-09T15:30:00.000Z', sequence: 1 })
  given(tutorAggregate, booked).when(holdTutor(moved.data)).emits([moved])
  const release = { userId: TUTOR, at, sessionId: SESSION }
  given(tutorAggregate, [...booked, moved])
    .when(releaseTutor({ ...release, keep: 1 }))
    .emits([{ type: 'TutorSlotReleased', data: { ...release, sequence: 0 } }])
  given(tutorAggregate, booked)
    .when(releaseTutor({ ...release, keep: 0 }))
    .emits([])
})

test('a student has one session at a time', () => {
  const hour = { ...slot, userId: ANA }
  const booked = [{ type: 'TuteeSlotHeld', data: hour } as const]
  given(tuteeAggregate, []).when(holdTutee(hour)).emits(booked)
  given(tuteeAggregate, booked).when(holdTutee(hour)).emits([])
  given(tuteeAggregate, booked)
    .when(holdTutee({ ...hour, sessionId: OTHER }))
    .refuses('studentBooked')
})

test('a session counts once, and a week is reported once', () => {
  const week = '2026-03-09'
  const earning = {
    userId: TUTOR,
    at,
    week,
    requestId: REQUEST,
    sessionId: SESSION,
    kind: 'completed',
    amount: 4_500,
    fee: 900,
    earned: 3_600,
    currency: 'usd',
  } as const
  const counted = [{ type: 'TutorEarned', data: earning } as const]
  given(payoutAggregate, []).when(countEarning(earning)).emits(counted)
  given(payoutAggregate, counted).when(countEarning(earning)).emits([])
  const report = reportPayout({ userId: TUTOR, week, at })
  given(payoutAggregate, []).when(report).emits([])
  const reported = [
    ...counted,
    {
      type: 'TutorPayoutReported',
      data: { userId: TUTOR, at, week, sessions: 1, amount: 4_500, fee: 900, earned: 3_600, currency: 'usd' },
    } as const,
  ]
  given(payoutAggregate, counted).when(report).emits(reported.slice(1))
  given(payoutAggregate, reported).when(report).emits([])
  given(payoutAggregate, reported)
    .when(countEarning({ ...earning, sessionId: OTHER }))
    .emits([])
  expect(placeIn(fold(payoutAggregate, reported), SESSION)).toBe('counted')
  expect(placeIn(fold(payoutAggregate, reported), OTHER)).toBe('reported')
})

test('a student has at most three open requests; ended ones make room, and a repeated one counts once', () => {
  const counted = (requestId: string, ended: readonly string[] = []) => ({
    type: 'TuteeRequestCounted' as const,
    data: { userId: ANA, at, requestId, ended: [...ended] },
  })
  const count = (requestId: string, ended: readonly string[] = []) => countRequest({ userId: ANA, at, requestId, ended: [...ended] })
  const three = ['a', 'b', 'c'].map((id) => counted(id))
  given(tuteeAggregate, three.slice(0, 2))
    .when(count('c'))
    .emits([counted('c')])
  given(tuteeAggregate, three).when(count('c')).emits([])
  given(tuteeAggregate, three).when(count('d')).refuses('tooManyTutoringRequests')
  given(tuteeAggregate, three)
    .when(count('d', ['b', 'of another student']))
    .emits([counted('d', ['b'])])
  expect(fold(tuteeAggregate, [...three, counted('d', ['b'])]).requests.map(({ requestId }) => requestId)).toEqual(['a', 'c', 'd'])
})

import type { Fact } from '@medicready/domain/events'
import { priceOf } from '@medicready/domain/tutoring/shown/tutoring-money'
import {
  ANA,
  REQUEST,
  SESSION,
  sessionScheduled,
  TUTOR,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
import { expect, test } from 'vitest'
import type { TutoringMoney } from '../../provider.ts'
import type { LedgerEntry } from '../ledger.ts'
import { logOf } from './log-of.ts'
import { accountMails } from './mails.ts'
import { auditTutoring } from './tutoring.ts'

const [requests, tutor, tutee, payouts] = [`tutoringRequest-${REQUEST}`, `tutor-${TUTOR}`, `tutee-${ANA}`, `payout-${TUTOR}_2026-03-02`]
const single = priceOf({ bundle: false })
const at = '2026-03-02T09:30:00.000Z'
const [startsAt, endsAt] = ['2026-03-09T15:00:00.000Z', '2026-03-09T16:00:00.000Z']
const slot = { at, sessionId: SESSION, requestId: REQUEST, sequence: 0, startsAt, endsAt }
const otherId = '0d3f4a0e-8a1c-5a39-9b4f-5d6a7f0c1b22'

type Entry = readonly [stream: string, fact: Fact]
const booked: readonly Entry[] = [
  [requests, tutoringRequested({ interestedInBundle: false })],
  [requests, tutoringAccepted(single)],
  [requests, tutoringPaid({ ...single, paymentId: 'pi_1' })],
  [tutor, { type: 'TutorSlotHeld', data: { ...slot, userId: TUTOR } }],
  [tutee, { type: 'TuteeSlotHeld', data: { ...slot, userId: ANA } }],
  [requests, sessionScheduled({ amount: single.amount, startsAt })],
]
const of = { userId: ANA, requestId: REQUEST, by: ANA, at }
const ofSession = { ...of, sessionId: SESSION, tutorId: TUTOR, startsAt }
const share = { amount: 5_000, refund: 2_500, fee: 500, earned: 2_000, currency: 'usd' }
const cancelled: readonly Entry[] = [
  ...booked,
  [
    requests,
    { type: 'TutoringSessionCancelled', data: { ...ofSession, as: 'student', noticeSeconds: 9_000, sequence: 1, ...share, reason: null } },
  ],
  [tutor, { type: 'TutorSlotReleased', data: { userId: TUTOR, at, sessionId: SESSION, sequence: 0 } }],
  [tutee, { type: 'TuteeSlotReleased', data: { userId: ANA, at, sessionId: SESSION, sequence: 0 } }],
]
const refunded: Entry = [
  requests,
  {
    type: 'TutoringRefunded',
    data: { ...of, by: null, refundId: 're_1', cause: 'event-6', sessionId: SESSION, amount: 2_500, currency: 'usd', fee: 500 },
  },
]
const earned: Entry = [
  payouts,
  {
    type: 'TutorEarned',
    data: {
      ...{ userId: TUTOR, at, week: '2026-03-02', requestId: REQUEST, sessionId: SESSION, kind: 'late_cancellation' },
      ...{ amount: 2_500, fee: 500, earned: 2_000, currency: 'usd' },
    },
  },
]
const reminded: Entry = [requests, { type: 'TutoringReminderDue', data: { ...ofSession, by: null, hours: 24 } }]

const tell = (type: Fact['type'], says: Record<string, unknown> = {}): LedgerEntry => ({
  kind: 'tutoring',
  email: 'ana@example.com',
  stream: requests,
  types: [type],
  says,
  consistencyToken: null,
})
const told = [tell('TutoringRequested'), tell('TutoringSessionScheduled', { sessionId: SESSION })]
const paidOnce: TutoringMoney = { payments: [{ id: 'pi_1', amount: 5_000, requestId: REQUEST }], refunds: [] }
const paidBack: TutoringMoney = { ...paidOnce, refunds: [{ id: 're_1', amount: 2_500, requestId: REQUEST }] }
const [dayBefore, hourBefore] = ['2026-03-08T15:00:30.000Z', '2026-03-09T14:00:30.000Z']
const audited = (entries: readonly Entry[], run: Partial<Parameters<typeof auditTutoring>[1]> = {}) =>
  auditTutoring(logOf(entries, at), { told, money: paidOnce, remindedUntil: at, ...run }).join('\n')

test('finds nothing if a session was booked, reminded of, or canceled and refunded', () => {
  expect(audited(booked)).toBe('')
  expect(audited([...booked, reminded], { remindedUntil: dayBefore })).toBe('')
  expect(audited([...cancelled, refunded, earned], { money: paidBack })).toBe('')
})

test.each<[what: string, found: () => string, fault: RegExp]>([
  ['a request that no client was told of', () => audited(booked, { told: [] }), /request 8a1f.* was made, but no client was told/],
  ['a session that no client was told of', () => audited(booked, { told: told.slice(0, 1) }), /session 7d4e.* was planned, but no client/],
  [
    'an hour with two sessions',
    () => audited([...booked, [tutor, { type: 'TutorSlotHeld', data: { ...slot, sessionId: otherId, userId: TUTOR } }]]),
    /tutor-.* is at 7d4e.* and 0d3f.* at 2026-03-09/,
  ],
  ['an hour that is held without a session', () => audited(cancelled.slice(0, -2)), /tutee-.* holds 2026-03-09.*, which does not need it/],
  ['a session without its hour', () => audited(booked.filter(([name]) => name !== tutor)), /tutor-.* holds 0 hours for 7d4e/],
  ['a reminder of the day before that is missing', () => audited(booked, { remindedUntil: dayBefore }), /no one was reminded 24 hours/],
  ['one of the hour before', () => audited([...booked, reminded], { remindedUntil: hourBefore }), /no one was reminded 1 hours/],
  [
    'a payment that is missing from the log',
    () => audited(booked.filter(([, { type }]) => type !== 'TutoringPaid')),
    /pi_1 .* stands 0 times/,
  ],
  [
    'a payment that was taken twice',
    () => audited(booked, { money: { ...paidOnce, payments: [...paidOnce.payments, { id: 'pi_2', amount: 5_000, requestId: REQUEST }] } }),
    /pi_2 .* stands 0 times/,
  ],
  ['a refund that was never paid', () => audited([...cancelled, earned]), /2500 of .* was promised back by event-6, and 0 went/],
  [
    'a refund that was paid twice',
    () => audited([...cancelled, refunded, refunded, earned], { money: paidBack }),
    /re_1 .* stands 2 times/,
  ],
  ['a refund that was not promised', () => audited([...booked, refunded], { money: paidBack }), /went back for event-6, which promised/],
  ['money that is kept for no reason', () => audited([...booked, refunded], { money: paidBack }), /2500 of .* is kept, and 5000 of it/],
  ['an earning that is not counted', () => audited([...cancelled, refunded], { money: paidBack }), /earning by 7d4e.* stands 0 times/],
  ['an earning that is counted twice', () => audited([...cancelled, refunded, earned, earned], { money: paidBack }), /stands 2 times/],
])('%s is a fault', (_, found, fault) => {
  expect(found()).toMatch(fault)
})

test('student and tutor must both be told of a session; of a canceled one, perhaps', () => {
  const idsOf = (entries: readonly Entry[], sure = true) =>
    accountMails(logOf(entries, at)).flatMap(({ id, isSure }) => (isSure === sure ? [id] : []))
  expect(idsOf(booked)).toEqual([
    'tutoring.event-0',
    'tutoring.event-1',
    'tutor.event-1',
    'tutoring.event-2',
    'tutoring.event-5',
    'tutor.event-5',
  ])
  expect(idsOf(cancelled)).not.toContain('tutor.event-5')
  expect(idsOf(cancelled, false)).toEqual(['tutoring.event-5', 'tutor.event-5'])
})

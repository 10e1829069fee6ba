import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { TakenPush } from '@medicready/local/push/start'
import { expect, test } from 'vitest'
import { logOf as recordedLog } from './log-of.ts'
import { auditPushes } from './pushes.ts'

const userId = 'a5182f21-431b-56ea-b54c-4066ba720340'
const deviceId = '9141942f-f7d4-5a69-a8d2-e3eba2268345'
const date = '2026-01-31'
const [before, recorded, after] = ['20:00:01.000', '20:00:02.000', '20:00:03.000'].map((time) => `${date}T${time}Z`) as [
  string,
  string,
  string,
]
const dueId = '0d3f4a0e-8a1c-5a39-9b4f-5d6a7f0c1b22'

const subscribed = {
  type: 'PushSubscribed',
  data: { userId, deviceId, at: before, endpoint: 'https://push.example/push/phone', keys: null, name: 'Phone' },
} satisfies Fact
const another: Fact = { type: 'PushSubscribed', data: { ...subscribed.data, deviceId: dueId, endpoint: 'https://push.example/push/pad' } }
const due: Fact = { type: 'StreakReminderDue', data: { userId, date, at: before } }
const sent: Fact = { type: 'StreakReminderSent', data: { userId, date, devices: [deviceId], byMail: false } }
const dropped: Fact = { type: 'ReminderDropped', data: { userId, date, kind: 'streak', reason: 'done' } }
const unsubscribed: Fact = { type: 'PushUnsubscribed', data: { userId, deviceId, at: before, cause: 'expired' } }

const tutorId = '5b2c3d4e-5f60-4a7b-8c9d-0e1f2a3b4c52'
const ofTutor = {
  ...subscribed,
  data: { ...subscribed.data, userId: tutorId, deviceId: tutorId, endpoint: 'https://push.example/push/desk' },
}
const ofSession = { userId, tutorId, requestId: dueId, sessionId: deviceId, by: null, at: before, startsAt: after }
const sessionDue: Fact = { type: 'TutoringReminderDue', data: { ...ofSession, hours: 1 } }
const toldOfSession = (to: string, device: string): Fact => ({
  type: 'SessionReminderSent',
  data: { userId: to, date, cause: dueId, devices: [device] },
})
const both = [toldOfSession(userId, deviceId), toldOfSession(tutorId, tutorId)]

const logOf = (facts: readonly Fact[]): Recorded<Fact>[] =>
  recordedLog(
    facts.map((fact) => ['any', fact]),
    recorded,
  ).map((fact) => (fact.type === 'StreakReminderDue' || fact.type === 'TutoringReminderDue' ? { ...fact, id: dueId } : fact))

const push = (changes: Partial<TakenPush> = {}): TakenPush => ({
  deviceId: 'phone',
  content: '{}',
  topic: dueId.replaceAll('-', ''),
  seconds: 60,
  urgency: 'normal',
  at: before,
  ...changes,
})

test.each<[what: string, facts: readonly Fact[], taken: readonly TakenPush[]]>([
  ['was met', [subscribed, due, sent], [push()]],
  ['was met twice before that was recorded', [subscribed, due, sent], [push(), push()]],
  ['was due before another device was there', [subscribed, due, sent, another], [push()]],
  ['was of a session, and met both', [subscribed, ofTutor, sessionDue, ...both], [push(), push({ deviceId: 'desk' })]],
  ['went to a device that was lost', [subscribed, due, unsubscribed, dropped], []],
])('a reminder that %s is no fault', (_, facts, taken) => {
  expect(auditPushes(logOf(facts), taken, 1)).toEqual([])
})

test.each<[what: string, facts: readonly Fact[], taken: readonly TakenPush[], fault: RegExp]>([
  ['that was due and never sent', [subscribed, due], [], /was sent in 0 facts and dropped in 0/],
  ['that was sent and dropped', [subscribed, due, sent, dropped], [push()], /was sent in 1 facts and dropped in 1/],
  ['that was due twice', [subscribed, due, due, sent], [push()], /stands more than once/],
  ['that was recorded and never met', [subscribed, due, sent], [], /was recorded for .* which it has not met/],
  ['that was recorded twice', [subscribed, due, sent, sent], [push()], /was recorded twice/],
  ['that came again after it was recorded', [subscribed, due, sent], [push(), push({ at: after })], /met .* again at .*, after that was/],
  [
    'that was due for someone else',
    [subscribed, due, sent],
    [push(), push({ topic: 'other' })],
    /got other, which was not due for its owner/,
  ],
  ['that left out another device', [subscribed, another, due, sent], [push()], /takes notifications but got none/],
  [
    'of a session that left out its tutor',
    [subscribed, ofTutor, sessionDue, toldOfSession(userId, deviceId)],
    [push()],
    /1 hours before .* left out/,
  ],
  [
    'of a session that was recorded twice',
    [subscribed, ofTutor, sessionDue, ...both, ...both],
    [push(), push({ deviceId: 'desk' })],
    /was recorded twice/,
  ],
  ['that never was due', [subscribed], [], /takes notifications but got none/],
  ['that left out a device', [subscribed, due, dropped], [], /takes notifications but got none/],
  ['that came more often than kills explain', [subscribed, due, sent], Array<TakenPush>(40).fill(push()), /39 notifications came again/],
])('a reminder %s is a fault', (_, facts, taken, fault) => {
  expect(auditPushes(logOf(facts), taken, 1).join('\n')).toMatch(fault)
})

import { addDays } from '@medicready/domain/core/shown/calendar'
import type { FactType } from '@medicready/domain/events'
import type { Reminders } from '@medicready/domain/reminders/shown/rules'
import { studyDayAggregate, studyDayId } from '@medicready/domain/study/study-day'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { sessionScheduled, tutoringAccepted, tutoringPaid, tutoringRequested } from '@medicready/domain/tutoring/testing/tutoring-facts'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { type StandInSubscription, startPushService } from '@medicready/local/push/start'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownBackend, type SignedIn } from './backend.ts'

const WAIT = { timeout: 60_000 }
const reacting = ['reminders', 'session-pushes', 'push-devices']

const service = await startPushService({ port: 0 })
afterAll(() => service.close())
const backend = await ownBackend({ reacting, pushServiceUrl: service.url })
/** Who may be reminded. */
const guests: SignedIn[] = []

/** Each test begins at noon of a day of its own: none meets a midnight that it does not ask for. */
beforeEach(() => goTo(1, '12:00'))
/** Users of one test get no reminders in the next. */
afterEach(async () => {
  const none = { streak: false, reviews: false, sessions: false }
  for (const { token } of guests.splice(0))
    await backend.send('PATCH /api/user/reminders', { token, body: { mail: none, push: { ...none, dailyQuestions: false } } })
})

const today = () => backend.clock().slice(0, 10)
/** Moves the clock to a time of today or of a later day, in UTC. */
function goTo(days: number, time: string): void {
  backend.pass(Date.parse(`${addDays(today(), days)}T${time}:00.000Z`) - Date.parse(backend.clock()))
}

const subscribe = async ({ token }: SignedIn, device: StandInSubscription): Promise<string> =>
  (await backend.done('POST /api/push/subscribe', { token, body: device })).id
async function guest(): Promise<SignedIn> {
  const person = await backend.signedIn()
  guests.push(person)
  return person
}
async function withDevice(wants: { [Way in 'mail' | 'push']?: Partial<Reminders[Way]> } & Partial<Pick<Reminders, 'quietHours'>> = {}) {
  const person = await guest()
  const device = service.subscribe()
  await subscribe(person, device)
  const push = { dailyQuestions: false, streak: false, reviews: false, sessions: false, ...wants.push }
  await backend.done('PATCH /api/user/reminders', { token: person.token, body: { ...wants, push } })
  return { ...person, device }
}
/** Answers a question of theirs today. */
async function study({ userId }: SignedIn): Promise<void> {
  const [question] = await rowsIn(backend.sql, questions).questions.where()
  const questionId = question?.id ?? ''
  await backend.give(userId, [questionId])
  const answered = answerSubmitted({ userId, date: today(), questionId })
  await backend.execute(studyDayAggregate, studyDayId(userId, today()), () => [answered])
}
const sent = (type: FactType, person: SignedIn, times = 1) =>
  vi.waitFor(async () => expect(await backend.factsOf(type, person)).toHaveLength(times), WAIT)
const shownOn = (device: StandInSubscription) => service.taken(device).map(({ content }) => JSON.parse(content) as Record<string, string>)
const runJob = () => backend.runJob('reminders')
/** The worker has met all that was written so far. */
async function reacted(): Promise<void> {
  backend.show(await backend.eventStore.head())
  await backend.reacted()
}

test('people who have not studied yet are reminded of a live streak at eight in the evening, once on each device', async () => {
  const ana = await withDevice({ push: { streak: true } })
  const laptop = service.subscribe()
  await subscribe(ana, laptop)
  await study(ana)
  goTo(0, '20:30')
  expect(await runJob()).toEqual({ due: 0 })
  goTo(1, '19:59')
  expect(await runJob()).toEqual({ due: 0 })
  goTo(0, '20:00')
  expect(await runJob()).toEqual({ due: 1 })
  expect(await runJob()).toEqual({ due: 0 })
  await sent('StreakReminderSent', ana)
  const [due] = await backend.factsOf('StreakReminderDue', ana)
  const tag = due?.id.replaceAll('-', '')
  for (const device of [ana.device, laptop]) {
    expect(shownOn(device)).toEqual([
      {
        title: 'Your streak of 1 day ends at midnight',
        body: 'One answer today keeps it.\nYou asked for a reminder when your streak is about to end.',
        path: '/study-session?mode=daily',
        tag,
      },
    ])
    expect(service.taken(device)).toMatchObject([{ topic: tag, urgency: 'normal' }])
  }
  const [{ seconds = 0 } = {}] = service.taken(ana.device)
  expect(seconds).toBeGreaterThan(3 * 3_600)
  expect(seconds).toBeLessThanOrEqual(4 * 3_600)

  // Met again from the beginning, it is found to be done.
  await backend.restartWorker(reacting, { fromTheBeginning: true })
  await reacted()
  expect(shownOn(ana.device)).toHaveLength(1)
  expect(await backend.factsOf('StreakReminderSent', ana)).toHaveLength(1)
})

test('no one is reminded of a streak who has studied, has none, uses calm mode, or did not ask for it', async () => {
  const [ana, ben, cho, dia] = [
    await withDevice({ push: { streak: true } }),
    await withDevice({ push: { streak: true } }),
    await withDevice({ push: { streak: true } }),
    await withDevice({ push: { streak: false } }),
  ]
  for (const person of [ana, cho, dia]) await study(person)
  await backend.send('PATCH /api/user/settings', { token: cho.token, body: { calmMode: true } })
  goTo(1, '12:00')
  await study(ana)
  goTo(0, '20:00')
  expect(await runJob()).toEqual({ due: 0 })
  for (const { device } of [ana, ben, cho, dia]) expect(shownOn(device)).toEqual([])
})

test('a reminder is not sent if the student studies before it goes out or the day ends', async () => {
  const [ana, ben] = [await withDevice({ push: { streak: true } }), await withDevice({ push: { streak: true } })]
  for (const person of [ana, ben]) await study(person)
  goTo(1, '20:00')
  await backend.restartWorker(['push-devices'])
  expect(await runJob()).toEqual({ due: 2 })
  await study(ana)
  goTo(1, '00:30')
  await backend.restartWorker(reacting)
  await sent('ReminderDropped', ben)
  await sent('ReminderDropped', ana)
  expect(await backend.factsOf('ReminderDropped', ben)).toMatchObject([{ data: { kind: 'streak', reason: 'dayOver' } }])
  for (const { device } of [ana, ben]) expect(shownOn(device)).toEqual([])
})

test('quiet hours hold it back, and what still matters is sent afterward', async () => {
  const ana = await withDevice({ push: { streak: true }, quietHours: { from: '19:00', until: '21:30' } })
  const ben = await withDevice({ push: { streak: true }, quietHours: { from: '19:00', until: '07:00' } })
  for (const person of [ana, ben]) await study(person)
  goTo(1, '20:00')
  expect(await runJob()).toEqual({ due: 0 })
  goTo(0, '21:30')
  expect(await runJob()).toEqual({ due: 1 })
  await sent('StreakReminderSent', ana)
  goTo(1, '07:00')
  // The day that it was about is over.
  expect(await runJob()).toEqual({ due: 0 })
  expect([shownOn(ana.device).length, shownOn(ben.device).length]).toEqual([1, 0])
})

test("due reviews are announced at six, and the day's questions at their time", async () => {
  const ana = await withDevice({ push: { reviews: true, dailyQuestions: true } })
  await backend.send('POST /api/user/modules', { token: ana.token, body: { module: 'Trauma' } })
  // Their time, 13:00, has come today after the device was there.
  goTo(0, '13:00')
  expect(await runJob()).toEqual({ due: 1 })
  await sent('QuestionsReminderSent', ana)
  await study(ana)
  goTo(40, '18:00')
  expect(await runJob()).toEqual({ due: 2 })
  await sent('ReviewsReminderSent', ana)
  await sent('QuestionsReminderSent', ana, 2)
  const titles = shownOn(ana.device).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['One review is due', 'Your questions for today are ready', 'Your questions for today are ready'])
})

test('an email is sent too if wanted, with or without a device, even in quiet hours', async () => {
  const ana = await guest()
  const body = { mail: { streak: true }, quietHours: { from: '19:00', until: '07:00' } }
  await backend.send('PATCH /api/user/reminders', { token: ana.token, body })
  await study(ana)
  goTo(1, '20:00')
  expect(await runJob()).toEqual({ due: 1 })
  await sent('StreakReminderSent', ana)
  expect(await backend.factsOf('StreakReminderSent', ana)).toMatchObject([{ data: { devices: [], byMail: true } }])
  const letters = backend.lettersTo(ana).map(({ text }) => text)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toContain('You asked for a reminder when your streak is about to end.')
  expect(letters[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('if emails do not arrive, a device still shows it, and people without a device are not reminded', async () => {
  const [ana, ben] = [await withDevice({ push: { streak: true }, mail: { streak: true } }), await guest()]
  await backend.send('PATCH /api/user/reminders', { token: ben.token, body: { mail: { streak: true } } })
  for (const { email } of [ana, ben]) await backend.bounced(email)
  for (const person of [ana, ben]) await study(person)
  goTo(1, '20:00')
  expect(await runJob()).toEqual({ due: 2 })
  await sent('StreakReminderSent', ana)
  expect(await backend.factsOf('StreakReminderSent', ana)).toMatchObject([{ data: { byMail: false } }])
  await sent('ReminderDropped', ben)
  expect(await backend.factsOf('ReminderDropped', ben)).toMatchObject([{ data: { kind: 'streak', reason: 'stopped' } }])
  await reacted()
  expect(backend.mails.taken.filter(({ to }) => [ana.email, ben.email].includes(to))).toEqual([])
})

test('a device that is gone is removed, one that fails for now is reached later, and the others are reached at once', async () => {
  const ana = await withDevice({ push: { streak: true } })
  const [busy, gone] = [service.subscribe(), service.subscribe()]
  await subscribe(ana, busy)
  const goneId = await subscribe(ana, gone)
  await study(ana)
  goTo(1, '20:00')
  service.behave(busy, { status: 429, times: 2 })
  service.behave(gone, { status: 410 })
  expect(await runJob()).toEqual({ due: 1 })
  await sent('StreakReminderSent', ana, 2)
  expect([shownOn(ana.device).length, shownOn(busy).length]).toEqual([1, 1])
  expect(await backend.factsOf('PushUnsubscribed', ana)).toMatchObject([{ data: { deviceId: goneId, cause: 'expired' } }])
  const { devices } = (await backend.send('GET /api/push/devices', { token: ana.token })).json()
  expect(devices).toHaveLength(2)
})

test('a browser shows notifications for the person who subscribed with it last', async () => {
  const [ana, ben] = [await withDevice({ push: { streak: true } }), await guest()]
  backend.pass(1_000)
  await subscribe(ben, ana.device)
  await sent('PushUnsubscribed', ana)
  expect(await backend.factsOf('PushUnsubscribed', ana)).toMatchObject([{ data: { cause: 'replaced' } }])
  const devicesOf = async ({ token }: SignedIn) => (await backend.send('GET /api/push/devices', { token })).json().devices
  await reacted()
  await vi.waitFor(async () => expect(await devicesOf(ana)).toEqual([]), WAIT)
  expect(await devicesOf(ben)).toMatchObject([{ name: 'Unknown device' }])
  await reacted()
  expect(await backend.factsOf('PushUnsubscribed', ben)).toEqual([])
})

test('student and tutor are reminded of a coming session; at night the reminder a day before waits, and the one an hour before is silent', async () => {
  const [ana, tutor] = [await withDevice({ push: { sessions: true } }), await withDevice({ push: { sessions: true } })]
  const startsAt = `${addDays(today(), 1)}T23:30:00.000Z`
  const plan = await planned(ana, tutor, startsAt)
  goTo(0, '23:40')
  await due({ ...plan, startsAt, hours: 24 })
  await reacted()
  expect(shownOn(ana.device)).toEqual([])
  goTo(1, '07:00')
  await sent('SessionReminderSent', ana)
  await sent('SessionReminderSent', tutor)
  goTo(0, '22:30')
  await due({ ...plan, startsAt, hours: 1 })
  await sent('SessionReminderSent', ana, 2)
  await sent('SessionReminderSent', tutor, 2)
  expect(shownOn(ana.device)).toMatchObject([
    { title: 'Your tutoring session is coming up', path: '/tutoring' },
    { path: '/tutoring', silent: true },
  ])
  expect(shownOn(ana.device)[0]?.body).toContain('You have booked a tutoring session.')
  expect(shownOn(ana.device)[0]).not.toHaveProperty('silent')
  expect(shownOn(tutor.device)).toMatchObject([{ path: '/tutoring/tutor' }, { path: '/tutoring/tutor' }])
})

test('a worker that is killed between the push and recording it sends the same again, which replaces the first', async () => {
  const [ana, tutor] = [await withDevice({ push: { sessions: true }, quietHours: null }), await guest()]
  const startsAt = new Date(Date.parse(backend.clock()) + 40 * 86_400_000).toISOString()
  const plan = await planned(ana, tutor, startsAt)
  await backend.restartWorker([])
  onTestFinished(() => backend.restartWorker(reacting))
  // A worker killed before the push service answers does not know that the push was taken.
  service.behave(ana.device, { milliseconds: 600_000, times: 1 })
  await due({ ...plan, startsAt, hours: 24 })
  const startWorker = () => backend.startProcess('worker', { PUSH_SERVICE_URL: service.url })
  const first = await startWorker()
  await vi.waitFor(() => expect(shownOn(ana.device)).toHaveLength(1), WAIT)
  await first.end('SIGKILL')
  expect(await backend.factsOf('SessionReminderSent', ana)).toEqual([])

  const second = await startWorker()
  await sent('SessionReminderSent', ana)
  await second.end('SIGKILL')
  const [one, other, ...more] = service.taken(ana.device)
  expect([one?.topic, one?.content, more]).toEqual([other?.topic, other?.content, []])
})

async function planned(ana: SignedIn, tutor: SignedIn, startsAt: string) {
  const of = { userId: ana.userId, tutorId: tutor.userId, requestId: uuidV4(), sessionId: uuidV4() }
  const zones = { studentTimeZone: 'UTC', tutorTimeZone: 'UTC' }
  const facts = [tutoringRequested(of), tutoringAccepted(of), tutoringPaid(of), sessionScheduled({ ...of, ...zones, startsAt })]
  await backend.execute(tutoringRequestAggregate, of.requestId, () => facts)
  return of
}

async function due(data: { userId: string; tutorId: string; requestId: string; sessionId: string; startsAt: string; hours: 24 | 1 }) {
  const fact = { type: 'TutoringReminderDue', data: { ...data, by: null, at: backend.clock() } } as const
  await backend.execute(tutoringRequestAggregate, data.requestId, () => [fact])
}

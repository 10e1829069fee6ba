import { accountAggregate } from '@medicready/domain/accounts/account'
import type { CallKey, CallsOf } from '@medicready/domain/contract/contract'
import type { OwnTutoringRequest } from '@medicready/domain/contract/tutoring/tutoring'
import { addDays, weekOf } from '@medicready/domain/core/shown/calendar'
import type { FactOf, FactType } from '@medicready/domain/events'
import type { ErrorCode } from '@medicready/domain/refusals/shown/errors'
import { MINUTES_BETWEEN_MAILS, SESSION_MINUTES } from '@medicready/domain/tutoring/shown/rules'
import { requestForm } from '@medicready/domain/tutoring/testing/tutoring-facts'
import { holdTutor, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import { unfolded } from '@medicready/platform/testing/mail-server'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Backend, ownBackend, type SignedIn } from './backend.ts'
import { application, weekly } from './faults/tutoring-round.ts'
import { cards, submitCard } from './payment-page.ts'

const WAIT = { timeout: 60_000 }
const HOUR = 3_600_000
const reacting = [
  'former-sessions',

  'tutoring-mails',
  'tutor-roles',
  'tutoring-hours',
  'tutor-earnings',
  'tutoring-ends',
  'tutoring-payments',
  'tutoring-refunds',
  'failed-refunds',
  'payment-problems',
  'disputed-tutoring',
]

const backend = await ownBackend({ reacting, isLoaded: (module, place) => module === 'Trauma' && place < 1 })
const admin = await backend.signedIn('admin')

const ask = ({ token }: SignedIn, key: CallKey, asked: Parameters<Backend['send']>[1] = {}) => backend.send(key, { token, ...asked })

async function done<Answer>(asked: ReturnType<typeof ask>): Promise<Answer> {
  const answer = await asked
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<Answer>()
}
const refused = async (asked: ReturnType<typeof ask>, code: ErrorCode) => expect((await asked).json()).toMatchObject({ code })

const subjects = (person: SignedIn) =>
  backend.lettersTo(person).map(({ message }) => /^Subject: (.*(?:\r\n .*)*)$/m.exec(message)?.[1]?.replaceAll('\r\n', ''))
/** The entry for the calendar in a mail, its folded lines made whole. */
function calendarIn(message: string): string {
  const encoded = /Content-Type: text\/calendar[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(message)?.[1] ?? ''
  const text = /BEGIN:VCALENDAR/.test(encoded) ? unfolded(encoded) : Buffer.from(encoded, 'base64').toString()
  return text.replaceAll('\r\n ', '')
}
const factsOf = async <Type extends FactType>(type: Type, requestId: string): Promise<FactOf<Type>['data'][]> =>
  (await backend.eventStore.readStream(`tutoringRequest-${requestId}`)).flatMap((fact) =>
    fact.type === type ? [fact.data as FactOf<Type>['data']] : [],
  )

/** Someone who applies, is approved, gets the role from the worker, and says when they can be booked. */
async function newTutor(): Promise<SignedIn> {
  const applicant = await backend.signedIn('student', { firstName: 'Theo', lastName: 'Marsh' })
  await done(ask(applicant, 'POST /api/tutors/applications', { body: application }))
  const approval = { params: { id: applicant.userId }, body: { backgroundCheckPassed: true, reason: 'All papers seen.' } }
  await done(ask(admin, 'POST /api/admin/tutors/{id}/approve', approval))
  // Whose role has changed signs in again.
  await vi.waitFor(async () => expect((await ask(applicant, 'GET /api/auth/user')).statusCode).toBe(401), WAIT)
  const signedIn = { ...applicant, token: await backend.signInAgain(applicant) }
  await done(ask(signedIn, 'PUT /api/tutor/availability', { body: { timeZone: 'America/New_York', weekly, exceptions: [] } }))
  return signedIn
}

const tutor = await newTutor()
const form = { ...requestForm, previousAttempts: 3, interestedInBundle: false }

async function requested(student: SignedIn, changes: Partial<Record<keyof typeof form, unknown>> = {}): Promise<string> {
  const { id } = await done<{ id: string }>(ask(student, 'POST /api/tutoring-requests', { body: { ...form, ...changes } }))
  return id
}

async function accepted(student: SignedIn, changes: Partial<Record<keyof typeof form, unknown>> = {}): Promise<string> {
  const id = await requested(student, changes)
  const body = { tutorId: tutor.userId, reason: 'Teaches cardiology.' }
  await done(ask(admin, 'POST /api/admin/tutoring-requests/{id}/accept', { params: { id }, body }))
  return id
}

async function payAt(url: string, number: string = cards.pays): Promise<void> {
  expect((await submitCard(url, number)).status).toBe(303)
}

type Checkout = CallsOf<'POST /api/tutoring-requests/{id}/checkout'>['response']

/** The student pays on the provider's page, which tells the product. */
async function paid(student: SignedIn, changes: Partial<Record<keyof typeof form, unknown>> = {}, card?: string): Promise<string> {
  const id = await accepted(student, changes)
  const { url } = await done<Checkout>(ask(student, 'POST /api/tutoring-requests/{id}/checkout', { params: { id } }))
  await payAt(url, card)
  await expect.poll(async () => (await factsOf('TutoringPaid', id)).length, WAIT).toBe(1)
  return id
}

/** So many hours from now, at the full minute after. */
const inHours = (hours: number): string => {
  const minute = Math.ceil((Date.parse(backend.clock()) + hours * HOUR) / 60_000) * 60_000
  return new Date(minute).toISOString()
}

async function planned(student: SignedIn, id: string, startsAt: string): Promise<string> {
  const body = { startsAt, format: 'online', place: 'https://meet.example.com/ana' }
  const { sessionId } = await done<{ sessionId: string }>(
    ask(student, 'POST /api/tutoring-requests/{id}/sessions', { params: { id }, body }),
  )
  return sessionId
}

const own = async (student: SignedIn): Promise<OwnTutoringRequest[]> => done(ask(student, 'GET /api/user/tutoring-requests'))

describe('from the request to the payout', () => {
  let student: SignedIn
  let requestId: string
  let sessionId: string
  let startsAt: string

  test('a request is received once, even if clicked twice, and waits for an administrator', async () => {
    student = await backend.signedIn('student', { firstName: 'Ana', lastName: 'Silva' })
    const sent = { body: form, headers: { 'idempotency-key': uuidV4() } }
    const answers = await Promise.all([1, 2].map(() => done<{ id: string }>(ask(student, 'POST /api/tutoring-requests', sent))))
    requestId = answers[0]?.id ?? ''
    expect(answers[1]).toEqual(answers[0])
    expect(await own(student)).toMatchObject([{ id: requestId, status: 'pending', tutor: null, price: null, sessionsLeft: 0 }])
    // How often an exam was tried says nothing of whom has never tried it.
    expect(await factsOf('TutoringRequested', requestId)).toMatchObject([{ previousAttempts: null, timeZone: 'UTC' }])
    const [row] = await done<unknown[]>(ask(admin, 'GET /api/tutoring-requests', { query: { status: 'pending' } }))
    expect(row).toEqual({
      id: requestId,
      studentName: 'Ana Silva',
      email: 'ana@example.com',
      currentRole: 'paramedic_student',
      strugglingWith: ['Cardiology'],
      preferredTimes: ['weekday_evenings'],
      requestDate: expect.any(String),
      status: 'pending',
    })
    await expect.poll(() => subjects(student), WAIT).toEqual(['We have received your tutoring request'])
  })

  test('it is accepted with a tutor, who then sees it, while no other tutor does', async () => {
    const other = await newTutor()
    const body = { tutorId: tutor.userId, reason: 'Teaches cardiology.' }
    await refused(
      ask(admin, 'POST /api/admin/tutoring-requests/{id}/accept', {
        params: { id: requestId },
        body: { ...body, tutorId: student.userId },
      }),
      'notATutor',
    )
    const accepted = await done(ask(admin, 'POST /api/admin/tutoring-requests/{id}/accept', { params: { id: requestId }, body }))
    expect(accepted).toEqual({ status: 'accepted', price: { amount: 5_000, currency: 'usd' } })
    expect(await done(ask(tutor, 'GET /api/tutor/requests'))).toMatchObject([
      { id: requestId, studentName: 'Ana Silva', status: 'accepted' },
    ])
    expect(await done(ask(other, 'GET /api/tutor/requests'))).toEqual([])
    const params = { id: requestId }
    const plan = { startsAt: inHours(100), format: 'online', place: null }
    await refused(ask(other, 'POST /api/tutor/requests/{id}/sessions', { params, body: plan }), 'tutoringRequestNotFound')
    await refused(ask(tutor, 'POST /api/tutor/requests/{id}/sessions', { params, body: plan }), 'tutoringNotPaid')
    await refused(
      ask(other, 'GET /api/tutoring-requests/{id}/free-times', { params, query: { from: '2026-01-01', days: '1' } }),
      'tutoringRequestNotFound',
    )
    await expect.poll(() => subjects(student), WAIT).toContain('Your tutoring request is accepted')
    await expect.poll(() => subjects(tutor), WAIT).toContain('A student is assigned to you')
  })

  test('it is paid once, on one page, however often the page is requested', async () => {
    const pay = () => done<Checkout>(ask(student, 'POST /api/tutoring-requests/{id}/checkout', { params: { id: requestId } }))
    const pages = await Promise.all([pay(), pay()])
    const { url } = await pay()
    expect(new Set([url, ...pages.map((page) => page.url)]).size).toBe(1)
    await payAt(url)
    await expect
      .poll(() => factsOf('TutoringPaid', requestId), WAIT)
      .toMatchObject([{ amount: 5_000, currency: 'usd', fee: 1_000, sessions: 1 }])
    await refused(ask(student, 'POST /api/tutoring-requests/{id}/checkout', { params: { id: requestId } }), 'tutoringPaid')
    expect(await backend.runJob('tutoring-payments')).toEqual({ found: 0 })
    await expect.poll(() => subjects(student), WAIT).toContain('Your tutoring is paid')
  })

  test('the session is scheduled at a free time, with an entry for both calendars', async () => {
    startsAt = inHours(50)
    const day = startsAt.slice(0, 10)
    type Times = CallsOf<'GET /api/tutoring-requests/{id}/free-times'>['response']
    const times = () =>
      done<Times>(
        ask(student, 'GET /api/tutoring-requests/{id}/free-times', { params: { id: requestId }, query: { from: day, days: '1' } }),
      )
    const free = await times()
    expect(free).toMatchObject({ studentTimeZone: 'UTC', tutorTimeZone: 'America/New_York' })
    startsAt = free.starts.find((start) => start >= startsAt) ?? free.starts.at(-1) ?? ''
    const body = { startsAt, format: 'online', place: 'https://meet.example.com/ana' }
    const sent = { params: { id: requestId }, body, headers: { 'idempotency-key': uuidV4() } }
    const answers = await Promise.all(
      [1, 2].map(() => done<{ sessionId: string }>(ask(student, 'POST /api/tutoring-requests/{id}/sessions', sent))),
    )
    sessionId = answers[0]?.sessionId ?? ''
    expect(answers[1]).toEqual(answers[0])
    expect((await times()).starts).not.toContain(startsAt)
    expect(await own(student)).toMatchObject([
      { status: 'scheduled', sessionsLeft: 0, sessions: [{ id: sessionId, state: 'scheduled', amount: 5_000 }] },
    ])
    await refused(ask(student, 'POST /api/tutoring-requests/{id}/sessions', { params: { id: requestId }, body }), 'noTutoringSessionsLeft')

    for (const person of [student, tutor]) {
      await expect.poll(() => subjects(person).filter((subject) => subject?.startsWith('Tutoring session on')), WAIT).toHaveLength(1)
      const entry = calendarIn(backend.lettersTo(person).find(({ message }) => message.includes('text/calendar'))?.message ?? '')
      expect(entry).toContain('METHOD:REQUEST')
      expect(entry).toContain(`UID:${sessionId}@localhost`)
      expect(entry).toContain('SEQUENCE:0')
      expect(entry).toContain(`DTSTART:${startsAt.replaceAll(/[-:]|\.\d+/g, '')}`)
    }
  })

  test('it can be moved only with notice, and the calendars follow', async () => {
    const params = { id: requestId, sessionId }
    const move = (to: string) => ({ params, body: { startsAt: to, format: 'online', place: 'https://meet.example.com/ana' } })
    startsAt = new Date(Date.parse(startsAt) + 30 * 60_000).toISOString()
    expect(await done(ask(tutor, 'PATCH /api/tutor/requests/{id}/sessions/{sessionId}', move(startsAt)))).toMatchObject({
      sessionId,
      startsAt,
    })
    const entry = () =>
      backend
        .lettersTo(student)
        .map(({ message }) => calendarIn(message))
        .find((text) => text.includes('SEQUENCE:1')) ?? ''
    await expect.poll(entry, WAIT).toContain(`UID:${sessionId}@localhost`)
    // One plan of it holds an hour of the tutor's.
    const { slots } = (await backend.deps.commands.load(tutorAggregate, tutor.userId)).state
    expect(slots.filter((slot) => slot.sessionId === sessionId)).toMatchObject([{ startsAt, sequence: 1 }])

    backend.pass(HOUR)
    const changes = () => subjects(tutor).filter((subject) => subject?.startsWith('Your tutoring session was changed')).length
    await expect.poll(changes, WAIT).toBe(1)
    for (let room = 0; room < 10; room++) {
      const body = { startsAt, format: 'online', place: `https://meet.example.com/${room}` }
      await done(ask(student, 'PATCH /api/tutoring-requests/{id}/sessions/{sessionId}', { params, body }))
      await backend.reacted()
    }
    await expect.poll(changes, WAIT).toBe(2)
    backend.pass(MINUTES_BETWEEN_MAILS * 60_000)
    await expect.poll(changes, WAIT).toBe(3)
    const latest = backend.lettersTo(tutor).at(-1)?.message ?? ''
    expect(calendarIn(latest)).toContain('SEQUENCE:11')
    expect(latest).not.toContain('meet.example.com')

    backend.pass(Date.parse(startsAt) - 24 * HOUR - Date.parse(backend.clock()) + 1_000)
    await refused(ask(student, 'PATCH /api/tutoring-requests/{id}/sessions/{sessionId}', move(inHours(200))), 'scheduleNoticeTooShort')
  })

  test('both are reminded once a day and once an hour before, by email', async () => {
    const [ofTomorrow, ofAnHour] = ['Your tutoring session is tomorrow', 'Your tutoring session begins in an hour']
    const told = (person: SignedIn, subject = '') => expect.poll(() => subjects(person).filter((each) => each === subject), WAIT)
    expect(await backend.runJob('tutoring-reminders')).toEqual({ reminded: 1 })
    expect(await backend.runJob('tutoring-reminders')).toEqual({ reminded: 0 })
    for (const person of [student, tutor]) await told(person, ofTomorrow).toHaveLength(1)
    backend.pass(23 * HOUR)
    await backend.bounced(student.email)
    expect(await backend.runJob('tutoring-reminders')).toEqual({ reminded: 1 })
    expect(await backend.runJob('tutoring-reminders')).toEqual({ reminded: 0 })
    // The student would have been told before the tutor is.
    await told(tutor, ofAnHour).toHaveLength(1)
    await told(student, ofAnHour).toHaveLength(0)
  })

  test('it is held, rated, and paid out with its week', async () => {
    const params = { id: requestId, sessionId }
    await refused(ask(tutor, 'POST /api/tutor/requests/{id}/sessions/{sessionId}/complete', { params }), 'tutoringSessionNotOver')
    await refused(
      ask(student, 'POST /api/tutoring-requests/{id}/sessions/{sessionId}/rating', { params, body: { rating: 5 } }),
      'tutoringSessionNotHeld',
    )
    backend.pass(HOUR + SESSION_MINUTES * 60_000)
    for (const _ of [1, 2]) {
      const answer = await done(ask(tutor, 'POST /api/tutor/requests/{id}/sessions/{sessionId}/complete', { params }))
      expect(answer).toEqual({ sessionId, state: 'completed', refund: { amount: 0, currency: 'usd' } })
    }
    for (const rating of [3, 4, 5]) {
      const body = { rating, comment: 'Patient.' }
      await done(ask(student, 'POST /api/tutoring-requests/{id}/sessions/{sessionId}/rating', { params, body }))
      await backend.reacted()
    }
    const ratings = () => subjects(tutor).filter((subject) => subject?.startsWith('One of your sessions was rated'))
    expect(ratings()).toEqual(['One of your sessions was rated 3 of 5'])
    backend.pass(MINUTES_BETWEEN_MAILS * 60_000)
    await expect.poll(ratings, WAIT).toEqual(['One of your sessions was rated 3 of 5', 'One of your sessions was rated 5 of 5'])
    expect(await own(student)).toMatchObject([
      { status: 'completed', tutor: { averageRating: 5 }, sessions: [{ state: 'completed', rating: 5 }] },
    ])
    expect(await done(ask(tutor, 'GET /api/tutors/application'))).toMatchObject({ situation: 'approved', averageRating: 5, ratings: 1 })

    const week = weekOf(backend.clock().slice(0, 10))
    const [earned] = [{ week, sessions: 1, amount: 5_000, fee: 1_000, earned: 4_000, currency: 'usd' }]
    await expect.poll(async () => done(ask(tutor, 'GET /api/tutor/payouts')), WAIT).toMatchObject([{ ...earned, reportedAt: null }])
    expect(await backend.runJob('tutor-payouts')).toEqual({ reported: 0 })
    backend.pass(Date.parse(addDays(week, 7)) - Date.parse(backend.clock()) + 1_000)
    expect(await backend.runJob('tutor-payouts')).toEqual({ reported: 1 })
    expect(await backend.runJob('tutor-payouts')).toEqual({ reported: 0 })
    expect(await done(ask(admin, 'GET /api/admin/tutor-payouts', { query: { week } }))).toMatchObject([
      { ...earned, tutorName: 'Theo Marsh' },
    ])
    await expect.poll(() => subjects(tutor), WAIT).toContain(`Your payout for the week of ${week}: $40.00`)
    const month = startsAt.slice(0, 7)
    const sessions = await done(ask(admin, 'GET /api/admin/sessions', { query: { state: 'completed', month } }))
    expect(sessions).toMatchObject([{ id: sessionId, studentName: 'Ana Silva', tutorName: 'Theo Marsh', rating: 5, amount: 5_000 }])
    expect(await done(ask(admin, 'GET /api/admin/sessions', { query: { month: '2020-01' } }))).toEqual([])
  })
})

/** What was paid back of a request, once all that was promised is. */
const paidBack = async (requestId: string): Promise<number[]> => (await factsOf('TutoringRefunded', requestId)).map(({ amount }) => amount)

describe('cancellations', () => {
  test.each([
    ['a little more than 24 hours before', 24 * HOUR + 30_000, [5_000]],
    ['a second less than 24 hours before', 24 * HOUR - 1_000, [2_500]],
    ['a second less than 2 hours before', 2 * HOUR - 1_000, []],
  ])('%s pay back what the notice gives', async (_, notice, amounts) => {
    const student = await backend.signedIn()
    const id = await paid(student)
    const startsAt = inHours(72)
    const sessionId = await planned(student, id, startsAt)
    backend.pass(Date.parse(startsAt) - notice - Date.parse(backend.clock()))
    const cancel = { params: { id, sessionId }, body: { reason: 'A shift came up.' } }
    const answer = await done<{ refund: { amount: number } }>(
      ask(student, 'POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel', cancel),
    )
    expect(answer.refund.amount).toBe(amounts[0] ?? 0)
    await expect.poll(() => paidBack(id), WAIT).toEqual(amounts)
    expect(await own(student)).toMatchObject([{ status: 'cancelled', sessions: [{ state: 'cancelled', cancelledBy: 'student' }] }])
    const entry = () =>
      backend
        .lettersTo(student)
        .map(({ message }) => calendarIn(message))
        .find((text) => text.includes('METHOD:CANCEL')) ?? ''
    await expect.poll(entry, WAIT).toContain('SEQUENCE:1')
    await expect.poll(async () => (await own(student))[0]?.refunded, WAIT).toBe(amounts[0] ?? 0)
  })

  test('by the tutor refund everything and free the hour; a repeated one changes nothing', async () => {
    const student = await backend.signedIn()
    const id = await paid(student)
    const startsAt = inHours(30)
    const sessionId = await planned(student, id, startsAt)
    backend.pass(29.5 * HOUR)
    const cancel = { params: { id, sessionId }, body: { reason: 'I am ill.' } }
    const both = await Promise.all([1, 2].map(() => done(ask(tutor, 'POST /api/tutor/requests/{id}/sessions/{sessionId}/cancel', cancel))))
    expect(both[0]).toEqual({ sessionId, state: 'cancelled', refund: { amount: 5_000, currency: 'usd' } })
    await expect.poll(() => paidBack(id), WAIT).toEqual([5_000])
    expect(await factsOf('TutoringSessionCancelled', id)).toHaveLength(1)
    const slots = async () =>
      (await backend.deps.commands.load(tutorAggregate, tutor.userId)).state.slots.filter((slot) => slot.sessionId === sessionId)
    await expect.poll(slots, WAIT).toEqual([])
  })

  test("of a bundle's session refund its share, and of the whole bundle all that is left: the cents add up", async () => {
    const student = await backend.signedIn()
    const id = await paid(student, { interestedInBundle: true })
    expect(await factsOf('TutoringPaid', id)).toMatchObject([{ amount: 22_500, sessions: 5, fee: 4_500 }])
    const sessionId = await planned(student, id, inHours(60))
    await done(ask(student, 'POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel', { params: { id, sessionId }, body: {} }))
    await planned(student, id, inHours(80))
    expect(await own(student)).toMatchObject([{ status: 'scheduled', sessionsPaid: 5, sessionsLeft: 3 }])
    const ended = await done(ask(student, 'POST /api/tutoring-requests/{id}/cancel', { params: { id }, body: { reason: 'I passed.' } }))
    expect(ended).toEqual({ status: 'cancelled', refund: { amount: 18_000, currency: 'usd' } })
    await expect.poll(async () => (await paidBack(id)).toSorted((one, other) => one - other), WAIT).toEqual([4_500, 4_500, 13_500])
    expect((await factsOf('TutoringRefunded', id)).reduce((sum, { fee }) => sum + fee, 0)).toBe(4_500)
  })

  test('that a worker reads again refund nothing more', async () => {
    const before = (await backend.factsOf('TutoringRefunded')).length
    await backend.restartWorker(reacting, { fromTheBeginning: true })
    await backend.reacted()
    expect(await backend.factsOf('TutoringRefunded')).toHaveLength(before)
    // What is still to come may come, but nothing comes twice.
    const ids = backend.mails.taken.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(new Set(ids).size)
  })
})

test('a refund that the bank rejects is shown to the administrators, and settled by hand, once, with an email', async () => {
  const student = await backend.signedIn()
  const id = await paid(student, {}, cards.failsRefunds)
  await done(ask(student, 'POST /api/tutoring-requests/{id}/cancel', { params: { id }, body: { reason: null } }))
  await expect.poll(async () => (await factsOf('TutoringRefundFailed', id)).length, WAIT).toBe(1)
  const [failed] = await factsOf('TutoringRefundFailed', id)
  expect(failed).toMatchObject({ amount: 5_000, by: null })
  type Problems = CallsOf<'GET /api/admin/payment-problems'>['response']
  const problem = async () => (await done<Problems>(ask(admin, 'GET /api/admin/payment-problems'))).find((one) => one.requestId === id)
  await expect.poll(problem, WAIT).toMatchObject({ kind: 'refund', product: 'tutoring', amount: 5_000, status: 'open' })
  expect(await own(student)).toMatchObject([{ refunded: 0 }])
  await expect.poll(() => subjects(admin), WAIT).toContain('A refund of $50.00 did not arrive')
  expect(await backend.runJob('failed-refunds')).toEqual({ found: 0 })

  const mend = {
    params: { id, refundId: failed?.refundId ?? '' },
    body: { reason: 'By check no. 17.' },
    headers: { 'idempotency-key': uuidV4() },
  }
  const key = 'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend'
  for (const _ of [1, 2]) expect(await done(ask(admin, key, mend))).toMatchObject({ amount: 5_000, currency: 'usd' })
  await refused(ask(admin, key, { ...mend, headers: {} }), 'refundNotFailed')
  expect((await ask(student, key, mend)).statusCode).toBe(403)
  expect(await factsOf('TutoringRefundMended', id)).toMatchObject([{ by: admin.userId, reason: 'By check no. 17.' }])
  expect(await problem()).toMatchObject({ status: 'mended' })
  expect(await own(student)).toMatchObject([{ refunded: 5_000 }])
  await expect.poll(() => subjects(student), WAIT).toContain('Your refund of $50.00 comes another way')
})

test('tutoring with a disputed payment is shown with its money withdrawn, which comes back if the dispute is won', async () => {
  const student = await backend.signedIn()
  await backend.restartWorker([...reacting, 'stripe-events'])
  const id = await paid(student, {}, cards.disputes)
  type Problems = CallsOf<'GET /api/admin/payment-problems'>['response']
  const problem = async () => (await done<Problems>(ask(admin, 'GET /api/admin/payment-problems'))).find((one) => one.requestId === id)
  await expect
    .poll(problem, WAIT)
    .toMatchObject({ kind: 'dispute', product: 'tutoring', amount: 5_000, status: 'open', reason: 'fraudulent' })
  const disputeId = (await problem())?.id ?? ''
  const moved = async () =>
    (await backend.eventStore.readStream(`dispute-${disputeId}`)).flatMap(({ type, data }) =>
      type === 'DisputeMoneyMoved' ? [data.amount] : [],
    )
  expect(await moved()).toEqual([5_000])
  await backend.payments.ask((stripe) =>
    stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true }),
  )
  await expect.poll(problem, WAIT).toMatchObject({ status: 'won' })
  expect(await moved()).toEqual([5_000, -5_000])
  expect(await backend.runJob('disputes')).toEqual({ found: 0 })
  await backend.restartWorker(reacting)
})

describe('a refund that Stripe never makes', () => {
  const refusals = async () => {
    const problems = await done<CallsOf<'GET /api/admin/payment-problems'>['response']>(ask(admin, 'GET /api/admin/payment-problems'))
    return problems.filter(({ kind }) => kind === 'refusal')
  }
  const refusalOf = async (id: string) => (await refusals()).find(({ requestId }) => requestId === id)
  const cancelAll = (student: SignedIn, id: string) =>
    done(ask(student, 'POST /api/tutoring-requests/{id}/cancel', { params: { id }, body: { reason: null } }))
  const disputeOf = async (id: string) => {
    const [{ paymentId } = { paymentId: '' }] = await factsOf('TutoringPaid', id)
    const list = await backend.payments.ask((stripe) => stripe.disputes.list({ payment_intent: paymentId }))
    return list.data[0]?.id ?? ''
  }
  beforeAll(() => backend.restartWorker([...reacting, 'stripe-events']))
  afterAll(() => backend.restartWorker(reacting))

  test('is reported to the administrators, delays no other refund, and is paid automatically once the dispute is won', async () => {
    const [student, other] = [await backend.signedIn(), await backend.signedIn()]
    const [id, others] = [await paid(student, {}, cards.disputes), await paid(other)]
    await cancelAll(student, id)
    await cancelAll(other, others)
    await expect.poll(() => paidBack(others), WAIT).toEqual([5_000])
    expect(await factsOf('TutoringRefundRefused', id)).toMatchObject([{ amount: 5_000, refusal: 'disputed' }])
    await expect.poll(() => refusalOf(id), WAIT).toMatchObject({ product: 'tutoring', amount: 5_000, status: 'open', reason: 'disputed' })
    await expect.poll(() => subjects(admin), WAIT).toContain('Stripe refused a refund of $50.00')
    expect(await own(student)).toMatchObject([{ refunded: 0 }])

    const evidence = { evidence: { uncategorized_text: 'winning_evidence' }, submit: true }
    const disputeId = await disputeOf(id)
    await backend.payments.ask((stripe) => stripe.disputes.update(disputeId, evidence))
    await expect.poll(() => paidBack(id), WAIT).toEqual([5_000])
    await expect.poll(() => refusalOf(id), WAIT).toMatchObject({ status: 'closed' })
    await backend.restartWorker([...reacting, 'stripe-events'], { fromTheBeginning: true })
    await backend.reacted()
    expect([await paidBack(id), await factsOf('TutoringRefundRefused', id)]).toMatchObject([[5_000], [{ amount: 5_000 }]])
  })

  test('because it was already made in the Stripe Dashboard can be closed by hand', async () => {
    const student = await backend.signedIn()
    const id = await paid(student)
    const [{ paymentId } = { paymentId: '' }] = await factsOf('TutoringPaid', id)
    await backend.payments.ask((stripe) => stripe.refunds.create({ payment_intent: paymentId, amount: 1_000 }))
    await cancelAll(student, id)
    await expect.poll(() => refusalOf(id), WAIT).toMatchObject({ status: 'open', reason: 'more_than_left' })
    const mend = { params: { id, refundId: (await refusalOf(id))?.id ?? '' }, body: { reason: 'The rest by check no. 18.' } }
    await done(ask(admin, 'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend', mend))
    expect(await refusalOf(id)).toMatchObject({ status: 'mended' })
  })

  test('is no longer owed once the dispute is lost, which ends tutoring without pay for sessions not held', async () => {
    const student = await backend.signedIn()
    const id = await paid(student, { interestedInBundle: true }, cards.disputes)
    const first = await planned(student, id, inHours(60))
    await planned(student, id, inHours(100))
    await done(ask(student, 'POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel', { params: { id, sessionId: first }, body: {} }))
    await expect.poll(() => refusalOf(id), WAIT).toMatchObject({ amount: 4_500, status: 'open' })
    const disputeId = await disputeOf(id)
    await backend.payments.ask((stripe) => stripe.disputes.close(disputeId))
    await expect.poll(async () => (await factsOf('TutoringPaymentLost', id)).length, WAIT).toBe(1)
    expect(await factsOf('TutoringSessionDropped', id)).toMatchObject([{ amount: 0, refund: 0, fee: 0, earned: 0 }])
    expect(await factsOf('TutoringRequestClosed', id)).toMatchObject([{ unplanned: 3, refund: 0 }])
    await expect.poll(() => refusalOf(id), WAIT).toMatchObject({ status: 'closed' })
    expect(await own(student)).toMatchObject([{ status: 'cancelled', refunded: 0 }])
    const slots = async () =>
      (await backend.deps.commands.load(tutorAggregate, tutor.userId)).state.slots.filter((slot) => slot.requestId === id)
    await expect.poll(slots, WAIT).toEqual([])
    expect(await paidBack(id)).toEqual([])
  })
})

test('the tutor is asked about an unmarked session after a day, and it counts as held after two: it is paid out with its week', async () => {
  const student = await backend.signedIn()
  const id = await paid(student)
  const startsAt = inHours(72)
  const sessionId = await planned(student, id, startsAt)
  const payouts = () => done<CallsOf<'GET /api/tutor/payouts'>['response']>(ask(tutor, 'GET /api/tutor/payouts'))
  const sumOf = (weeks: Awaited<ReturnType<typeof payouts>>) => weeks.reduce((sum, { earned }) => sum + earned, 0)
  const before = sumOf(await payouts())
  backend.pass(Date.parse(startsAt) + 24 * HOUR - Date.parse(backend.clock()))
  expect(await backend.runJob('unmarked-sessions')).toEqual({ asked: 0, held: 0 })
  backend.pass(HOUR + 1_000)
  expect(await backend.runJob('unmarked-sessions')).toEqual({ asked: 1, held: 0 })
  expect(await backend.runJob('unmarked-sessions')).toEqual({ asked: 0, held: 0 })
  await expect.poll(() => subjects(tutor).filter((each) => each === 'How did your tutoring session go?'), WAIT).toHaveLength(1)
  backend.pass(24 * HOUR + 1_000)
  expect(await backend.runJob('unmarked-sessions')).toEqual({ asked: 0, held: 1 })
  expect(await backend.runJob('unmarked-sessions')).toEqual({ asked: 0, held: 0 })
  expect(await factsOf('TutoringSessionCompleted', id)).toMatchObject([{ sessionId, by: null, amount: 5_000, fee: 1_000, earned: 4_000 }])
  await expect.poll(async () => sumOf(await payouts()), WAIT).toBe(before + 4_000)
  const params = { id, sessionId }
  await refused(ask(tutor, 'POST /api/tutor/requests/{id}/sessions/{sessionId}/no-show', { params }), 'tutoringSessionEnded')
  const history = await done<{ what: string }[]>(ask(admin, 'GET /api/admin/students/{id}/history', { params: { id: student.userId } }))
  expect(history.map(({ what }) => what).join()).toContain('counts as held because no one marked it')
})

test('a student has at most three open requests, however many are sent at once; one that ends makes room', async () => {
  const student = await backend.signedIn()
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => ask(student, 'POST /api/tutoring-requests', { body: form })))
  const made = sent.filter(({ statusCode }) => statusCode === 201)
  // Those of one moment may refuse one another.
  for (const answer of sent.filter(({ statusCode }) => statusCode !== 201))
    expect(['tooManyTutoringRequests', 'conflict']).toContain(answer.json<{ code: string }>().code)
  while (made.length < 3) made.push(await ask(student, 'POST /api/tutoring-requests', { body: form }))
  await refused(ask(student, 'POST /api/tutoring-requests', { body: form }), 'tooManyTutoringRequests')
  expect(await own(student)).toHaveLength(3)
  const [first] = made.map((answer) => answer.json<{ id: string }>().id)
  await done(ask(student, 'POST /api/tutoring-requests/{id}/cancel', { params: { id: first ?? '' }, body: { reason: null } }))
  const again = { body: form, headers: { 'idempotency-key': uuidV4() } }
  const fourth = await done<{ id: string }>(ask(student, 'POST /api/tutoring-requests', again))
  expect(await done(ask(student, 'POST /api/tutoring-requests', again))).toMatchObject({ id: fourth.id })
  await refused(ask(student, 'POST /api/tutoring-requests', { body: form }), 'tooManyTutoringRequests')
})

test('no one is in two sessions at once, however many requests come at the same moment', async () => {
  const students = await Promise.all([1, 2, 3, 4].map(() => backend.signedIn()))
  const ids = await Promise.all(students.map((student) => paid(student)))
  const startsAt = inHours(40)
  const body = { startsAt, format: 'online', place: null }
  const answers = await Promise.all(
    students.map((student, place) => ask(student, 'POST /api/tutoring-requests/{id}/sessions', { params: { id: ids[place] ?? '' }, body })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  const codes = answers.filter(({ statusCode }) => statusCode !== 201).map((answer) => answer.json<{ code: string }>().code)
  for (const code of codes) expect(['tutorBooked', 'conflict']).toContain(code)

  // Nor is a student, with two tutors.
  const [student] = students
  const second = await newTutor()
  if (!student) return
  const free = inHours(45)
  const [first, other] = [await paid(student), await paid(student)]
  await done(
    ask(admin, 'PUT /api/admin/tutoring-requests/{id}/tutor', {
      params: { id: other },
      body: { tutorId: second.userId, reason: 'A try.' },
    }),
  )
  await planned(student, first, free)
  await refused(
    ask(student, 'POST /api/tutoring-requests/{id}/sessions', { params: { id: other }, body: { ...body, startsAt: free } }),
    'studentBooked',
  )
  // The hour of the second tutor that was held for it is free again.
  expect((await backend.deps.commands.load(tutorAggregate, second.userId)).state.slots).toEqual([])
})

test.each([
  ['told first', ['tutoring-mails', 'tutor-roles']],
  ['given the role first', ['tutor-roles', 'tutoring-mails']],
])('an approved tutor who is %s is told once, and gets the role', async (_, order) => {
  await backend.restartWorker([])
  const applicant = await backend.signedIn()
  await done(ask(applicant, 'POST /api/tutors/applications', { body: application }))
  const approval = { params: { id: applicant.userId }, body: { backgroundCheckPassed: true, reason: 'All papers seen.' } }
  await done(ask(admin, 'POST /api/admin/tutors/{id}/approve', approval))
  const approved = (await backend.eventStore.readStream(`tutor-${applicant.userId}`)).at(-1)
  if (!approved) throw new Error('No tutor was approved.')
  for (const reaction of [...order, ...order]) await backend.deliver(reaction, approved)
  expect((await backend.deps.commands.load(accountAggregate, applicant.userId)).state).toMatchObject({ role: 'tutor' })
  expect(subjects(applicant).filter((subject) => subject?.startsWith('You are a tutor'))).toHaveLength(1)
  await backend.restartWorker(reacting)
})

test('an hour held by a killed process is released after some minutes', async () => {
  const student = await backend.signedIn()
  const id = await paid(student)
  const startsAt = inHours(90)
  const endsAt = new Date(Date.parse(startsAt) + HOUR).toISOString()
  const hold = { userId: tutor.userId, at: backend.clock(), sessionId: uuidV4(), sequence: 0, requestId: id, startsAt, endsAt }
  await backend.restartWorker([])
  await backend.execute(tutorAggregate, tutor.userId, holdTutor(hold))
  const held = (await backend.eventStore.readStream(`tutor-${tutor.userId}`)).at(-1)
  if (!held) throw new Error('Nothing is held.')
  await expect(backend.deliver('tutoring-hours', held)).rejects.toThrow('may be planned at this moment')
  backend.pass(6 * 60_000)
  for (const _ of [1, 2]) await backend.deliver('tutoring-hours', held)
  const { slots } = (await backend.deps.commands.load(tutorAggregate, tutor.userId)).state
  expect(slots.filter((slot) => slot.sessionId === hold.sessionId)).toEqual([])
  await backend.restartWorker(reacting)
})

test('rebuilt read models have the same rows', async () => {
  expect(await backend.rebuildAll()).toEqual([])
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { CallsOf } from '@medicready/domain/contract/contract'
import type { FactType } from '@medicready/domain/events'
import { requestForm } from '@medicready/domain/tutoring/testing/tutoring-facts'
import type { Chance } from '@medicready/platform/testing/chance'
import { cards, payOnPage } from '../payment-page.ts'
import { unlessRefused } from '../product-client.ts'
import { Person, type School } from './person.ts'

const HOUR_MILLISECONDS = 3_600_000
/** Sessions are planned so long before their reminder is due. */
export const LONGEST_WAIT_FOR_REMINDER_MILLISECONDS = 120_000
const SHORTEST_WAIT_FOR_REMINDER_MILLISECONDS = 10_000

interface Booking {
  readonly student: Person
  readonly requestId: string
  readonly isBundle: boolean
}

interface Visit {
  readonly school: School
  readonly chance: Chance
  readonly name: string
  readonly administrator: Person
}

/**
 * A tutor and two students, from registration to sessions: requested, accepted, paid, planned, moved, and cancelled.
 */
export async function holdTutoringRound({ school, chance, name, administrator }: Visit): Promise<void> {
  const person = (what: string) => new Person(school, chance, `${name}-${what}`)
  const tutor = person('tutor')
  const students = [person('one'), person('two')]
  let tutorId = ''

  await Promise.all([becomeTutor(), ...students.map((student) => student.enter().then(() => takeNotifications(student)))])
  const bookings = await Promise.all(
    students.map(async (student) => {
      const booking = await request(student)
      await pay(booking)
      return booking
    }),
  )
  const { winner, loser } = await wantTheSameHour(bookings)
  await plan(loser, instant(24 * HOUR_MILLISECONDS + LONGEST_WAIT_FOR_REMINDER_MILLISECONDS))
  await Promise.all(bookings.map((booking, place) => planMore(booking, 2 + 10 * place)))
  if (winner.sessionId !== null && chance.happens(0.4)) await cancel(winner.booking, winner.sessionId, 'student')
  // A bundle always has something left to cancel.
  if (winner.booking.isBundle && chance.happens(0.4)) await cancelRequest(winner.booking)
  if (chance.happens(0.4)) await payTooLate(loser.student)
  school.ledger.finished += 3

  async function becomeTutor(): Promise<void> {
    await tutor.enter()
    tutorId = await tutor.userId()
    const stream = `tutor-${tutorId}`
    const applied = await tutor.command('POST /api/tutors/applications', { body: application })
    tutor.tell({ kind: 'tutoring', stream, types: ['TutorApplied'], consistencyToken: applied.consistencyToken })
    const approved = await administrator.command('POST /api/admin/tutors/{id}/approve', {
      params: { id: tutorId },
      body: { backgroundCheckPassed: true, reason: 'All papers seen.' },
    })
    tutor.tell({ kind: 'tutoring', stream, types: ['TutorApproved'], consistencyToken: approved.consistencyToken })
    await tutor.signInWithNewRole()
    const { consistencyToken } = await tutor.command('PUT /api/tutor/availability', {
      body: { timeZone: 'UTC', weekly, exceptions: [] },
    })
    tutor.tell({ kind: 'tutoring', stream, types: ['TutorAvailabilitySet'], consistencyToken })
    await takeNotifications(tutor)
  }

  /** On one device, which sometimes is slow or fails at first. */
  async function takeNotifications(person: Person): Promise<void> {
    const newDevice = await person.takeNotifications()
    await person.subscribe(newDevice(chance.pick([null, { milliseconds: 400 }, { status: 503, times: 1 }] as const)))
  }

  async function request(student: Person): Promise<Booking> {
    const isBundle = chance.happens(0.7)
    const { body, consistencyToken } = await student.command('POST /api/tutoring-requests', {
      body: { ...form, interestedInBundle: isBundle },
    })
    const booking = { student, requestId: body.id, isBundle }
    tell(booking, 'TutoringRequested', { interestedInBundle: isBundle }, consistencyToken)
    const accepted = await administrator.command('POST /api/admin/tutoring-requests/{id}/accept', {
      params: { id: body.id },
      body: { tutorId: tutorId, reason: 'Teaches cardiology.' },
    })
    const { amount } = accepted.body.price
    tell(booking, 'TutoringRequestAccepted', { tutorId: tutorId, amount }, accepted.consistencyToken)
    return booking
  }

  /** Repeated, since a page may expire while the clock moves. Someone who has paid is not asked to pay again. */
  async function pay(booking: Booking): Promise<void> {
    const { student } = booking
    for (let isPaid = false; ; ) {
      const address = await checkoutPage(booking)
      if (address === null && isPaid) break
      if (address === null) return school.ledger.fault(`${student.email} is told of a payment for ${booking.requestId} before paying`)
      if (isPaid) return school.ledger.fault(`${student.email} has paid for ${booking.requestId} and is asked to pay again`)
      isPaid = await payOnPage(address, chance.pick([cards.pays, cards.asksItsHolder]), school)
      while (isPaid && chance.happens(0.8) && !(await isShownAsPaid(booking))) await sleep(200, undefined, { signal: school.signal })
    }
    tell(booking, 'TutoringPaid', {}, null)
  }

  async function checkoutPage({ student, requestId }: Booking): Promise<string | null> {
    const opening = student.command('POST /api/tutoring-requests/{id}/checkout', { params: { id: requestId } })
    return (await unlessRefused('tutoringPaid', opening))?.body.url ?? null
  }

  async function isShownAsPaid({ student, requestId }: Booking): Promise<boolean> {
    const { body } = await student.insist('GET /api/user/tutoring-requests', { consistencyToken: student.seen })
    return body.some(({ id, paidAt }) => id === requestId && paidAt !== null)
  }

  /** Both ask for the same hour at the same moment: one of them gets it. */
  async function wantTheSameHour(bookings: readonly Booking[]) {
    const startsAt = instant(HOUR_MILLISECONDS + SHORTEST_WAIT_FOR_REMINDER_MILLISECONDS)
    const [one, two] = await Promise.all(bookings.map(async (booking) => ({ booking, sessionId: await plan(booking, startsAt) })))
    if (!one || !two) throw new Error('Two want it.')
    if ((one.sessionId === null) === (two.sessionId === null))
      school.ledger.fault(`${startsAt} of ${tutor.email} was wanted by two, and ${one.sessionId === null ? 'none' : 'both'} got it`)
    return one.sessionId === null ? { winner: two, loser: one.booking } : { winner: one, loser: two.booking }
  }

  /** Returns the session's id; null where the tutor is booked. */
  async function plan(booking: Booking, startsAt: string): Promise<string | null> {
    const { student, requestId } = booking
    const planning = student.command('POST /api/tutoring-requests/{id}/sessions', {
      params: { id: requestId },
      body: { startsAt, format: 'online', place: null },
    })
    const planned = await unlessRefused('tutorBooked', planning)
    if (!planned) return null
    const { sessionId } = planned.body
    tell(booking, 'TutoringSessionScheduled', { sessionId, startsAt }, planned.consistencyToken)
    return sessionId
  }

  async function planMore(booking: Booking, fromHour: number): Promise<void> {
    if (!booking.isBundle) return
    for (let index = 0; index < 3; index++) {
      const hours = fromHour + 3 * index + (chance.happens(0.4) ? 1 : 40)
      const sessionId = await plan(booking, instant(hours * HOUR_MILLISECONDS + 30 * 60_000))
      if (sessionId === null) {
        school.ledger.fault(`${booking.student.email} did not get an hour of ${tutor.email} that no one else has`)
        continue
      }
      const wish = chance.pick(['keep', 'move', 'move', 'cancel', 'cancel', 'tutor cancels'] as const)
      if (wish === 'move' && hours > 25) await move(booking, sessionId, instant((hours + 100) * HOUR_MILLISECONDS))
      if (wish === 'cancel') await cancel(booking, sessionId, 'student')
      if (wish === 'tutor cancels') await cancel(booking, sessionId, 'tutor')
    }
  }

  async function move(booking: Booking, sessionId: string, startsAt: string): Promise<void> {
    const { student, requestId } = booking
    const { consistencyToken } = await student.command('PATCH /api/tutoring-requests/{id}/sessions/{sessionId}', {
      params: { id: requestId, sessionId },
      body: { startsAt, format: 'online', place: 'https://meet.example.com/ada' },
    })
    tell(booking, 'TutoringSessionRescheduled', { sessionId, startsAt }, consistencyToken)
  }

  async function cancel(booking: Booking, sessionId: string, as: 'student' | 'tutor'): Promise<void> {
    const request = { params: { id: booking.requestId, sessionId }, body: { reason: null } }
    const { body, consistencyToken } =
      as === 'student'
        ? await booking.student.command('POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel', request)
        : await tutor.command('POST /api/tutor/requests/{id}/sessions/{sessionId}/cancel', {
            ...request,
            body: { reason: 'I am on duty.' },
          })
    tell(booking, 'TutoringSessionCancelled', { sessionId, as, refund: body.refund.amount }, consistencyToken)
  }

  async function cancelRequest(booking: Booking): Promise<void> {
    const { consistencyToken } = await booking.student.command('POST /api/tutoring-requests/{id}/cancel', {
      params: { id: booking.requestId },
      body: { reason: null },
    })
    tell(booking, 'TutoringRequestCancelled', { as: 'student' }, consistencyToken)
  }

  /** Pays on a page that was opened before the request was cancelled: all of it comes back. */
  async function payTooLate(student: Person): Promise<void> {
    const booking = await request(student)
    const address = await checkoutPage(booking)
    await cancelRequest(booking)
    if (address !== null && (await payOnPage(address, cards.pays, school))) tell(booking, 'TutoringPaid', {}, null)
  }

  function tell(
    { student, requestId }: Booking,
    type: FactType,
    says: Readonly<Record<string, unknown>>,
    consistencyToken: bigint | null,
  ): void {
    student.tell({ kind: 'tutoring', stream: `tutoringRequest-${requestId}`, types: [type], says, consistencyToken })
  }
}

const instant = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

const form: CallsOf<'POST /api/tutoring-requests'>['body'] = { ...requestForm, interestedInBundle: false }

export const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))

export const application = {
  certificationNumber: 'M5012345',
  certifiedUntil: '2040-03-31',
  yearsOfExperience: 6,
  agreesToBackgroundCheck: true,
  weeklyHours: 8,
  about: 'Field training officer for four years.',
} as const

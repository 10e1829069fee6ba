import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { hoursAfter } from '@medicready/domain/core/calendar'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf, FactType } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { reminderPreferences } from '@medicready/domain/reminders/preferences'
import { type PlannedSession, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { type Words, withoutLinks } from '@medicready/platform/mail/letter'
import type { Mail } from '@medicready/platform/mail/mailer'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tellAccount, tellEach, whyMailStopped } from '../accounts/tell-account.ts'
import { becauseAsked } from '../reminders/unsubscribe.ts'
import { RetryLater, type WorkerParts } from '../worker/definitions.ts'
import {
  acceptedMail,
  declinedMail,
  markMail,
  mendedMail,
  movedMail,
  paidMail,
  payoutMail,
  plannedMail,
  ratedMail,
  rateMail,
  receivedMail,
  refundedMail,
  reminderMail,
  requestCancelledMail,
  sessionCancelledMail,
  studentAssignedMail,
  type Times,
  tutorApprovedMail,
  tutorChangedMail,
  tutorDeclinedMail,
} from './tutoring-letters.ts'

interface Entry {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly sessionId: string
  readonly sequence: number
  readonly at: string
  readonly startsAt: string
  readonly endsAt: string
  readonly summary: string
  readonly place: string | null
  readonly organizer: string
  readonly attendee: string
  readonly publicUrl: string
}

/** One UID for the life of the session; a higher sequence replaces earlier entries. */
export function calendarEntry(entry: Entry): NonNullable<Mail['calendar']> {
  const { method, sessionId, sequence, at, startsAt, endsAt, summary, place, organizer, attendee, publicUrl } = entry
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: { company: PRODUCT_NAME, product: 'Tutoring' } })
  calendar.createEvent({
    id: `${sessionId}@${new URL(publicUrl).hostname}`,
    sequence,
    stamp: new Date(at),
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary,
    location: place && withoutLinks(place),
    organizer: { name: PRODUCT_NAME, email: organizer },
    attendees: [{ email: attendee, rsvp: false }],
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url: new URL('/tutoring', publicUrl).href,
  })
  return { method, content: calendar.toString() }
}

type MailParts = Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>
type About<Type extends FactType> = Recorded<FactOf<Type>>

const NEWS_HOURS = 48
const isNews = ({ metadata }: Recorded, { clock }: MailParts): boolean => clock() < hoursAfter(metadata.occurredAt, NEWS_HOURS)

const ofStudents = ({ publicUrl }: MailParts): string => new URL('/tutoring', publicUrl).href
const ofTutors = ({ publicUrl }: MailParts): string => new URL('/tutoring/tutor', publicUrl).href

interface Reader {
  readonly userId: string
  readonly kind: 'tutoring' | 'tutor'
  readonly words: (address: string) => Words
}

const tell = (fact: Recorded, readers: readonly Reader[], parts: MailParts): Promise<void> =>
  tellEach(readers, ({ userId, kind, words }) =>
    tellAccount(fact, { userId, kind, words: ({ email }) => (email === null ? null : words(email)) }, parts),
  )

async function nameOf({ commands }: MailParts, userId: string, otherwise: string): Promise<string> {
  const { state } = await commands.load(accountAggregate, userId)
  return isRegistered(state) && state.firstName !== null ? state.firstName : otherwise
}

type OfStudent = About<'TutoringRequested' | 'TutoringRequestDeclined' | 'TutoringPaid' | 'TutoringRefunded' | 'TutoringRefundMended'>

async function tellStudent(fact: OfStudent, words: (link: string) => Words, parts: MailParts): Promise<void> {
  const reader = { userId: fact.data.userId, kind: 'tutoring', words: () => words(ofStudents(parts)) } as const
  if (isNews(fact, parts)) await tell(fact, [reader], parts)
}

export const tellOfRequest = (fact: About<'TutoringRequested'>, parts: MailParts): Promise<void> => tellStudent(fact, receivedMail, parts)
export const tellOfDecline = (fact: About<'TutoringRequestDeclined'>, parts: MailParts): Promise<void> =>
  tellStudent(fact, (link) => declinedMail(fact.data.reason, link), parts)
export const tellOfPayment = (fact: About<'TutoringPaid'>, parts: MailParts): Promise<void> =>
  tellStudent(fact, (link) => paidMail(fact.data, link), parts)
export const tellOfRefund = (fact: About<'TutoringRefunded'>, parts: MailParts): Promise<void> =>
  tellStudent(fact, (link) => refundedMail(fact.data.amount, link), parts)

export const tellOfMend = (fact: About<'TutoringRefundMended'>, parts: MailParts): Promise<void> =>
  tellStudent(fact, (link) => mendedMail(fact.data.amount, link), parts)

export async function tellOfAcceptance(fact: About<'TutoringRequestAccepted'>, parts: MailParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const { userId, tutorId, amount, sessions } = fact.data
  const tutor = await nameOf(parts, tutorId, 'A tutor of ours')
  const readers: Reader[] = [
    { userId, kind: 'tutoring', words: () => acceptedMail({ amount, sessions, tutor }, ofStudents(parts)) },
    { userId: tutorId, kind: 'tutor', words: () => studentAssignedMail(ofTutors(parts)) },
  ]
  await tell(fact, readers, parts)
}

export async function tellOfTutor(fact: About<'TutoringTutorAssigned'>, parts: MailParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const { userId, tutorId } = fact.data
  const tutor = await nameOf(parts, tutorId, 'another tutor')
  const readers: Reader[] = [
    { userId, kind: 'tutoring', words: () => tutorChangedMail(tutor, ofStudents(parts)) },
    { userId: tutorId, kind: 'tutor', words: () => studentAssignedMail(ofTutors(parts)) },
  ]
  await tell(fact, readers, parts)
}

export async function tellOfEnd(fact: About<'TutoringRequestCancelled'>, parts: MailParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const { userId, requestId, refund } = fact.data
  const { tutorId } = (await parts.commands.load(tutoringRequestAggregate, requestId)).state
  const readers: Reader[] = [{ userId, kind: 'tutoring', words: () => requestCancelledMail(refund, ofStudents(parts)) }]
  if (tutorId !== null) readers.push({ userId: tutorId, kind: 'tutor', words: () => requestCancelledMail(null, ofTutors(parts)) })
  await tell(fact, readers, parts)
}

interface Told {
  readonly times: Times
  readonly other: string
  readonly link: string
  readonly isStudent: boolean
}

async function tellBoth(
  fact: About<'TutoringSessionScheduled' | 'TutoringSessionRescheduled' | 'TutoringSessionCancelled' | 'TutoringSessionDropped'>,
  { words, method, session }: { words: (told: Told) => Words; method: 'REQUEST' | 'CANCEL'; session: PlannedSession },
  parts: MailParts,
): Promise<void> {
  const { userId, tutorId } = fact.data
  const [student, tutor] = [await nameOf(parts, userId, 'your student'), await nameOf(parts, tutorId, 'your tutor')]
  const { studentTimeZone, tutorTimeZone } = session
  const { startsAt } = fact.data
  const calendarOf = (attendee: string, other: string) =>
    calendarEntry({
      method,
      sessionId: session.sessionId,
      sequence: fact.data.sequence,
      at: fact.data.at,
      startsAt,
      endsAt: session.endsAt,
      summary: `Tutoring with ${other} (${PRODUCT_NAME})`,
      place: session.place,
      organizer: parts.mailer.address,
      attendee,
      publicUrl: parts.publicUrl,
    })
  const forStudent = {
    times: { startsAt, own: studentTimeZone, others: tutorTimeZone },
    other: tutor,
    link: ofStudents(parts),
    isStudent: true,
  }
  const forTutor = {
    times: { startsAt, own: tutorTimeZone, others: studentTimeZone },
    other: student,
    link: ofTutors(parts),
    isStudent: false,
  }
  const readers: Reader[] = [
    { userId, kind: 'tutoring', words: (address) => ({ ...words(forStudent), calendar: calendarOf(address, tutor) }) },
    { userId: tutorId, kind: 'tutor', words: (address) => ({ ...words(forTutor), calendar: calendarOf(address, student) }) },
  ]
  await tell(fact, readers, parts)
}

async function sessionIn(
  parts: MailParts,
  { requestId, sessionId }: { requestId: string; sessionId: string },
): Promise<PlannedSession | null> {
  const { state } = await parts.commands.load(tutoringRequestAggregate, requestId)
  return state.sessions.find((session) => session.sessionId === sessionId) ?? null
}

export async function tellOfPlan(fact: About<'TutoringSessionScheduled' | 'TutoringSessionRescheduled'>, parts: MailParts): Promise<void> {
  const session = await sessionIn(parts, fact.data)
  const now = parts.clock()
  if (session?.state !== 'scheduled' || session.sequence !== fact.data.sequence || session.startsAt <= now) return
  const mailAt = session.changeMailAt ?? now
  if (now < mailAt && mailAt < session.startsAt) throw new RetryLater('Another change of the session was just mailed.')
  const mail = fact.type === 'TutoringSessionScheduled' ? plannedMail : movedMail
  const words = ({ times, other, link }: Told) => mail({ times, other, place: session.place }, link)
  await tellBoth(fact, { words, method: 'REQUEST', session }, parts)
}

export async function tellOfCancellation(
  fact: About<'TutoringSessionCancelled' | 'TutoringSessionDropped'>,
  parts: MailParts,
): Promise<void> {
  const session = await sessionIn(parts, fact.data)
  if (!session || !isNews(fact, parts)) return
  const words = ({ times, other, link, isStudent }: Told) =>
    sessionCancelledMail({ times, other, refund: isStudent ? fact.data.refund : null }, link)
  await tellBoth(fact, { words, method: 'CANCEL', session }, parts)
}

/** Only while the session is still planned for that time, and only if wanted. */
export async function remindBoth(
  fact: About<'TutoringReminderDue'>,
  parts: MailParts & Pick<WorkerParts, 'hashEmail' | 'unsubscribeLinks'>,
): Promise<void> {
  const { userId, tutorId, startsAt, hours } = fact.data
  const session = await sessionIn(parts, fact.data)
  if (session?.state !== 'scheduled' || session.startsAt !== startsAt || startsAt <= parts.clock()) return
  const { studentTimeZone, tutorTimeZone, place } = session
  const [student, tutor] = [await nameOf(parts, userId, 'your student'), await nameOf(parts, tutorId, 'your tutor')]
  const forStudent = {
    times: { startsAt, own: studentTimeZone, others: tutorTimeZone },
    other: tutor,
    place,
    hours,
    because: await becauseAsked({ userId, mail: 'sessions', why: 'You have booked a tutoring session.' }, parts),
  }
  const forTutor = {
    times: { startsAt, own: tutorTimeZone, others: studentTimeZone },
    other: student,
    place,
    hours,
    because: await becauseAsked({ userId: tutorId, mail: 'sessions', why: 'A student has booked a tutoring session with you.' }, parts),
  }
  const readers: Reader[] = [
    { userId, kind: 'tutoring', words: () => reminderMail(forStudent, ofStudents(parts)) },
    { userId: tutorId, kind: 'tutor', words: () => reminderMail(forTutor, ofTutors(parts)) },
  ]
  const areReminded = await Promise.all(readers.map(({ userId }) => isRemindedByMail(userId, parts)))
  await tell(
    fact,
    readers.filter((_reader, index) => areReminded[index]),
    parts,
  )
}

async function isRemindedByMail(userId: string, parts: Pick<WorkerParts, 'commands' | 'hashEmail'>): Promise<boolean> {
  const { mail } = (await parts.commands.load(reminderPreferences, userId)).state
  const { state } = await parts.commands.load(accountAggregate, userId)
  if (!mail.sessions || !isRegistered(state) || state.email === null) return false
  return (await whyMailStopped(parts, { userId, email: state.email })) === null
}

export async function askToMark(fact: About<'TutoringMarkAsked'>, parts: MailParts): Promise<void> {
  const { userId, tutorId, startsAt, until } = fact.data
  const session = await sessionIn(parts, fact.data)
  if (session?.state !== 'scheduled' || until <= parts.clock()) return
  const student = await nameOf(parts, userId, 'your student')
  const { tutorTimeZone: own } = session
  const words = () => markMail({ student, startsAt, until, own }, ofTutors(parts))
  await tell(fact, [{ userId: tutorId, kind: 'tutor', words }], parts)
}

export async function askForRating(fact: About<'TutoringSessionCompleted'>, parts: MailParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const tutor = await nameOf(parts, fact.data.tutorId, 'your tutor')
  await tell(fact, [{ userId: fact.data.userId, kind: 'tutoring', words: () => rateMail(tutor, ofStudents(parts)) }], parts)
}

/** Only the latest rating is told. */
export async function tellOfRating(fact: About<'TutoringSessionRated'>, parts: MailParts): Promise<void> {
  const { tutorId, rating, at } = fact.data
  const session = await sessionIn(parts, fact.data)
  if (session?.ratedAt !== at) return
  if (parts.clock() < (session.ratingMailAt ?? at)) throw new RetryLater('Another rating of the session was just mailed.')
  if (isNews(fact, parts)) await tell(fact, [{ userId: tutorId, kind: 'tutor', words: () => ratedMail(rating, ofTutors(parts)) }], parts)
}

export async function tellApplicant(fact: About<'TutorApproved' | 'TutorDeclined'>, parts: MailParts): Promise<void> {
  if (!isNews(fact, parts)) return
  const link = ofTutors(parts)
  const words = () => (fact.type === 'TutorApproved' ? tutorApprovedMail(link) : tutorDeclinedMail(fact.data.reason, link))
  await tell(fact, [{ userId: fact.data.userId, kind: 'tutor', words }], parts)
}

export async function tellOfPayout(fact: About<'TutorPayoutReported'>, parts: MailParts): Promise<void> {
  if (isNews(fact, parts))
    await tell(fact, [{ userId: fact.data.userId, kind: 'tutor', words: () => payoutMail(fact.data, ofTutors(parts)) }], parts)
}

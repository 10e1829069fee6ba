import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { type CalendarDay, hoursAfter } from '@medicready/domain/core/calendar'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf, FactType } from '@medicready/domain/events'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { reminderPreferences } from '@medicready/domain/reminders/preferences'
import { type PlannedSession, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { letter, type MailReason, type Words, withoutLinks } from '@medicready/platform/mail/letter'
import type { Mail } from '@medicready/platform/mail/mailer'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { ADD_SECOND_FACTOR } from '../accounts/account-mails.ts'
import { tellAccount, tellEach, whyMailStopped } from '../accounts/tell-account.ts'
import { becauseAsked } from '../reminders/unsubscribe.ts'
import { RetryLater, type WorkerParts } from '../worker/definitions.ts'

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

export async function tellOfCancellation(fact: About<'TutoringSessionCancelled' | 'TutoringSessionDropped'>, parts: MailParts) {
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

export const inDollars = (cents: number): string => `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export const atTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant))

interface Times {
  readonly startsAt: string
  readonly own: string
  readonly others: string
}

const when = ({ startsAt, own, others }: Times, other: string): string => {
  const [mine, theirs] = [atTime(startsAt, own), atTime(startsAt, others)]
  return mine === theirs ? mine : `${mine} (for ${other}: ${theirs})`
}

const where = (place: string | null): string => (place === null ? 'We will tell you the place later.' : `Place: ${withoutLinks(place)}.`)

const because: MailReason = { why: `You get this email because of your tutoring with ${PRODUCT_NAME}.` }
const tutoringLetter = (link: string, words: Omit<Parameters<typeof letter>[0], 'link' | 'because'>): Words =>
  letter({ ...words, link, because })

const REFUND_DAYS = 'It reaches your account in 5-7 business days.'
const paidBack = (cents: number): string => (cents > 0 ? `${inDollars(cents)} will be refunded. ${REFUND_DAYS}` : 'There is no refund.')

const receivedMail = (link: string): Words =>
  tutoringLetter(link, {
    subject: 'We have received your tutoring request',
    greeting: 'Thank you!',
    text: 'We are looking for a tutor for you. You will hear from us within 24-48 hours.',
    button: 'See your request',
  })

const acceptedMail = ({ amount, sessions, tutor }: { amount: number; sessions: number; tutor: string }, link: string): Words =>
  tutoringLetter(link, {
    subject: 'Your tutoring request is accepted',
    greeting: 'Good news!',
    text: `${tutor} will tutor you. ${sessions === 1 ? 'Your session of one hour costs' : `Your ${sessions} sessions of one hour each cost`} ${inDollars(amount)}. Once you have paid, you can choose your times.`,
    button: 'Pay and choose your times',
  })

const declinedMail = (reason: string | null, link: string): Words =>
  tutoringLetter(link, {
    subject: 'About your tutoring request',
    greeting: 'We are sorry',
    text: `We cannot offer you tutoring this time.${reason === null ? '' : ` The reason: ${reason}`} You are welcome to ask again.`,
    button: 'Tutoring',
  })

const tutorChangedMail = (tutor: string, link: string): Words =>
  tutoringLetter(link, {
    subject: 'You have another tutor',
    greeting: 'Your tutor has changed',
    text: `${tutor} is your tutor from now on. Your paid sessions stay valid.`,
    button: 'See your tutoring',
  })

const paidMail = ({ amount, sessions }: { amount: number; sessions: number }, link: string): Words =>
  tutoringLetter(link, {
    subject: 'Your tutoring is paid',
    greeting: 'Thank you!',
    text: `We have received ${inDollars(amount)} for ${sessions === 1 ? 'one session' : `${sessions} sessions`}. Now you can choose your times.`,
    button: 'Choose your times',
  })

const studentAssignedMail = (link: string): Words =>
  tutoringLetter(link, {
    subject: 'A student is assigned to you',
    greeting: 'A new student',
    text: "You can see the student's goals now. Once they have paid, you can schedule sessions.",
    button: 'See your students',
  })

interface SessionWords {
  readonly times: Times
  readonly other: string
  readonly place: string | null
}

const plannedMail = ({ times, other, place }: SessionWords, link: string): Words =>
  tutoringLetter(link, {
    subject: `Tutoring session on ${atTime(times.startsAt, times.own)}`,
    greeting: 'Your session is scheduled',
    text: `With ${other}: ${when(times, other)}, for one hour. ${where(place)} You can reschedule it up to 24 hours before.`,
    button: 'See your sessions',
  })

const movedMail = ({ times, other, place }: SessionWords, link: string): Words =>
  tutoringLetter(link, {
    subject: `Your tutoring session was changed: ${atTime(times.startsAt, times.own)}`,
    greeting: 'Your session was changed',
    text: `New details: with ${other}, ${when(times, other)}, for one hour. ${where(place)}`,
    button: 'See your sessions',
  })

const sessionCancelledMail = (
  { times, other, refund }: Omit<SessionWords, 'place'> & { /** Told to the student alone. */ readonly refund: number | null },
  link: string,
): Words =>
  tutoringLetter(link, {
    subject: `Your tutoring session on ${atTime(times.startsAt, times.own)} is cancelled`,
    greeting: 'A session is cancelled',
    text: `The session with ${other} on ${when(times, other)} is cancelled.${refund === null ? '' : ` ${paidBack(refund)}`}`,
    button: 'See your sessions',
  })

const requestCancelledMail = (refund: number | null, link: string): Words =>
  tutoringLetter(link, {
    subject: 'Tutoring is cancelled',
    greeting: 'A request is cancelled',
    text: `There will be no more sessions for this request.${refund === null || refund === 0 ? '' : ` For the sessions that were not scheduled: ${paidBack(refund)}`}`,
    button: 'Tutoring',
  })

const refundedMail = (amount: number, link: string): Words =>
  tutoringLetter(link, {
    subject: `We are refunding ${inDollars(amount)}`,
    greeting: 'Your refund is on its way',
    text: `We refunded ${inDollars(amount)} to the card that you paid with. ${REFUND_DAYS}`,
    button: 'See your tutoring',
  })

const mendedMail = (amount: number, link: string): Words =>
  tutoringLetter(link, {
    subject: `Your refund of ${inDollars(amount)} comes another way`,
    greeting: 'Your refund comes another way',
    text: `Your bank rejected our refund of ${inDollars(amount)}. We have paid it to you another way.`,
    button: 'See your tutoring',
  })

interface ReminderWords extends SessionWords {
  readonly hours: number
  readonly because: MailReason
}

const reminderMail = ({ times, other, place, hours, because }: ReminderWords, link: string): Words =>
  letter({
    subject: hours === 1 ? 'Your tutoring session begins in an hour' : 'Your tutoring session is tomorrow',
    greeting: hours === 1 ? 'It begins in an hour' : 'See you tomorrow',
    text: `With ${other}: ${when(times, other)}. ${where(place)}`,
    button: 'See your sessions',
    link,
    because,
  })

interface Marking {
  readonly student: string
  readonly startsAt: string
  readonly until: string
  readonly own: string
}

const markMail = ({ student, startsAt, until, own }: Marking, link: string): Words =>
  tutoringLetter(link, {
    subject: 'How did your tutoring session go?',
    greeting: 'Was your session held?',
    text:
      `Please confirm whether the session with ${student} on ${atTime(startsAt, own)} took place or the student did not come. ` +
      `If we do not hear from you by ${atTime(until, own)}, it counts as held.`,
    button: 'Mark the session',
  })

const rateMail = (tutor: string, link: string): Words =>
  tutoringLetter(link, {
    subject: 'How was your tutoring session?',
    greeting: 'How was it?',
    text: `Your session with ${tutor} is over. Please rate it from 1 to 5 stars. This helps us, your tutor, and other students.`,
    button: 'Rate the session',
  })

const ratedMail = (rating: number, link: string): Words =>
  tutoringLetter(link, {
    subject: `One of your sessions was rated ${rating} of 5`,
    greeting: 'A student has rated a session',
    text: `You got ${rating} of 5 stars.`,
    button: 'See your students',
  })

const tutorApprovedMail = (link: string): Words =>
  tutoringLetter(link, {
    subject: `You are a tutor at ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `Your application is approved. Please sign in again. ${ADD_SECOND_FACTOR} Set your available hours: at least five a week.`,
    button: 'Set your hours',
  })

const tutorDeclinedMail = (reason: string | null, link: string): Words =>
  tutoringLetter(link, {
    subject: 'About your application as a tutor',
    greeting: 'Thank you for applying',
    text: `We cannot accept your application at the moment.${reason === null ? '' : ` The reason: ${reason}`} You are welcome to apply again.`,
    button: 'See your application',
  })

interface Report {
  readonly week: CalendarDay
  readonly sessions: number
  readonly amount: number
  readonly fee: number
  readonly earned: number
}

const payoutMail = ({ week, sessions, amount, fee, earned }: Report, link: string): Words =>
  tutoringLetter(link, {
    subject: `Your payout for the week of ${week}: ${inDollars(earned)}`,
    greeting: 'Your week',
    text:
      `In the week that began on ${week} (UTC), you earned ${sessions === 1 ? 'one session' : `${sessions} sessions`} from ${inDollars(amount)}. ` +
      `The platform's fee of 20 % is ${inDollars(fee)}; ${inDollars(earned)} is yours.`,
    button: 'See your payouts',
  })

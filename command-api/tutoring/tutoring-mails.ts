import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/core/event'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { reminderPreferencesAggregate } from '@medicready/domain/reminders/preferences'
import { type PlannedSession, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { withoutLinks } from '@medicready/platform/mail/letter'
import type { Mail } from '@medicready/platform/mail/mailer'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { ADD_SECOND_FACTOR } from '../accounts/account-mails.ts'
import { type AccountLetter, tellAccount, tellEach, whyMailStopped } from '../accounts/tell-account.ts'
import { becauseAsked } from '../reminders/unsubscribe.ts'
import { type MailDeps, type Reaction, RetryLater, type WorkerDeps } from '../worker/definitions.ts'

type LetterWords = Omit<AccountLetter, 'link'>

interface Reader {
  readonly userId: string
  readonly kind: 'tutoring' | 'tutor'
  readonly link: string
  readonly words: LetterWords
  readonly calendar?: (attendee: string) => NonNullable<Mail['calendar']>
}

const student = (userId: string, words: LetterWords): Reader => ({ userId, kind: 'tutoring', link: '/tutoring', words })
const tutor = (userId: string, words: LetterWords): Reader => ({ userId, kind: 'tutor', link: '/tutoring/tutor', words })

const because = { why: `You get this email because of your tutoring with ${PRODUCT_NAME}.` }

const tell = (fact: Recorded, readers: readonly Reader[], deps: MailDeps): Promise<void> =>
  tellEach(readers, ({ userId, kind, link, words, calendar }) => {
    const wordsTo = ({ email }: { email: string }) => ({ because, ...words, link, ...(calendar && { calendar: calendar(email) }) })
    return tellAccount(fact, { userId, kind, words: wordsTo }, deps)
  })

/** After this, the pages have told it. */
const NEWS_HOURS = 48
const isNews = ({ metadata }: Recorded, { clock }: MailDeps): boolean => clock() < hoursAfter(metadata.occurredAt, NEWS_HOURS)

const news =
  <About extends Recorded>(readersOf: (fact: About, deps: MailDeps) => readonly Reader[] | Promise<readonly Reader[]>) =>
  async (fact: About, deps: MailDeps): Promise<void> => {
    if (isNews(fact, deps)) await tell(fact, await readersOf(fact, deps), deps)
  }

async function nameOf({ commands }: MailDeps, userId: string, otherwise: string): Promise<string> {
  const { state } = await commands.load(accountAggregate, userId)
  return isRegistered(state) && state.firstName !== null ? state.firstName : otherwise
}

const inDollars = (cents: number): string => `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const atTime = (instant: string, timeZone: string): string =>
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

const REFUND_DAYS = 'It reaches your account in 5-7 business days.'
const paidBack = (cents: number): string => (cents > 0 ? `${inDollars(cents)} will be refunded. ${REFUND_DAYS}` : 'There is no refund.')
const forReason = (reason: string | null): string => (reason === null ? '' : ` The reason: ${reason}`)
const where = (place: string | null): string => (place === null ? 'We will tell you the place later.' : `Place: ${withoutLinks(place)}.`)

const studentAssigned: LetterWords = {
  subject: 'A student is assigned to you',
  greeting: 'A new student',
  text: "You can see the student's goals now. Once they have paid, you can schedule sessions.",
  button: 'See your students',
}

const requestCancelled = (refund: number | null): LetterWords => ({
  subject: 'Tutoring is cancelled',
  greeting: 'A request is cancelled',
  text: `There will be no more sessions for this request.${refund === null || refund === 0 ? '' : ` For the sessions that were not scheduled: ${paidBack(refund)}`}`,
  button: 'Tutoring',
})

/** A session as one of its two people sees it. */
interface Side {
  readonly isStudent: boolean
  /** The other's name. */
  readonly other: string
  /** The beginning in their own time zone. */
  readonly at: string
  /** Also in the other's zone, where that differs. */
  readonly when: string
}

async function bothSides(
  deps: MailDeps,
  { userId, tutorId, startsAt }: { readonly userId: string; readonly tutorId: string; readonly startsAt: string },
  { studentTimeZone, tutorTimeZone }: PlannedSession,
): Promise<{ readonly ofStudent: Side; readonly ofTutor: Side }> {
  const sideOf = (isStudent: boolean, own: string, others: string, other: string): Side => {
    const [at, theirs] = [atTime(startsAt, own), atTime(startsAt, others)]
    return { isStudent, other, at, when: at === theirs ? at : `${at} (for ${other}: ${theirs})` }
  }
  const [studentsName, tutorsName] = [await nameOf(deps, userId, 'your student'), await nameOf(deps, tutorId, 'your tutor')]
  return {
    ofStudent: sideOf(true, studentTimeZone, tutorTimeZone, tutorsName),
    ofTutor: sideOf(false, tutorTimeZone, studentTimeZone, studentsName),
  }
}

type OfSession = Recorded<
  FactOf<'TutoringSessionScheduled' | 'TutoringSessionRescheduled' | 'TutoringSessionCancelled' | 'TutoringSessionDropped'>
>

/** One UID for the life of the session; a higher sequence replaces earlier entries. */
function calendarEntry(
  { data: { sessionId, sequence, at, startsAt } }: OfSession,
  { method, session, other, attendee }: { method: 'REQUEST' | 'CANCEL'; session: PlannedSession; other: string; attendee: string },
  { mailer, publicUrl }: MailDeps,
): NonNullable<Mail['calendar']> {
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: { company: PRODUCT_NAME, product: 'Tutoring' } })
  calendar.createEvent({
    id: `${sessionId}@${new URL(publicUrl).hostname}`,
    sequence,
    stamp: new Date(at),
    start: new Date(startsAt),
    end: new Date(session.endsAt),
    summary: `Tutoring with ${other} (${PRODUCT_NAME})`,
    location: session.place && withoutLinks(session.place),
    organizer: { name: PRODUCT_NAME, email: mailer.address },
    attendees: [{ email: attendee, rsvp: false }],
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url: new URL('/tutoring', publicUrl).href,
  })
  return { method, content: calendar.toString() }
}

async function tellBoth(
  fact: OfSession,
  { words, method, session }: { words: (side: Side) => LetterWords; method: 'REQUEST' | 'CANCEL'; session: PlannedSession },
  deps: MailDeps,
): Promise<void> {
  const { ofStudent, ofTutor } = await bothSides(deps, fact.data, session)
  const calendarOf =
    ({ other }: Side) =>
    (attendee: string) =>
      calendarEntry(fact, { method, session, other, attendee }, deps)
  const readers = [
    { ...student(fact.data.userId, words(ofStudent)), calendar: calendarOf(ofStudent) },
    { ...tutor(fact.data.tutorId, words(ofTutor)), calendar: calendarOf(ofTutor) },
  ]
  await tell(fact, readers, deps)
}

async function sessionIn({ commands }: Pick<MailDeps, 'commands'>, { requestId, sessionId }: { requestId: string; sessionId: string }) {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  return state.sessions.find((session) => session.sessionId === sessionId) ?? null
}

/** Skipped if another plan has replaced it or its time has passed. */
async function tellOfPlan(fact: RecordedFact<'TutoringSessionScheduled' | 'TutoringSessionRescheduled'>, deps: MailDeps) {
  const session = await sessionIn(deps, fact.data)
  const now = deps.clock()
  if (session?.state !== 'scheduled' || session.sequence !== fact.data.sequence || session.startsAt <= now) return
  const mailAt = session.changeMailAt ?? now
  if (now < mailAt && mailAt < session.startsAt) throw new RetryLater('Another change of the session was just mailed.')
  const place = where(session.place)
  const planned = ({ other, at, when }: Side) => ({
    subject: `Tutoring session on ${at}`,
    greeting: 'Your session is scheduled',
    text: `With ${other}: ${when}, for one hour. ${place} You can reschedule it up to 24 hours before.`,
    button: 'See your sessions',
  })
  const moved = ({ other, at, when }: Side) => ({
    subject: `Your tutoring session was changed: ${at}`,
    greeting: 'Your session was changed',
    text: `New details: with ${other}, ${when}, for one hour. ${place}`,
    button: 'See your sessions',
  })
  await tellBoth(fact, { words: fact.type === 'TutoringSessionScheduled' ? planned : moved, method: 'REQUEST', session }, deps)
}

async function tellOfCancellation(fact: RecordedFact<'TutoringSessionCancelled' | 'TutoringSessionDropped'>, deps: MailDeps) {
  const session = await sessionIn(deps, fact.data)
  if (!session || !isNews(fact, deps)) return
  const words = ({ other, at, when, isStudent }: Side) => ({
    subject: `Your tutoring session on ${at} is cancelled`,
    greeting: 'A session is cancelled',
    text: `The session with ${other} on ${when} is cancelled.${isStudent ? ` ${paidBack(fact.data.refund)}` : ''}`,
    button: 'See your sessions',
  })
  await tellBoth(fact, { words, method: 'CANCEL', session }, deps)
}

/** Only while the session is still planned for that time, and only if wanted. */
async function remindBoth(
  fact: RecordedFact<'TutoringReminderDue'>,
  deps: MailDeps & Pick<WorkerDeps, 'hashEmail' | 'unsubscribeLinks'>,
): Promise<void> {
  const { userId, tutorId, startsAt, hours } = fact.data
  const session = await sessionIn(deps, fact.data)
  if (session?.state !== 'scheduled' || session.startsAt !== startsAt || startsAt <= deps.clock()) return
  const { ofStudent, ofTutor } = await bothSides(deps, fact.data, session)
  const words = async ({ other, when }: Side, userId: string, why: string): Promise<LetterWords> => ({
    subject: hours === 1 ? 'Your tutoring session begins in an hour' : 'Your tutoring session is tomorrow',
    greeting: hours === 1 ? 'It begins in an hour' : 'See you tomorrow',
    text: `With ${other}: ${when}. ${where(session.place)}`,
    button: 'See your sessions',
    because: await becauseAsked({ userId, mail: 'sessions', why }, deps),
  })
  const readers = [
    student(fact.data.userId, await words(ofStudent, userId, 'You have booked a tutoring session.')),
    tutor(fact.data.tutorId, await words(ofTutor, tutorId, 'A student has booked a tutoring session with you.')),
  ]
  const areReminded = await Promise.all(readers.map(({ userId }) => isRemindedByMail(userId, deps)))
  await tell(
    fact,
    readers.filter((_reader, index) => areReminded[index]),
    deps,
  )
}

async function isRemindedByMail(userId: string, deps: Pick<WorkerDeps, 'commands' | 'hashEmail'>): Promise<boolean> {
  const { mail } = (await deps.commands.load(reminderPreferencesAggregate, userId)).state
  const { state } = await deps.commands.load(accountAggregate, userId)
  if (!mail.sessions || !isRegistered(state) || state.email === null) return false
  return (await whyMailStopped(deps, { userId, email: state.email })) === null
}

async function askToMark(fact: RecordedFact<'TutoringMarkAsked'>, deps: MailDeps): Promise<void> {
  const { userId, startsAt, until } = fact.data
  const session = await sessionIn(deps, fact.data)
  if (session?.state !== 'scheduled' || until <= deps.clock()) return
  const studentsName = await nameOf(deps, userId, 'your student')
  const { tutorTimeZone: own } = session
  const words = {
    subject: 'How did your tutoring session go?',
    greeting: 'Was your session held?',
    text:
      `Please confirm whether the session with ${studentsName} on ${atTime(startsAt, own)} took place or the student did not come. ` +
      `If we do not hear from you by ${atTime(until, own)}, it counts as held.`,
    button: 'Mark the session',
  }
  await tell(fact, [tutor(fact.data.tutorId, words)], deps)
}

/** Only the latest rating is told. */
async function tellOfRating(fact: RecordedFact<'TutoringSessionRated'>, deps: MailDeps): Promise<void> {
  const { rating, at } = fact.data
  const session = await sessionIn(deps, fact.data)
  if (session?.ratedAt !== at) return
  if (deps.clock() < (session.ratingMailAt ?? at)) throw new RetryLater('Another rating of the session was just mailed.')
  const words = {
    subject: `One of your sessions was rated ${rating} of 5`,
    greeting: 'A student has rated a session',
    text: `You got ${rating} of 5 stars.`,
    button: 'See your students',
  }
  if (isNews(fact, deps)) await tell(fact, [tutor(fact.data.tutorId, words)], deps)
}

const counted = (sessions: number): string => (sessions === 1 ? 'one session' : `${sessions} sessions`)

export const tutoringMails: Reaction<WorkerDeps>['on'] = {
  TutoringRequested: news(({ data }) => [
    student(data.userId, {
      subject: 'We have received your tutoring request',
      greeting: 'Thank you!',
      text: 'We are looking for a tutor for you. You will hear from us within 24-48 hours.',
      button: 'See your request',
    }),
  ]),
  TutoringRequestAccepted: news(async ({ data }, deps) => {
    const { tutorId, amount, sessions } = data
    const name = await nameOf(deps, tutorId, 'A tutor of ours')
    const words = {
      subject: 'Your tutoring request is accepted',
      greeting: 'Good news!',
      text: `${name} will tutor you. ${sessions === 1 ? 'Your session of one hour costs' : `Your ${sessions} sessions of one hour each cost`} ${inDollars(amount)}. Once you have paid, you can choose your times.`,
      button: 'Pay and choose your times',
    }
    return [student(data.userId, words), tutor(data.tutorId, studentAssigned)]
  }),
  TutoringRequestDeclined: news(({ data }) => [
    student(data.userId, {
      subject: 'About your tutoring request',
      greeting: 'We are sorry',
      text: `We cannot offer you tutoring this time.${forReason(data.reason)} You are welcome to ask again.`,
      button: 'Tutoring',
    }),
  ]),
  TutoringTutorAssigned: news(async ({ data }, deps) => {
    const words = {
      subject: 'You have another tutor',
      greeting: 'Your tutor has changed',
      text: `${await nameOf(deps, data.tutorId, 'another tutor')} is your tutor from now on. Your paid sessions stay valid.`,
      button: 'See your tutoring',
    }
    return [student(data.userId, words), tutor(data.tutorId, studentAssigned)]
  }),
  TutoringPaid: news(({ data }) => [
    student(data.userId, {
      subject: 'Your tutoring is paid',
      greeting: 'Thank you!',
      text: `We have received ${inDollars(data.amount)} for ${counted(data.sessions)}. Now you can choose your times.`,
      button: 'Choose your times',
    }),
  ]),
  TutoringSessionScheduled: tellOfPlan,
  TutoringSessionRescheduled: tellOfPlan,
  TutoringSessionCancelled: tellOfCancellation,
  TutoringSessionDropped: tellOfCancellation,
  TutoringRequestCancelled: news(async ({ data }, { commands }) => {
    const { tutorId } = (await commands.load(tutoringRequestAggregate, data.requestId)).state
    const toStudent = student(data.userId, requestCancelled(data.refund))
    return tutorId === null ? [toStudent] : [toStudent, tutor(tutorId, requestCancelled(null))]
  }),
  TutoringRefunded: news(({ data: { userId, amount } }) => [
    student(userId, {
      subject: `We are refunding ${inDollars(amount)}`,
      greeting: 'Your refund is on its way',
      text: `We refunded ${inDollars(amount)} to the card that you paid with. ${REFUND_DAYS}`,
      button: 'See your tutoring',
    }),
  ]),
  TutoringRefundMended: news(({ data: { userId, amount } }) => [
    student(userId, {
      subject: `Your refund of ${inDollars(amount)} comes another way`,
      greeting: 'Your refund comes another way',
      text: `Your bank rejected our refund of ${inDollars(amount)}. We have paid it to you another way.`,
      button: 'See your tutoring',
    }),
  ]),
  TutoringReminderDue: remindBoth,
  TutoringMarkAsked: askToMark,
  TutoringSessionCompleted: news(async ({ data }, deps) => [
    student(data.userId, {
      subject: 'How was your tutoring session?',
      greeting: 'How was it?',
      text: `Your session with ${await nameOf(deps, data.tutorId, 'your tutor')} is over. Please rate it from 1 to 5 stars. This helps us, your tutor, and other students.`,
      button: 'Rate the session',
    }),
  ]),
  TutoringSessionRated: tellOfRating,
  TutorApproved: news(({ data: { userId: tutorId } }) => [
    tutor(tutorId, {
      subject: `You are a tutor at ${PRODUCT_NAME}`,
      greeting: 'Welcome!',
      text: `Your application is approved. Please sign in again. ${ADD_SECOND_FACTOR} Set your available hours: at least five a week.`,
      button: 'Set your hours',
    }),
  ]),
  TutorDeclined: news(({ data: { userId: tutorId, reason } }) => [
    tutor(tutorId, {
      subject: 'About your application as a tutor',
      greeting: 'Thank you for applying',
      text: `We cannot accept your application at the moment.${forReason(reason)} You are welcome to apply again.`,
      button: 'See your application',
    }),
  ]),
  TutorPayoutReported: news(({ data: { userId: tutorId, week, sessions, amount, fee, earned } }) => [
    tutor(tutorId, {
      subject: `Your payout for the week of ${week}: ${inDollars(earned)}`,
      greeting: 'Your week',
      text:
        `In the week that began on ${week} (UTC), you earned ${counted(sessions)} from ${inDollars(amount)}. ` +
        `The platform's fee of 20 % is ${inDollars(fee)}; ${inDollars(earned)} is yours.`,
      button: 'See your payouts',
    }),
  ]),
}

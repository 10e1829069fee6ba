import type { CalendarDay } from '@medicready/domain/core/calendar'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type MailReason, type Words, withoutLinks } from '@medicready/platform/mail/letter'
import { ADD_SECOND_FACTOR } from '../accounts/letters.ts'

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

export interface Times {
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

export const receivedMail = (link: string): Words =>
  tutoringLetter(link, {
    subject: 'We have received your tutoring request',
    greeting: 'Thank you!',
    text: 'We are looking for a tutor for you. You will hear from us within 24-48 hours.',
    button: 'See your request',
  })

export const acceptedMail = ({ amount, sessions, tutor }: { amount: number; sessions: number; tutor: string }, link: string): Words =>
  tutoringLetter(link, {
    subject: 'Your tutoring request is accepted',
    greeting: 'Good news!',
    text: `${tutor} will tutor you. ${sessions === 1 ? 'Your session of one hour costs' : `Your ${sessions} sessions of one hour each cost`} ${inDollars(amount)}. Once you have paid, you can choose your times.`,
    button: 'Pay and choose your times',
  })

export const declinedMail = (reason: string | null, link: string): Words =>
  tutoringLetter(link, {
    subject: 'About your tutoring request',
    greeting: 'We are sorry',
    text: `We cannot offer you tutoring this time.${reason === null ? '' : ` The reason: ${reason}`} You are welcome to ask again.`,
    button: 'Tutoring',
  })

export const tutorChangedMail = (tutor: string, link: string): Words =>
  tutoringLetter(link, {
    subject: 'You have another tutor',
    greeting: 'Your tutor has changed',
    text: `${tutor} is your tutor from now on. Your paid sessions stay valid.`,
    button: 'See your tutoring',
  })

export const paidMail = ({ amount, sessions }: { amount: number; sessions: number }, link: string): Words =>
  tutoringLetter(link, {
    subject: 'Your tutoring is paid',
    greeting: 'Thank you!',
    text: `We have received ${inDollars(amount)} for ${sessions === 1 ? 'one session' : `${sessions} sessions`}. Now you can choose your times.`,
    button: 'Choose your times',
  })

export const studentAssignedMail = (link: string): Words =>
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

export const plannedMail = ({ times, other, place }: SessionWords, link: string): Words =>
  tutoringLetter(link, {
    subject: `Tutoring session on ${atTime(times.startsAt, times.own)}`,
    greeting: 'Your session is scheduled',
    text: `With ${other}: ${when(times, other)}, for one hour. ${where(place)} You can reschedule it up to 24 hours before.`,
    button: 'See your sessions',
  })

export const movedMail = ({ times, other, place }: SessionWords, link: string): Words =>
  tutoringLetter(link, {
    subject: `Your tutoring session was changed: ${atTime(times.startsAt, times.own)}`,
    greeting: 'Your session was changed',
    text: `New details: with ${other}, ${when(times, other)}, for one hour. ${where(place)}`,
    button: 'See your sessions',
  })

export const sessionCancelledMail = (
  { times, other, refund }: Omit<SessionWords, 'place'> & { /** Told to the student alone. */ readonly refund: number | null },
  link: string,
): Words =>
  tutoringLetter(link, {
    subject: `Your tutoring session on ${atTime(times.startsAt, times.own)} is cancelled`,
    greeting: 'A session is cancelled',
    text: `The session with ${other} on ${when(times, other)} is cancelled.${refund === null ? '' : ` ${paidBack(refund)}`}`,
    button: 'See your sessions',
  })

export const requestCancelledMail = (refund: number | null, link: string): Words =>
  tutoringLetter(link, {
    subject: 'Tutoring is cancelled',
    greeting: 'A request is cancelled',
    text: `There will be no more sessions for this request.${refund === null || refund === 0 ? '' : ` For the sessions that were not scheduled: ${paidBack(refund)}`}`,
    button: 'Tutoring',
  })

export const refundedMail = (amount: number, link: string): Words =>
  tutoringLetter(link, {
    subject: `We are refunding ${inDollars(amount)}`,
    greeting: 'Your refund is on its way',
    text: `We refunded ${inDollars(amount)} to the card that you paid with. ${REFUND_DAYS}`,
    button: 'See your tutoring',
  })

export const mendedMail = (amount: number, link: string): Words =>
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

export const reminderMail = ({ times, other, place, hours, because }: ReminderWords, link: string): Words =>
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

export const markMail = ({ student, startsAt, until, own }: Marking, link: string): Words =>
  tutoringLetter(link, {
    subject: 'How did your tutoring session go?',
    greeting: 'Was your session held?',
    text:
      `Please confirm whether the session with ${student} on ${atTime(startsAt, own)} took place or the student did not come. ` +
      `If we do not hear from you by ${atTime(until, own)}, it counts as held.`,
    button: 'Mark the session',
  })

export const rateMail = (tutor: string, link: string): Words =>
  tutoringLetter(link, {
    subject: 'How was your tutoring session?',
    greeting: 'How was it?',
    text: `Your session with ${tutor} is over. Please rate it from 1 to 5 stars. This helps us, your tutor, and other students.`,
    button: 'Rate the session',
  })

export const ratedMail = (rating: number, link: string): Words =>
  tutoringLetter(link, {
    subject: `One of your sessions was rated ${rating} of 5`,
    greeting: 'A student has rated a session',
    text: `You got ${rating} of 5 stars.`,
    button: 'See your students',
  })

export const tutorApprovedMail = (link: string): Words =>
  tutoringLetter(link, {
    subject: `You are a tutor at ${PRODUCT_NAME}`,
    greeting: 'Welcome!',
    text: `Your application is approved. Please sign in again. ${ADD_SECOND_FACTOR} Set your available hours: at least five a week.`,
    button: 'Set your hours',
  })

export const tutorDeclinedMail = (reason: string | null, link: string): Words =>
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

export const payoutMail = ({ week, sessions, amount, fee, earned }: Report, link: string): Words =>
  tutoringLetter(link, {
    subject: `Your payout for the week of ${week}: ${inDollars(earned)}`,
    greeting: 'Your week',
    text:
      `In the week that began on ${week} (UTC), you earned ${sessions === 1 ? 'one session' : `${sessions} sessions`} from ${inDollars(amount)}. ` +
      `The platform's fee of 20 % is ${inDollars(fee)}; ${inDollars(earned)} is yours.`,
    button: 'See your payouts',
  })

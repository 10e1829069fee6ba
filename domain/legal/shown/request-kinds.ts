import { addDays, hoursAfter } from '../../core/shown/calendar.ts'
import {
  affiliateFigures,
  COUNTER_NOTICE_BUSINESS_DAYS,
  type FromTo,
  PRIVACY_ANSWER_DAYS,
  PRIVACY_CONFIRMATION_BUSINESS_DAYS,
  RESPONSE_HOURS,
  rangeInWords,
  TAKEDOWN_HOURS,
} from './policy-figures.ts'

/** The response times promised in the policies. No zod: the browser uses it. */

export const promiseUnits = { hours: 'hours', businessDays: 'business days', days: 'days' } as const

/** Counted from receipt; due at the end of the range. */
export interface Promised {
  readonly what: string
  readonly time: FromTo
  readonly unit: keyof typeof promiseUnits
}

interface RequestKind {
  readonly title: string
  readonly about: string
  readonly promises: readonly [Promised, ...Promised[]]
}

const exactly = (time: number): FromTo => ({ from: time, to: time })
const firstAnswer: Promised = { what: 'a first answer', time: RESPONSE_HOURS, unit: 'hours' }

export const requestKinds = {
  question: { title: 'General question', about: 'Anything about the product or these policies.', promises: [firstAnswer] },
  billing: { title: 'Billing or refund', about: 'A charge, a refund, a code, or a plan.', promises: [firstAnswer] },
  tutoring: { title: 'Tutoring', about: 'A request, a session, or a tutor, and for tutors their work and pay.', promises: [firstAnswer] },
  privacy: {
    title: 'Privacy',
    about: 'To know, correct, receive, or delete your personal data, or to appeal what we decided.',
    promises: [
      { what: 'a confirmation', time: exactly(PRIVACY_CONFIRMATION_BUSINESS_DAYS), unit: 'businessDays' },
      { what: 'an answer', time: exactly(PRIVACY_ANSWER_DAYS), unit: 'days' },
    ],
  },
  copyright: {
    title: 'Copyright notice',
    about: 'Something in the product infringes your copyright.',
    promises: [{ what: 'a decision', time: TAKEDOWN_HOURS, unit: 'hours' }],
  },
  counterNotice: {
    title: 'Copyright counter-notice',
    about: 'Something of yours was taken down by mistake.',
    promises: [{ what: 'back in place', time: COUNTER_NOTICE_BUSINESS_DAYS, unit: 'businessDays' }],
  },
  accessibility: { title: 'Accessibility', about: 'A barrier in the product, or a format that you need.', promises: [firstAnswer] },
  security: {
    title: 'Security or misuse',
    about: 'A weakness, a stolen account, or somebody who breaks the rules.',
    promises: [firstAnswer],
  },
  affiliate: {
    title: 'Affiliate application',
    about: 'To recommend the product for a commission, when that is offered.',
    promises: [{ what: 'a decision', time: affiliateFigures.approvalBusinessDays, unit: 'businessDays' }],
  },
  license: { title: 'Institutional license', about: 'Accounts for a school or an agency, when they are offered.', promises: [firstAnswer] },
} as const satisfies Record<string, RequestKind>
export type RequestKindName = keyof typeof requestKinds
export const requestKindNames = Object.keys(requestKinds) as RequestKindName[]

/** 'a confirmation within 10 business days, an answer within 45 days'. */
export const promisesInWords = (kind: RequestKindName): string =>
  requestKinds[kind].promises.map(({ what, time, unit }) => `${what} within ${timeInWords(time)} ${promiseUnits[unit]}`).join(', ')

const timeInWords = (time: FromTo): string => (time.from === time.to ? String(time.from) : rangeInWords(time))

export interface Owed {
  readonly what: string
  readonly by: string
}

export const owedFor = (kind: RequestKindName, at: string): Owed[] =>
  requestKinds[kind].promises.map((promised) => ({ what: promised.what, by: endOf(promised, at) }))

function endOf({ time, unit }: Promised, at: string): string {
  if (unit === 'hours') return hoursAfter(at, time.to)
  return unit === 'days' ? hoursAfter(at, 24 * time.to) : businessDaysAfter(at, time.to)
}

/** Skips Saturdays and Sundays. Holidays count, as they differ by place. */
function businessDaysAfter(at: string, days: number): string {
  let day = at.slice(0, 'YYYY-MM-DD'.length)
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left -= 1
  }
  return `${day}${at.slice('YYYY-MM-DD'.length)}`
}

function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

export const MAX_CONTACT_NAME_LENGTH = 120
export const MAX_CONTACT_MESSAGE_LENGTH = 5_000
export const MAX_CONTACT_NOTE_LENGTH = 500

export const contactWords = {
  kindRequired: 'Please choose what it is about',
  nameRequired: 'Please tell us your name',
  nameTooLong: 'Please use at most 120 characters',
  messageRequired: 'Please write your message',
  messageTooLong: 'Please use at most 5,000 characters',
  leftEmpty: 'Please leave this field empty',
  noteRequired: 'Please write what you answered.',
} as const

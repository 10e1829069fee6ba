import { REMEMBERED_SECONDS } from '@medicready/command-api/devices'
import { sessionLimits } from '@medicready/domain/accounts/shown/rights'
import { DELETION_DAYS, EXPORT_HOURS, UNVERIFIED_PASSWORD_DAYS, VERIFICATION_HOURS } from '@medicready/domain/accounts/shown/rules'
import { GRACE_DAYS } from '@medicready/domain/billing/observe'
import { MONEY_BACK_DAYS } from '@medicready/domain/billing/plan-commands'
import { CURRENCY, dollars, priceInWords } from '@medicready/domain/billing/shown/money'
import { PRICE_NOTICE_DAYS, tiers } from '@medicready/domain/billing/shown/tiers'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { blanks, DEFAULT_LEGAL_DOCUMENT, type LegalDocumentId, legalDocumentIds } from '@medicready/domain/legal/shown/legal-documents'
import { type LegalText, linesOf, type TextSpan } from '@medicready/domain/legal/shown/legal-text'
import {
  ANALYTICS_COOKIE_MONTHS,
  affiliateFigures,
  BACKUP_DAYS,
  CHILDRENS_AGE,
  COUNTER_NOTICE_BUSINESS_DAYS,
  LEAST_AGE,
  LIABILITY_DOLLARS,
  LIABILITY_MONTHS,
  LONGEST_COOKIE_YEARS,
  licenseFigures,
  POLICY_NOTICE_DAYS,
  PRIVACY_ANSWER_DAYS,
  PRIVACY_CONFIRMATION_BUSINESS_DAYS,
  REFUND_BUSINESS_DAYS,
  RESPONSE_HOURS,
  rangeInWords,
  SERVER_LOG_DAYS,
  TAKEDOWN_HOURS,
  TALKS_DAYS,
} from '@medicready/domain/legal/shown/policy-figures'
import { promisesInWords, requestKindNames, requestKinds } from '@medicready/domain/legal/shown/request-kinds'
import {
  MOST_WITHDRAWN_PERCENT,
  OPEN_REQUESTS_TO_WITHDRAW,
  PROTECTED_DAYS,
  REVIEW_REQUESTS_A_DAY,
} from '@medicready/domain/questions/shown/review-rules'
import {
  BUNDLE_DISCOUNT_PERCENT,
  BUNDLE_SESSIONS,
  FULL_REFUND_HOURS,
  HALF_REFUND_HOURS,
  HOURLY_PRICE,
  MAX_RATING,
  MIN_RATING,
  MIN_TUTOR_WEEKLY_HOURS,
  MIN_TUTOR_YEARS,
  MOST_DAYS_AHEAD,
  NO_SHOW_MINUTES,
  PLATFORM_FEE_PERCENT,
  SCHEDULE_NOTICE_HOURS,
  SESSION_MINUTES,
} from '@medicready/domain/tutoring/shown/rules'
import { parted, priceOf, refundOf } from '@medicready/domain/tutoring/shown/tutoring-money'
import { WRITTEN_SECONDS } from '@medicready/platform/http/written'
import { legalText, newestLegalTexts } from '@medicready/platform/legal/read-legal-text'
import { describe, expect, test } from 'vitest'

/** Every figure of the policies in its wording, made from the constants of the product. */

const MINUTES_A_DAY = 24 * 60
const money = (cents: number) => priceInWords({ amount: cents, currency: CURRENCY })
const price = (amount: number) => priceInWords(dollars(amount))
const session = parted(HOURLY_PRICE, 0)
const bundle = priceOf({ bundle: true })
const ofBundle = parted(bundle.amount / bundle.sessions, 0)
const halfRefund = (100 * refundOf(HOURLY_PRICE, { as: 'student', notice: HALF_REFUND_HOURS * 3_600_000 })) / HOURLY_PRICE
const { student, admin } = sessionLimits

const shared = {
  age: `${LEAST_AGE} or older`,
  children: `under ${CHILDRENS_AGE}`,
  firstAnswer: `a first answer within ${rangeInWords(RESPONSE_HOURS)} hours`,
  notice: `at least ${POLICY_NOTICE_DAYS} days before`,
  grace: `keep your plan for ${GRACE_DAYS} days`,
  refundsTake: `take ${rangeInWords(REFUND_BUSINESS_DAYS)} business days to be processed`,
  moneyBack: `within ${MONEY_BACK_DAYS} days of`,
  hourlyPrice: `costs ${money(HOURLY_PRICE)}`,
  bundle: `A bundle of ${BUNDLE_SESSIONS} sessions`,
  bundlePrice: `costs ${money(bundle.amount)}`,
  halfOf: `${halfRefund}%`,
  moving: `with ${SCHEDULE_NOTICE_HOURS} hours of notice`,
  fullRefund: `with ${FULL_REFUND_HOURS} hours of notice or more`,
  halfRefund: `${HALF_REFUND_HOURS}-${FULL_REFUND_HOURS} hours`,
  noRefund: `less than ${HALF_REFUND_HOURS} hours`,
  missed: `${NO_SHOW_MINUTES} minutes`,
  fee: `platform fee is ${PLATFORM_FEE_PERCENT}%`,
  sessionLasts: `${SESSION_MINUTES} minutes`,
  deletion: `For ${DELETION_DAYS} days you can change your mind`,
  takedown: `decide within ${rangeInWords(TAKEDOWN_HOURS)} hours`,
  accessibility: 'WCAG 2.2, level AA',
  privacyAnswer: `answer within ${PRIVACY_ANSWER_DAYS} days`,
  privacyConfirmation: `within ${PRIVACY_CONFIRMATION_BUSINESS_DAYS} business days`,
} as const

/** Case does not matter. Includes quotations from laws. */
const legalFigures: Readonly<Record<LegalDocumentId, readonly string[]>> = {
  terms: [
    shared.age,
    shared.children,
    shared.moneyBack,
    shared.grace,
    shared.notice,
    shared.hourlyPrice,
    shared.bundle,
    shared.bundlePrice,
    shared.sessionLasts,
    shared.deletion,
    shared.accessibility,
    `Free | ${price(tiers.free.monthlyPrice)} | ${tiers.free.dailyLimit} question a day`,
    `Basic | ${price(tiers.basic.monthlyPrice)} a month | ${tiers.basic.dailyLimit} questions a day`,
    `Premium | ${price(tiers.premium.monthlyPrice)} a month | ${tiers.premium.dailyLimit === -1 ? 'No daily limit' : tiers.premium.dailyLimit}`,
    `by email at least ${PRICE_NOTICE_DAYS} days before`,
    `${BUNDLE_DISCOUNT_PERCENT}% less`,
    `platform fee of ${PLATFORM_FEE_PERCENT}%`,
    `paid us in the ${LIABILITY_MONTHS} months before the damage, or ${price(LIABILITY_DOLLARS)} if that is more`,
    `settle the matter for ${TALKS_DAYS} days`,
    ...requestKindNames.map(promisesInWords),
  ],
  privacy: [
    shared.age,
    shared.children,
    shared.notice,
    shared.deletion,
    shared.privacyConfirmation,
    `for people of ${LEAST_AGE} or older`,
    'in the past 12 months',
    `Its password for ${UNVERIFIED_PASSWORD_DAYS} days`,
    `At most ${student.minutes / MINUTES_A_DAY} days, or ${student.idleMinutes / MINUTES_A_DAY} days without use`,
    `${EXPORT_HOURS} hours, then it is removed`,
    `once in ${EXPORT_HOURS} hours`,
    `by an id | At most ${SERVER_LOG_DAYS} days`,
    `Backups | At most ${BACKUP_DAYS} days`,
    `expire within ${BACKUP_DAYS} days`,
    `answered within ${PRIVACY_ANSWER_DAYS} days`,
    `another ${PRIVACY_ANSWER_DAYS} days`,
  ],
  refund: [
    shared.moneyBack,
    shared.refundsTake,
    shared.grace,
    shared.bundle,
    shared.bundlePrice,
    shared.halfOf,
    shared.moving,
    shared.fullRefund,
    shared.halfRefund,
    shared.noRefund,
    shared.missed,
    shared.firstAnswer,
    `${FULL_REFUND_HOURS} hours before or earlier`,
    `One session ${shared.hourlyPrice}`,
    `makes each session ${money(ofBundle.amount)}`,
    `with ${HALF_REFUND_HOURS} hours of notice or more, but less than ${FULL_REFUND_HOURS} hours`,
    `with less than ${HALF_REFUND_HOURS} hours`,
  ],
  tutor: [
    shared.age,
    shared.fee,
    shared.moving,
    shared.fullRefund,
    shared.halfOf,
    shared.halfRefund,
    shared.noRefund,
    shared.missed,
    shared.sessionLasts,
    shared.notice,
    shared.firstAnswer,
    `costs the student ${money(HOURLY_PRICE)} an hour`,
    `give ${SCHEDULE_NOTICE_HOURS} hours of notice for changes`,
    `at least ${MIN_TUTOR_YEARS} years of field experience`,
    `at least ${MIN_TUTOR_WEEKLY_HOURS} hours a week`,
    `up to ${MOST_DAYS_AHEAD} days ahead`,
    `Platform fee, ${PLATFORM_FEE_PERCENT}%`,
    `the fee is ${PLATFORM_FEE_PERCENT}%`,
    `One session | ${money(session.amount)} | ${money(session.fee)} | ${money(session.earned)}`,
    `One of a bundle of ${BUNDLE_SESSIONS} sessions | ${money(ofBundle.amount)} | ${money(ofBundle.fee)} | ${money(ofBundle.earned)}`,
    `With ${HALF_REFUND_HOURS}-${FULL_REFUND_HOURS} hours of notice`,
    `with at least ${POLICY_NOTICE_DAYS} days of notice`,
    `from ${MIN_RATING} to ${MAX_RATING} stars`,
    'Tell us within 24 hours',
  ],
  copyright: [shared.takedown, shared.firstAnswer],
  'ai-consent': [
    shared.firstAnswer,
    `up to ${REVIEW_REQUESTS_A_DAY} questions a day`,
    `When ${OPEN_REQUESTS_TO_WITHDRAW} people doubt a question`,
    `No more than ${MOST_WITHDRAWN_PERCENT}% of a module`,
    `not withdrawn by requests for ${PROTECTED_DAYS} days`,
  ],
  cookie: [
    shared.notice,
    shared.privacyAnswer,
    shared.privacyConfirmation,
    `Until you sign out, at most ${student.minutes / MINUTES_A_DAY} days`,
    `${REMEMBERED_SECONDS / 86_400} days`,
    `loaded anew | ${WRITTEN_SECONDS / 60} minute`,
    `where you began it | ${VERIFICATION_HOURS} hours`,
    `at most ${admin.minutes / 60} hours`,
    `longer than ${LONGEST_COOKIE_YEARS} years`,
    `for ${ANALYTICS_COOKIE_MONTHS} months at most`,
  ],
  affiliate: [
    shared.notice,
    `${affiliateFigures.leastAge} or older`,
    `from ${price(affiliateFigures.leastPayoutDollars)} on`,
    `decide within ${rangeInWords(affiliateFigures.approvalBusinessDays)} business days`,
    `Basic | ${affiliateFigures.basicPercent}% of the first month`,
    `Premium | ${affiliateFigures.premiumPercent}% of the first month`,
    `Tutoring | ${affiliateFigures.tutoringPercent}% of each tutoring session`,
    `An institutional license | ${affiliateFigures.licensePercent}% of the license`,
    `buys within ${affiliateFigures.attributionDays} days`,
    `minimum payout is ${price(affiliateFigures.leastPayoutDollars)}`,
    `nothing for ${affiliateFigures.inactiveMonths} months or more`,
    '16 CFR Part 255',
  ],
  license: [
    shared.age,
    shared.notice,
    shared.firstAnswer,
    shared.accessibility,
    `due in ${licenseFigures.netDays} days`,
    `due net ${licenseFigures.netDays}: within ${licenseFigures.netDays} days`,
    `Basic | Up to ${licenseFigures.basic.students} students | ${price(licenseFigures.basic.dollarsAYear)} a year`,
    `Premium | Up to ${licenseFigures.premium.students} students | ${price(licenseFigures.premium.dollarsAYear)} a year`,
    `${licenseFigures.uptimePercent}% of each month`,
    `mend within ${TALKS_DAYS} days`,
    `paid in the ${LIABILITY_MONTHS} months before`,
  ],
  dmca: [
    shared.takedown,
    `within ${rangeInWords(COUNTER_NOTICE_BUSINESS_DAYS)} business days`,
    `in ${rangeInWords(COUNTER_NOTICE_BUSINESS_DAYS)} business days`,
    '17 U.S.C. § 512(f)',
    '17 U.S.C. § 512.',
  ],
}

const texts = newestLegalTexts()
const linesIn = ({ description, sections }: LegalText): string[] => [
  description,
  ...sections.flatMap(({ title, blocks }) => [title ?? '', ...blocks.flatMap(linesOf)]),
]

/** Start and end of a phrase in a line, ignoring case. */
function* placesOf(phrase: string, line: string): Generator<readonly [number, number]> {
  const [wanted, where] = [phrase.toLowerCase(), line.toLowerCase()]
  for (let from = where.indexOf(wanted); from >= 0; from = where.indexOf(wanted, from + 1)) {
    // '15 days' does not say '5 days'.
    const isWhole = !/\w/.test((where[from - 1] ?? ' ') + (where[from + wanted.length] ?? ' '))
    if (isWhole) yield [from, from + wanted.length]
  }
}

describe.each(texts)('$title', (text) => {
  const lines = linesIn(text)
  const phrases = legalFigures[text.id]

  test('states each figure as the product applies it', () => {
    expect(phrases.filter((phrase) => !lines.some((line) => !placesOf(phrase, line).next().done))).toEqual([])
  })

  test('states no figure that the product does not apply', () => {
    const unknown = lines.flatMap((line) => {
      const known = phrases.flatMap((phrase) => [...placesOf(phrase, line)])
      const figures = [...line.matchAll(/(?<![A-Za-z\d])\d+(?:[.,]\d+)*/g)]
      return figures
        .filter(({ index, 0: figure }) => !known.some(([from, to]) => from <= index && index + figure.length <= to))
        .map(({ index }) => line.slice(Math.max(0, index - 40), index + 40))
    })
    expect(unknown).toEqual([])
  })

  test('writes figures in digits, so that they are found', () => {
    const spelled =
      /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|forty|sixty|ninety|hundred|thousand)\b/i
    expect(lines.filter((line) => spelled.test(line))).toEqual([])
  })

  test('is marked as a template, and has only known blanks', () => {
    const [preface] = text.sections
    expect(preface?.blocks[0]).toMatchObject({ kind: 'note', spans: [{ text: 'Template.', style: 'strong' }, {}] })
    const left = lines.slice(2).flatMap((line) => [...line.matchAll(/\[([^\]]+)\]/g)].map(([, blank]) => blank))
    expect(left.filter((blank) => blank !== 'brackets' && !(blanks as readonly (string | undefined)[]).includes(blank))).toEqual([])
  })

  test('links only to documents that exist', () => {
    const spans = text.sections.flatMap(({ blocks }) => blocks.flatMap((block): TextSpan[] => ('spans' in block ? block.spans : [])))
    const items = text.sections.flatMap(({ blocks }) => blocks.flatMap((block): TextSpan[] => ('items' in block ? block.items.flat() : [])))
    const addresses = [...spans, ...items].flatMap(({ href }) => (href === null ? [] : [href]))
    expect(addresses.filter((href) => !legalDocumentIds.some((id) => href === `/legal?document=${id}`))).toEqual([])
  })
})

test('each version can be read; the first has its publication date, and later ones take effect after their notice', () => {
  for (const { id, version: newest } of texts)
    for (let version = 1; version <= newest; version++) {
      const { lastUpdated, effectiveDate } = legalText(id, version)
      const from = version === 1 ? lastUpdated : addDays(lastUpdated, POLICY_NOTICE_DAYS)
      expect({ id, version, holdsInTime: effectiveDate >= from }).toEqual({ id, version, holdsInTime: true })
      if (version === 1) expect([lastUpdated, effectiveDate]).toEqual(['2025-01-01', '2025-01-01'])
    }
})

test('features that are not offered yet say so', () => {
  const isMarked = (line: string) => line.startsWith('Terms for when it is offered')
  for (const { id, sections } of texts) {
    const notes = sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'note').flatMap(linesOf))
    expect({ id, isMarked: notes.some(isMarked) }).toEqual({ id, isMarked: ['affiliate', 'license', 'cookie'].includes(id) })
  }
})

test('the kinds of request are those of the contact form', () => {
  const terms = texts.find(({ id }) => id === DEFAULT_LEGAL_DOCUMENT)
  const [, ...rows] = terms?.sections.at(-1)?.blocks.flatMap((block) => (block.kind === 'table' ? linesOf(block) : [])) ?? []
  expect(rows.map((row) => row.split(' | ').slice(0, 2))).toEqual(Object.values(requestKinds).map(({ title, about }) => [title, about]))
})

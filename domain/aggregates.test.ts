import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountAggregate, accountEvents } from './accounts/account.ts'
import { emailClaimAggregate, emailClaimEvents } from './accounts/email-claim.ts'
import { mailDeliveryAggregate, mailDeliveryEvents } from './accounts/mail-delivery.ts'
import { adminActionAggregate, adminActionEvents } from './admin/admin-actions.ts'
import { discountCodeAggregate, discountCodeEvents } from './billing/discount-code.ts'
import { disputeAggregate, disputeEvents } from './billing/dispute.ts'
import { priceAggregate, priceEvents } from './billing/price.ts'
import { reconciliationAggregate, reconciliationEvents, stripeEventAggregate, stripeEventEvents } from './billing/reconciliation.ts'
import { subscriptionAggregate, subscriptionEvents } from './billing/subscription.ts'
import { type Aggregate, fold } from './core/decider.ts'
import { currentSchemaVersion, type DomainEvent, readEventData } from './core/event.ts'
import { eventCatalog } from './events.ts'
import { calibrationAggregate, calibrationEvents } from './exams/calibration-facts.ts'
import { examAggregate, examEvents } from './exams/exam.ts'
import { examineeAggregate, examineeEvents } from './exams/examinee.ts'
import { examPoolAggregate, examPoolEvents } from './exams/pool.ts'
import { contactRequestAggregate, contactRequestEvents } from './legal/contact-request.ts'
import { policyAggregate, policyEvents, policyNoticeEvents, policyNoticesAggregate } from './legal/policy.ts'
import { generationDayAggregate, generationDayEvents } from './questions/authoring/generation-day.ts'
import { moduleNames } from './questions/modules.ts'
import { noteAggregate, noteEvents } from './questions/note.ts'
import { questionAggregate, questionEvents } from './questions/question.ts'
import { reviewDayAggregate, reviewDayEvents } from './questions/review-day.ts'
import { withdrawalEvents, withdrawalsAggregate } from './questions/withdrawals.ts'
import { readinessAggregate, readinessEvents } from './readiness/readiness-facts.ts'
import { reminderPreferenceEvents, reminderPreferencesAggregate } from './reminders/preferences.ts'
import { MOST_PUSH_DEVICES, pushDeviceEvents, pushDevicesAggregate } from './reminders/push-devices.ts'
import { reminderDayAggregate, reminderDayEvents } from './reminders/reminder-day.ts'
import { achievementAggregate, achievementEvents } from './study/achievements/earned.ts'
import { cardAggregate, cardEvents } from './study/cards/card-stream.ts'
import { schedulerAggregate, schedulerEvents } from './study/cards/scheduler.ts'
import { moduleSelectionAggregate, moduleSelectionEvents } from './study/module-selection.ts'
import { studyPlanAggregate, studyPlanEvents } from './study/plan/study-plan.ts'
import { quizPresetEvents, quizPresetsAggregate } from './study/quiz-presets.ts'
import { streakAggregate, streakEvents } from './study/streak.ts'
import { studyDayAggregate, studyDayEvents } from './study/study-day.ts'
import { studySessionAggregate, studySessionEvents } from './study/study-session.ts'
import { MOST_OPEN_REQUESTS } from './tutoring/rules.ts'
import { payoutAggregate, payoutEvents, tuteeAggregate, tuteeEvents, tutorAggregate, tutorEvents } from './tutoring/tutor.ts'
import { tutoringRequestEvents } from './tutoring/tutoring-events.ts'
import { tutoringRequestAggregate } from './tutoring/tutoring-request.ts'

/** Every aggregate folds a long stream in linear time, even if each event adds something new. */

const directory = new URL('./', import.meta.url)

const walked = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  definitions: readonly { readonly type: string }[],
  /** The number of different ids in its events, if decisions limit them. */
  ids = Number.POSITIVE_INFINITY,
) => ({
  category: aggregate.category,
  types: definitions.map(({ type }) => type),
  /** CPU milliseconds for this many events of a type, after the first event of a stream. */
  millisecondsOf: (type: string, events: number): number => {
    const stream = [eventOf(definitions[0]?.type ?? type, 0), ...Array.from({ length: events }, (_, n) => eventOf(type, n % ids))]
    const before = process.threadCpuUsage()
    fold(aggregate, stream as Event[])
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  },
})

const aggregates = [
  walked(accountAggregate, accountEvents),
  walked(emailClaimAggregate, emailClaimEvents),
  walked(mailDeliveryAggregate, mailDeliveryEvents),
  walked(adminActionAggregate, adminActionEvents),
  walked(discountCodeAggregate, discountCodeEvents),
  walked(disputeAggregate, disputeEvents),
  walked(priceAggregate, priceEvents),
  walked(reconciliationAggregate, reconciliationEvents),
  walked(stripeEventAggregate, stripeEventEvents),
  walked(subscriptionAggregate, subscriptionEvents, 20),
  walked(calibrationAggregate, calibrationEvents),
  walked(examAggregate, examEvents),
  walked(examineeAggregate, examineeEvents),
  walked(examPoolAggregate, examPoolEvents),
  walked(contactRequestAggregate, contactRequestEvents),
  walked(policyAggregate, policyEvents),
  walked(policyNoticesAggregate, policyNoticeEvents),
  walked(generationDayAggregate, generationDayEvents),
  walked(noteAggregate, noteEvents),
  walked(questionAggregate, questionEvents, 20),
  walked(reviewDayAggregate, reviewDayEvents),
  walked(withdrawalsAggregate, withdrawalEvents),
  walked(readinessAggregate, readinessEvents),
  walked(reminderPreferencesAggregate, reminderPreferenceEvents),
  walked(pushDevicesAggregate, pushDeviceEvents, MOST_PUSH_DEVICES),
  walked(reminderDayAggregate, reminderDayEvents),
  walked(achievementAggregate, achievementEvents),
  walked(cardAggregate, cardEvents),
  walked(schedulerAggregate, schedulerEvents),
  walked(moduleSelectionAggregate, moduleSelectionEvents, moduleNames.length),
  walked(studyPlanAggregate, studyPlanEvents),
  walked(quizPresetsAggregate, quizPresetEvents, 20),
  walked(streakAggregate, streakEvents),
  walked(studyDayAggregate, studyDayEvents),
  walked(studySessionAggregate, studySessionEvents),
  walked(payoutAggregate, payoutEvents),
  walked(tuteeAggregate, tuteeEvents, MOST_OPEN_REQUESTS),
  walked(tutorAggregate, tutorEvents),
  walked(tutoringRequestAggregate, tutoringRequestEvents),
]

type Renewed = (n: number) => unknown
const templates = new Map<string, Renewed>()

/** The golden sample of a type with different ids for each number. */
function eventOf(type: string, n: number): DomainEvent {
  let template = templates.get(type)
  if (!template) {
    const definition = eventCatalog.get(type)
    if (!definition) throw new Error(`There is no event ${type}.`)
    const version = currentSchemaVersion(definition)
    const sample = JSON.parse(readFileSync(new URL(`golden/${type}.v${version}.json`, directory), 'utf8'))
    const data = readEventData(definition, version, sample)
    template = renewed(data) ?? (() => data)
    templates.set(type, template)
  }
  return { type, data: template(n) }
}

/** Null where there is no id to renew. */
function renewed(value: unknown): Renewed | null {
  if (typeof value === 'string')
    return /^[0-9a-f-]{36}$/.test(value) ? (n) => `${value.slice(0, 24)}${n.toString(16).padStart(12, '0')}` : null
  if (typeof value !== 'object' || value === null) return null
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const renew = renewed(part)
    return renew ? [[key, renew] as const] : []
  })
  if (parts.length === 0) return null
  return (n) => {
    const copy = Array.isArray(value) ? [...value] : { ...value }
    for (const [key, renew] of parts) Reflect.set(copy, key, renew(n))
    return copy
  }
}

test('every aggregate of the domain is walked', () => {
  const declared = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, directory), 'utf8').matchAll(/^export const \w+: Aggregate<.*?category: '(\w+)'/gms)])
    .map(([, category = '']) => category)
  const walkedOnes = aggregates.map(({ category }) => category)
  expect(
    declared.filter((category) => !walkedOnes.includes(category)),
    'Please add a line `walked(<aggregate>, <its events>)` to the list above for these categories.',
  ).toEqual([])
  expect(walkedOnes).toHaveLength(declared.length)
})

const EVENTS = 20_000
const FEWER = EVENTS / 8
/** Linear is 8 times as long, and quadratic 64 times. */
const MOST_TIMES = 24
/** Allowance for a garbage collection. */
const SLACK_MILLISECONDS = 40
const TRIES = 5

describe.each(aggregates)('$category', ({ types, millisecondsOf }) => {
  test.each(types)(`folds ${EVENTS.toLocaleString('en')} of %s in linear time`, (type) => {
    const isLinear = () => millisecondsOf(type, EVENTS) < MOST_TIMES * millisecondsOf(type, FEWER) + SLACK_MILLISECONDS
    expect(Array.from({ length: TRIES }).some(isLinear)).toBe(true)
  })
})

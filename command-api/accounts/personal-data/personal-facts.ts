import { accountAggregate, accountEvents } from '@medicready/domain/accounts/account'
import { emailClaimAggregate, emailClaimEvents } from '@medicready/domain/accounts/email-claim'
import { mailDeliveryAggregate, mailDeliveryEvents } from '@medicready/domain/accounts/mail-delivery'
import { adminActionAggregate, adminActionEvents } from '@medicready/domain/admin/admin-actions'
import { discountCodeAggregate, discountCodeEvents } from '@medicready/domain/billing/discount-code'
import { disputeAggregate, disputeEvents } from '@medicready/domain/billing/dispute'
import { subscriptionAggregate, subscriptionEvents } from '@medicready/domain/billing/subscription'
import { streamName } from '@medicready/domain/core/decider'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactType } from '@medicready/domain/events'
import { examAggregate, examEvents } from '@medicready/domain/exams/exam'
import { examineeAggregate, examineeEvents } from '@medicready/domain/exams/examinee'
import { savedQueriesAggregate, savedQueriesEvents } from '@medicready/domain/lab/saved-queries'
import { contactRequestAggregate, contactRequestEvents } from '@medicready/domain/legal/contact-request'
import { policyNoticeEvents, policyNoticesAggregate } from '@medicready/domain/legal/policy'
import { guidelineNoticeEvents, guidelineNoticesAggregate } from '@medicready/domain/questions/guideline-notice'
import { noteAggregate, noteEvents, noteId } from '@medicready/domain/questions/note'
import { questionAggregate, questionEvents } from '@medicready/domain/questions/question'
import { reviewDayAggregate, reviewDayEvents, reviewDayId } from '@medicready/domain/questions/review-day'
import { readinessAggregate, readinessEvents } from '@medicready/domain/readiness/readiness-facts'
import { reminderPreferenceEvents, reminderPreferencesAggregate } from '@medicready/domain/reminders/preferences'
import { pushDeviceEvents, pushDevicesAggregate } from '@medicready/domain/reminders/push-devices'
import { reminderDayAggregate, reminderDayEvents, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import { achievementAggregate, achievementEvents } from '@medicready/domain/study/achievements/earned'
import { cardAggregate, cardEvents, cardId } from '@medicready/domain/study/cards/card-stream'
import { schedulerAggregate, schedulerEvents } from '@medicready/domain/study/cards/scheduler'
import { moduleSelectionAggregate, moduleSelectionEvents } from '@medicready/domain/study/module-selection'
import { studyPlanAggregate, studyPlanEvents } from '@medicready/domain/study/plan/study-plan'
import { quizPresetEvents, quizPresetsAggregate } from '@medicready/domain/study/quiz-presets'
import { streakAggregate, streakEvents } from '@medicready/domain/study/streak'
import { studyDayAggregate, studyDayEvents } from '@medicready/domain/study/study-day'
import { studySessionAggregate, studySessionEvents } from '@medicready/domain/study/study-session'
import {
  payoutAggregate,
  payoutEvents,
  payoutId,
  tuteeAggregate,
  tuteeEvents,
  tutorAggregate,
  tutorEvents,
} from '@medicready/domain/tutoring/tutor'
import { tutoringRequestEvents } from '@medicready/domain/tutoring/tutoring-events'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import {
  auditedStreamsOf,
  codesOf,
  daysOfAccount,
  daysOfReviewRequests,
  disputesOf,
  namesIn,
  questionsInReviewOf,
} from '@medicready/projector/read-models/accounts/personal-data-queries'
import { contactRequests } from '@medicready/projector/read-models/legal/contact-requests'
import type { ReadModelQuery, Reads } from '@medicready/projector/read-models/query'
import { questionNotes } from '@medicready/projector/read-models/questions/question-notes'
import { cards } from '@medicready/projector/read-models/study/cards'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { studySessions } from '@medicready/projector/read-models/study/study-sessions'
import { tutorPayouts } from '@medicready/projector/read-models/tutoring/tutor-payouts'
import { tutoringRequests } from '@medicready/projector/read-models/tutoring/tutoring-requests'
import type { Dependencies } from '../../dependencies.ts'

/** Reads the streams with known names: scanning the log would read everyone's facts. */
type Source = (deps: Pick<Dependencies, 'sql' | 'hashEmail' | 'eventStore'>, userId: string) => Promise<readonly string[]>

const ofTheAccount =
  (aggregate: { readonly category: string }): Source =>
  async (_parts, userId) => [streamName(aggregate, userId)]

const addresses: Source = async (deps, userId) => {
  const emails = addressesIn(await deps.eventStore.readStream(streamName(accountAggregate, userId)))
  return Promise.all(emails.map(async (email) => streamName(emailClaimAggregate, await deps.hashEmail(email))))
}

/** A row of these read models names each stream, also after a removal. Only `AccountErased` may delete it. */
interface NamedSource extends Reads {
  (deps: Pick<Dependencies, 'sql'>, userId: string): Promise<readonly string[]>
}

const named = <Row>(
  query: ReadModelQuery<[userId: string], PromiseLike<readonly Row[]>>,
  aggregate: { readonly category: string },
  idOf: (row: Row, userId: string) => string,
): NamedSource =>
  Object.assign(
    async ({ sql }: Pick<Dependencies, 'sql'>, userId: string) =>
      (await query(sql, userId)).map((row) => streamName(aggregate, idOf(row, userId))),
    { reads: query.reads },
  )

const exams: Source = async ({ eventStore }, userId) => {
  const booked = await eventStore.readStream(streamName(examineeAggregate, userId))
  return booked.flatMap(({ type, data }) => (type === 'ExamBooked' ? [streamName(examAggregate, data.examId)] : []))
}

const adminActions: Source = async ({ sql }, userId) => {
  const rows = await auditedStreamsOf(sql, { userId, category: adminActionAggregate.category })
  return rows.map(({ stream }) => stream)
}

/** Facts with a `userId`. */
type PersonalFact = Extract<Fact, { readonly data: { readonly userId: string } }>
type Streams = readonly (readonly [events: readonly { readonly type: string }[], source: Source])[]

export const sources = [
  [accountEvents, ofTheAccount(accountAggregate)],
  [adminActionEvents, adminActions],
  [emailClaimEvents, addresses],
  [mailDeliveryEvents, ofTheAccount(mailDeliveryAggregate)],
  [discountCodeEvents, named(codesOf, discountCodeAggregate, ({ code }) => code)],
  [subscriptionEvents, ofTheAccount(subscriptionAggregate)],
  [disputeEvents, named(disputesOf, disputeAggregate, ({ id }) => id)],
  [moduleSelectionEvents, ofTheAccount(moduleSelectionAggregate)],
  [studyDayEvents, named(namesIn(studyDays, 'study_days', 'date'), studyDayAggregate, ({ name }, userId) => `${userId}_${name}`)],
  [studySessionEvents, named(namesIn(studySessions, 'study_sessions', 'id', 'started_at, id'), studySessionAggregate, ({ name }) => name)],
  [quizPresetEvents, ofTheAccount(quizPresetsAggregate)],
  [savedQueriesEvents, ofTheAccount(savedQueriesAggregate)],
  [streakEvents, ofTheAccount(streakAggregate)],
  [
    cardEvents,
    named(namesIn(cards, 'spaced_repetition_decisions', 'question_id'), cardAggregate, ({ name }, userId) =>
      cardId({ userId, questionId: name }),
    ),
  ],
  [achievementEvents, ofTheAccount(achievementAggregate)],
  [schedulerEvents, ofTheAccount(schedulerAggregate)],
  [studyPlanEvents, ofTheAccount(studyPlanAggregate)],
  [examineeEvents, ofTheAccount(examineeAggregate)],
  [examEvents, exams],
  [readinessEvents, ofTheAccount(readinessAggregate)],
  [reminderPreferenceEvents, ofTheAccount(reminderPreferencesAggregate)],
  [pushDeviceEvents, ofTheAccount(pushDevicesAggregate)],
  [reminderDayEvents, named(daysOfAccount, reminderDayAggregate, ({ date }, userId) => reminderDayId(userId, date))],
  [questionEvents, named(questionsInReviewOf, questionAggregate, ({ questionId }) => questionId)],
  [reviewDayEvents, named(daysOfReviewRequests, reviewDayAggregate, ({ date }, userId) => reviewDayId(userId, date))],
  [guidelineNoticeEvents, ofTheAccount(guidelineNoticesAggregate)],
  [noteEvents, named(namesIn(questionNotes, 'question_notes', 'question_id'), noteAggregate, ({ name }, userId) => noteId(userId, name))],
  [
    tutoringRequestEvents,
    named(namesIn(tutoringRequests, 'tutoring_requests', 'id', 'created_at, id'), tutoringRequestAggregate, ({ name }) => name),
  ],
  [tutorEvents, ofTheAccount(tutorAggregate)],
  [tuteeEvents, ofTheAccount(tuteeAggregate)],
  [payoutEvents, named(namesIn(tutorPayouts, 'tutor_payouts', 'week'), payoutAggregate, ({ name }, userId) => payoutId(userId, name))],
  [policyNoticeEvents, ofTheAccount(policyNoticesAggregate)],
  [
    contactRequestEvents,
    named(namesIn(contactRequests, 'contact_requests', 'id', 'requested_at, id'), contactRequestAggregate, ({ name }) => name),
  ],
] as const satisfies Streams

true satisfies Exclude<PersonalFact['type'], (typeof sources)[number][0][number]['type']> extends infer Missing
  ? [Missing] extends [never]
    ? true
    : { readonly streamsMissingFor: Missing }
  : never

const isAbout = (fact: Recorded<Fact>, userId: string): fact is Recorded<PersonalFact> =>
  'userId' in fact.data && fact.data.userId === userId

export async function* personalFacts(deps: Pick<Dependencies, 'sql' | 'hashEmail' | 'eventStore'>, userId: string) {
  for (const [, source] of sources)
    for (const name of await source(deps, userId))
      for (const fact of await deps.eventStore.readStream(name)) if (isAbout(fact, userId)) yield fact
}

const addressFacts: readonly FactType[] = ['AccountRegistered', 'EmailChangeRequested', 'EmailChanged']

export function addressesIn(facts: readonly Fact[]): string[] {
  const emails = facts.flatMap(({ type, data }) =>
    addressFacts.includes(type) && 'email' in data && data.email !== null ? [data.email] : [],
  )
  return [...new Set(emails)]
}

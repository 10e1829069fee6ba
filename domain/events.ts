import { accountEvents } from './accounts/account.ts'
import { emailClaimEvents } from './accounts/email-claim.ts'
import { mailDeliveryEvents } from './accounts/mail-delivery.ts'
import { adminActionEvents } from './admin/admin-actions.ts'
import { discountCodeEvents } from './billing/discount-code.ts'
import { disputeEvents } from './billing/dispute.ts'
import { priceEvents } from './billing/price.ts'
import { reconciliationEvents, stripeEventEvents } from './billing/reconciliation.ts'
import { subscriptionEvents } from './billing/subscription.ts'
import type { EventDefinition, EventOf, Recorded } from './core/event.ts'
import { calibrationEvents } from './exams/calibration-facts.ts'
import { examEvents } from './exams/exam.ts'
import { examineeEvents } from './exams/examinee.ts'
import { examPoolEvents } from './exams/pool.ts'
import { savedQueriesEvents } from './lab/saved-queries.ts'
import { contactRequestEvents } from './legal/contact-request.ts'
import { policyEvents, policyNoticeEvents } from './legal/policy.ts'
import { generationDayEvents } from './questions/authoring/generation-day.ts'
import { guidelineNoticeEvents } from './questions/guideline-notice.ts'
import { noteEvents } from './questions/note.ts'
import { questionEvents } from './questions/question.ts'
import { reviewDayEvents } from './questions/review-day.ts'
import { withdrawalEvents } from './questions/withdrawals.ts'
import { readinessEvents } from './readiness/readiness-facts.ts'
import { reminderPreferenceEvents } from './reminders/preferences.ts'
import { pushDeviceEvents } from './reminders/push-devices.ts'
import { reminderDayEvents } from './reminders/reminder-day.ts'
import { achievementEvents } from './study/achievements/earned.ts'
import { cardEvents } from './study/cards/card-stream.ts'
import { schedulerEvents } from './study/cards/scheduler.ts'
import { moduleSelectionEvents } from './study/module-selection.ts'
import { studyPlanEvents } from './study/plan/study-plan.ts'
import { quizPresetEvents } from './study/quiz-presets.ts'
import { streakEvents } from './study/streak.ts'
import { studyDayEvents } from './study/study-day.ts'
import { studySessionEvents } from './study/study-session.ts'
import { payoutEvents, tuteeEvents, tutorEvents } from './tutoring/tutor.ts'
import { tutoringRequestEvents } from './tutoring/tutoring-events.ts'

/** By the file of the aggregate that decides them. */
const byAggregate = {
  'accounts/account': accountEvents,
  'accounts/email-claim': emailClaimEvents,
  'accounts/mail-delivery': mailDeliveryEvents,
  'billing/subscription': subscriptionEvents,
  'billing/discount-code': discountCodeEvents,
  'billing/reconciliation': [...stripeEventEvents, ...reconciliationEvents],
  'billing/price': priceEvents,
  'billing/dispute': disputeEvents,
  'questions/question': questionEvents,
  'questions/review-day': reviewDayEvents,
  'questions/note': noteEvents,
  'questions/guideline-notice': guidelineNoticeEvents,
  'questions/withdrawals': withdrawalEvents,
  'questions/authoring/generation-day': generationDayEvents,
  'study/module-selection': moduleSelectionEvents,
  'study/study-day': studyDayEvents,
  'study/cards/scheduler': schedulerEvents,
  'study/study-session': studySessionEvents,
  'study/quiz-presets': quizPresetEvents,
  'study/streak': streakEvents,
  'study/cards/card-stream': cardEvents,
  'study/achievements/earned': achievementEvents,
  'study/plan/study-plan': studyPlanEvents,
  'exams/pool': examPoolEvents,
  'exams/examinee': examineeEvents,
  'exams/exam': examEvents,
  'exams/calibration-facts': calibrationEvents,
  'readiness/readiness-facts': readinessEvents,
  'reminders/preferences': reminderPreferenceEvents,
  'reminders/push-devices': pushDeviceEvents,
  'reminders/reminder-day': reminderDayEvents,
  'admin/admin-actions': adminActionEvents,
  'lab/saved-queries': savedQueriesEvents,
  'legal/contact-request': contactRequestEvents,
  'legal/policy': [...policyNoticeEvents, ...policyEvents],
  'tutoring/tutoring-request': tutoringRequestEvents,
  'tutoring/tutor': [...tutorEvents, ...tuteeEvents, ...payoutEvents],
} as const

export type Fact = EventOf<(typeof byAggregate)[keyof typeof byAggregate][number]>
export type FactType = Fact['type']
export type FactOf<Type extends FactType> = Extract<Fact, { type: Type }>
export type RecordedFact<Type extends FactType> = Recorded<FactOf<Type>>

export interface CatalogEntry extends EventDefinition {
  /** `<room>/<file>` in `domain`. */
  readonly decidedIn: string
}

export const eventCatalog: ReadonlyMap<string, CatalogEntry> = new Map(
  Object.entries(byAggregate).flatMap(([decidedIn, definitions]) =>
    definitions.map((definition) => [definition.type, { ...(definition as EventDefinition), decidedIn }]),
  ),
)

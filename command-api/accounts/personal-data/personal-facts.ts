import { accountAggregate } from '@medicready/domain/accounts/account'
import { emailClaim } from '@medicready/domain/accounts/email-claim'
import { mailDelivery } from '@medicready/domain/accounts/mail-delivery'
import { adminAction } from '@medicready/domain/admin/admin-actions'
import { discountCode } from '@medicready/domain/billing/discount-code'
import { dispute } from '@medicready/domain/billing/dispute'
import { subscription } from '@medicready/domain/billing/subscription'
import { streamName } from '@medicready/domain/core/decider'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactType } from '@medicready/domain/events'
import { exam } from '@medicready/domain/exams/exam'
import { examinee } from '@medicready/domain/exams/examinee'
import { contactRequest } from '@medicready/domain/legal/contact-request'
import { policyNotices } from '@medicready/domain/legal/policy'
import { noteAggregate, noteId } from '@medicready/domain/questions/note'
import { questionAggregate } from '@medicready/domain/questions/question'
import { reviewDay, reviewDayId } from '@medicready/domain/questions/review-day'
import { readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import { reminderPreferences } from '@medicready/domain/reminders/preferences'
import { pushDevices } from '@medicready/domain/reminders/push-devices'
import { reminderDay, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import { achievementAggregate } from '@medicready/domain/study/achievements/earned'
import { cardAggregate, cardId } from '@medicready/domain/study/cards/card-stream'
import { scheduler } from '@medicready/domain/study/cards/scheduler'
import { moduleSelection } from '@medicready/domain/study/module-selection'
import { studyPlan } from '@medicready/domain/study/plan/study-plan'
import { quizPresetsAggregate } from '@medicready/domain/study/quiz-presets'
import { streakAggregate } from '@medicready/domain/study/streak'
import { studyDay } from '@medicready/domain/study/study-day'
import { studySession } from '@medicready/domain/study/study-session'
import { payoutAggregate, payoutId, tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  auditedStreamsOf,
  codesOf,
  contactRequestsOf,
  daysOfAccount,
  daysOfReviewRequests,
  decidedCardsOf,
  disputesOf,
  notedQuestionsOf,
  payoutWeeksOf,
  questionsInReviewOf,
  studyDaysOf,
  studySessionsOf,
  tutoringRequestsOf,
} from '@medicready/projector/read-models/accounts/personal-data-queries'
import type { Parts } from '../../parts.ts'

/**
 * Facts about a person are found in streams with known names: scanning the log would read everyone's facts. Read models
 * supply the days and questions.
 */
type Source = (parts: Pick<Parts, 'sql' | 'hashEmail' | 'eventStore'>, userId: string) => Promise<readonly string[]>

const ofTheAccount = (aggregate: { readonly category: string }): Source => {
  return async (_parts, userId) => [streamName(aggregate, userId)]
}

const account = ofTheAccount(accountAggregate)
const modules = ofTheAccount(moduleSelection)
const billing = ofTheAccount(subscription)
const streak = ofTheAccount(streakAggregate)
const quizPresets = ofTheAccount(quizPresetsAggregate)
const achievements = ofTheAccount(achievementAggregate)
const plan = ofTheAccount(studyPlan)
const ownScheduler = ofTheAccount(scheduler)
const bookings = ofTheAccount(examinee)
const noticesOfPolicies = ofTheAccount(policyNotices)
const readiness = ofTheAccount(readinessAggregate)
const reminders = ofTheAccount(reminderPreferences)
const devices = ofTheAccount(pushDevices)
const mails = ofTheAccount(mailDelivery)

const addresses: Source = async (parts, userId) => {
  const emails = addressesIn(await parts.eventStore.readStream(streamName(accountAggregate, userId)))
  return Promise.all(emails.map(async (email) => streamName(emailClaim, await parts.hashEmail(email))))
}

const named =
  <Row>(
    query: (sql: Sql, userId: string) => PromiseLike<readonly Row[]>,
    aggregate: { readonly category: string },
    idOf: (row: Row, userId: string) => string,
  ): Source =>
  async ({ sql }, userId) =>
    (await query(sql, userId)).map((row) => streamName(aggregate, idOf(row, userId)))

const exams: Source = async ({ eventStore }, userId) => {
  const booked = await eventStore.readStream(streamName(examinee, userId))
  return booked.flatMap(({ type, data }) => (type === 'ExamBooked' ? [streamName(exam, data.examId)] : []))
}

/** What administrators did about a user and no stream of the user has. */
const adminActions: Source = async ({ sql }, userId) => {
  const rows = await auditedStreamsOf(sql, { userId, category: adminAction.category })
  return rows.map(({ stream }) => stream)
}

const days = named(studyDaysOf, studyDay, ({ date }, userId) => `${userId}_${date}`)
const reminderDays = named(daysOfAccount, reminderDay, ({ date }, userId) => reminderDayId(userId, date))
const sessions = named(studySessionsOf, studySession, ({ id }) => id)
const cards = named(decidedCardsOf, cardAggregate, ({ questionId }, userId) => cardId({ userId, questionId }))
const doubtedQuestions = named(questionsInReviewOf, questionAggregate, ({ questionId }) => questionId)
const notes = named(notedQuestionsOf, noteAggregate, ({ questionId }, userId) => noteId(userId, questionId))
const discountCodes = named(codesOf, discountCode, ({ code }) => code)
const daysOfReviews = named(daysOfReviewRequests, reviewDay, ({ date }, userId) => reviewDayId(userId, date))
const tutor = ofTheAccount(tutorAggregate)
const tutee = ofTheAccount(tuteeAggregate)
const tutoringRequests = named(tutoringRequestsOf, tutoringRequestAggregate, ({ id }) => id)
const disputes = named(disputesOf, dispute, ({ id }) => id)
const payouts = named(payoutWeeksOf, payoutAggregate, ({ week }, userId) => payoutId(userId, week))
const contactRequests = named(contactRequestsOf, contactRequest, ({ id }) => id)

/** Facts with a `userId`. A new one is a type error here until its stream is named. */
type PersonalFact = Extract<Fact, { readonly data: { readonly userId: string } }>
type PersonalFactType = PersonalFact['type']

const standsIn: Readonly<Record<PersonalFactType, Source>> = {
  AccountRegistered: account,
  RegistrationRepeated: account,
  RegistrationNoticeSent: account,
  VerificationRequested: account,
  VerificationEmailSent: account,
  EmailVerified: account,
  PoliciesAgreed: account,
  ProfileChanged: account,
  BackgroundTold: account,
  SettingsChanged: account,
  PasswordResetRequested: account,
  PasswordChanged: account,
  EmailChangeRequested: account,
  EmailChanged: account,
  RoleGranted: account,
  RoleRevoked: account,
  SecondFactorAdded: account,
  SecondFactorRemoved: account,
  RecoveryCodesIssued: account,
  RecoveryCodeUsed: account,
  SecondFactorRefused: account,
  ExportRequested: account,
  ExportMade: account,
  DeletionRequested: account,
  DeletionCancelled: account,
  AccountErased: account,
  AccountMailSent: account,
  StudentInvited: adminActions,
  StudentUnlocked: adminActions,
  ErasureOrdered: adminActions,
  EmailClaimed: addresses,
  EmailReleased: addresses,
  MailDeliveryStopped: mails,
  MailDeliveryResumed: mails,
  CodeReserved: discountCodes,
  CodeReleased: discountCodes,
  CodeRedeemed: discountCodes,
  CustomerMade: billing,
  CustomerDeleted: billing,
  CheckoutStarted: billing,
  CheckoutOpened: billing,
  CheckoutEnded: billing,
  SubscriptionActivated: billing,
  TierChanged: billing,
  PlanChangeScheduled: billing,
  PlanChangeWithdrawn: billing,
  InvoicePaid: billing,
  PaymentFailed: billing,
  InvoiceVoided: billing,
  PaymentReminded: billing,
  CancellationScheduled: billing,
  CancellationWithdrawn: billing,
  SubscriptionEnded: billing,
  MoneyBackClaimed: billing,
  MoneyBackRefused: billing,
  RefundIssued: billing,
  RefundFailed: billing,
  FreePeriodGranted: billing,
  FreePeriodEnded: billing,
  PriceChangeTold: billing,
  PriceChangeApplied: billing,
  DisputeOpened: disputes,
  DisputeMoneyMoved: disputes,
  DisputeClosed: disputes,
  ModuleSelected: modules,
  ModuleDeactivated: modules,
  ModuleReactivated: modules,
  DailyQuestionsAssigned: days,
  QuestionsDrawn: days,
  AnswerSubmitted: days,
  QuestionFlaggedForReview: days,
  StudySessionClosed: days,
  StudySessionStarted: sessions,
  StudySessionCompleted: sessions,
  QuizPresetSaved: quizPresets,
  QuizPresetDeleted: quizPresets,
  StreakBroken: streak,
  StreakFreezeEarned: streak,
  StreakFreezeSpent: streak,
  CardSuspended: cards,
  CardBroughtBack: cards,
  CardReviewUndone: cards,
  AchievementEarned: achievements,
  SchedulerFitted: ownScheduler,
  PlanLaidOut: plan,
  PlanClosed: plan,
  ExamBooked: bookings,
  ExamStarted: exams,
  ExamAnswered: exams,
  ExamCompleted: exams,
  ExamGivenUp: exams,
  ExamProfileChosen: readiness,
  PassPredicted: readiness,
  ExamOutcomeAsked: readiness,
  ExamOutcomeReported: readiness,
  RemindersChanged: reminders,
  PushSubscribed: devices,
  PushUnsubscribed: devices,
  QuestionsReminderDue: reminderDays,
  QuestionsReminderSent: reminderDays,
  StreakReminderDue: reminderDays,
  StreakReminderSent: reminderDays,
  ReviewsReminderDue: reminderDays,
  ReviewsReminderSent: reminderDays,
  ReminderDropped: reminderDays,
  SessionReminderSent: reminderDays,
  DailyEmailDue: reminderDays,
  DailyEmailSent: reminderDays,
  DailyEmailDropped: reminderDays,
  QuestionReviewRequested: doubtedQuestions,
  ReviewRequestCounted: daysOfReviews,
  NoteWritten: notes,
  NoteDeleted: notes,
  TutoringRequested: tutoringRequests,
  TutoringRequestAccepted: tutoringRequests,
  TutoringRequestDeclined: tutoringRequests,
  TutoringTutorAssigned: tutoringRequests,
  TutoringRequestCancelled: tutoringRequests,
  TutoringRequestClosed: tutoringRequests,
  TutoringCheckoutStarted: tutoringRequests,
  TutoringPaid: tutoringRequests,
  TutoringRefunded: tutoringRequests,
  TutoringRefundFailed: tutoringRequests,
  TutoringRefundRefused: tutoringRequests,
  TutoringPaymentLost: tutoringRequests,
  TutoringRefundMended: tutoringRequests,
  TutoringSessionScheduled: tutoringRequests,
  TutoringSessionRescheduled: tutoringRequests,
  TutoringSessionCompleted: tutoringRequests,
  TutoringSessionMissed: tutoringRequests,
  TutoringSessionCancelled: tutoringRequests,
  TutoringSessionDropped: tutoringRequests,
  TutoringReminderDue: tutoringRequests,
  TutoringMarkAsked: tutoringRequests,
  TutoringSessionRated: tutoringRequests,
  TutorApplied: tutor,
  TutorApproved: tutor,
  TutorDeclined: tutor,
  TutorAvailabilitySet: tutor,
  TutorSlotHeld: tutor,
  TutorSlotReleased: tutor,
  TuteeSlotHeld: tutee,
  TuteeSlotReleased: tutee,
  TuteeRequestCounted: tutee,
  TutorEarned: payouts,
  TutorPayoutReported: payouts,
  PolicyChangeTold: noticesOfPolicies,
  PolicyChangeSeen: noticesOfPolicies,
  ContactRequested: contactRequests,
  ContactAcknowledged: contactRequests,
  ContactAnswered: contactRequests,
}

const isAbout = (fact: Recorded<Fact>, userId: string): fact is Recorded<PersonalFact> =>
  fact.type in standsIn && (fact as PersonalFact).data.userId === userId

export async function* personalFacts(
  parts: Pick<Parts, 'sql' | 'hashEmail' | 'eventStore'>,
  userId: string,
): AsyncGenerator<Recorded<PersonalFact>> {
  for (const source of new Set(Object.values(standsIn)))
    for (const name of await source(parts, userId))
      for (const fact of await parts.eventStore.readStream(name)) if (isAbout(fact, userId)) yield fact
}

const addressFacts: readonly FactType[] = ['AccountRegistered', 'EmailChangeRequested', 'EmailChanged']

/** Addresses of the account itself come last. */
export function addressesIn(facts: readonly Fact[]): string[] {
  const emails = facts.flatMap(({ type, data }) =>
    addressFacts.includes(type) && 'email' in data && data.email !== null ? [data.email] : [],
  )
  return [...new Set(emails)]
}

import { accountAggregate } from '@medicready/domain/accounts/account'
import { emailClaim } from '@medicready/domain/accounts/email-claim'
import { mailDelivery } from '@medicready/domain/accounts/mail-delivery'
import { adminAction } from '@medicready/domain/admin/admin-actions'
import { discountCode } from '@medicready/domain/billing/discount-code'
import { dispute } from '@medicready/domain/billing/dispute'
import { subscription } from '@medicready/domain/billing/subscription'
import { streamName } from '@medicready/domain/decider'
import type { Recorded } from '@medicready/domain/event'
import type { Fact, FactType } from '@medicready/domain/events'
import { exam } from '@medicready/domain/exams/exam'
import { examinee } from '@medicready/domain/exams/examinee'
import { contactRequest } from '@medicready/domain/legal/contact-request'
import { policyNotices } from '@medicready/domain/legal/policy-notices'
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
import { payoutAggregate, payoutId } from '@medicready/domain/tutoring/payout'
import { tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { Parts } from '../../parts.ts'

/**
 * Facts about a person are found in streams whose names are known, and not by a scan of the log: that would read
 * everybody's facts for one person's, longer with each year. Which days and questions they are, read models know.
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

const days: Source = async ({ sql }, userId) => {
  const rows = await sql<{ date: string }[]>`SELECT date FROM read.study_days WHERE user_id = ${userId} ORDER BY date`
  return rows.map(({ date }) => streamName(studyDay, `${userId}_${date}`))
}

/** They are few and short: each day of the account is looked at, and that beside, since its days were its own. */
const reminderDays: Source = async ({ sql }, userId) => {
  const rows = await sql<{ date: string }[]>`
    SELECT day::date AS date FROM read.users,
      generate_series(created_at::date - 1, greatest(now(), updated_at)::date + 1, interval '1 day') AS day WHERE id = ${userId}`
  return rows.map(({ date }) => streamName(reminderDay, reminderDayId(userId, date)))
}

const sessions: Source = async ({ sql }, userId) => {
  const rows = await sql<{ id: string }[]>`SELECT id FROM read.study_sessions WHERE user_id = ${userId} ORDER BY started_at, id`
  return rows.map(({ id }) => streamName(studySession, id))
}

const cards: Source = async ({ sql }, userId) => {
  const rows = await sql<{ questionId: string }[]>`
    SELECT question_id AS "questionId" FROM read.spaced_repetition_decisions WHERE user_id = ${userId} ORDER BY question_id`
  return rows.map(({ questionId }) => streamName(cardAggregate, cardId({ userId, questionId })))
}

const exams: Source = async ({ eventStore }, userId) => {
  const booked = await eventStore.readStream(streamName(examinee, userId))
  return booked.flatMap(({ type, data }) => (type === 'ExamBooked' ? [streamName(exam, data.examId)] : []))
}

const doubtedQuestions: Source = async ({ sql }, userId) => {
  const rows = await sql<{ question_id: string }[]>`SELECT DISTINCT question_id FROM read.review_requests WHERE user_id = ${userId}`
  return rows.map(({ question_id }) => streamName(questionAggregate, question_id))
}

const notes: Source = async ({ sql }, userId) => {
  const rows = await sql<
    { question_id: string }[]
  >`SELECT question_id FROM read.question_notes WHERE user_id = ${userId} ORDER BY question_id`
  return rows.map(({ question_id }) => streamName(noteAggregate, noteId(userId, question_id)))
}

const discountCodes: Source = async ({ sql }, userId) => {
  const rows = await sql<{ code: string }[]>`
    SELECT code FROM read.discount_code_reservations WHERE user_id = ${userId}
    UNION SELECT code FROM read.discount_codes JOIN read.discount_code_usage ON discount_code_id = discount_codes.id WHERE user_id = ${userId}
    ORDER BY code`
  return rows.map(({ code }) => streamName(discountCode, code))
}

/** The day was the account's own: the one in UTC, or one beside it. */
const daysOfReviewRequests: Source = async ({ sql }, userId) => {
  const rows = await sql<{ date: string }[]>`
    SELECT DISTINCT (requested_at AT TIME ZONE 'UTC')::date + beside AS date FROM read.review_requests, unnest(ARRAY[-1, 0, 1]) AS beside
    WHERE user_id = ${userId} ORDER BY date`
  return rows.map(({ date }) => streamName(reviewDay, reviewDayId(userId, date)))
}

const tutor = ofTheAccount(tutorAggregate)
const tutee = ofTheAccount(tuteeAggregate)

const tutoringRequests: Source = async ({ sql }, userId) => {
  const rows = await sql<{ id: string }[]>`SELECT id FROM read.tutoring_requests WHERE user_id = ${userId} ORDER BY created_at, id`
  return rows.map(({ id }) => streamName(tutoringRequestAggregate, id))
}

const disputes: Source = async ({ sql }, userId) => {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM read.payment_problems WHERE user_id = ${userId} AND kind = 'dispute' ORDER BY at, id`
  return rows.map(({ id }) => streamName(dispute, id))
}

const payouts: Source = async ({ sql }, userId) => {
  const rows = await sql<{ week: string }[]>`SELECT week FROM read.tutor_payouts WHERE user_id = ${userId} ORDER BY week`
  return rows.map(({ week }) => streamName(payoutAggregate, payoutId(userId, week)))
}

/** Of all that administrators did about somebody, what stands in no stream of the person's. */
const adminActions: Source = async ({ sql }, userId) => {
  const rows = await sql<{ stream: string }[]>`
    SELECT stream FROM read.admin_audit WHERE user_id = ${userId} AND starts_with(stream, ${`${adminAction.category}-`}) ORDER BY at, fact_id`
  return rows.map(({ stream }) => stream)
}

const contactRequests: Source = async ({ sql }, userId) => {
  const rows = await sql<{ id: string }[]>`SELECT id FROM read.contact_requests WHERE user_id = ${userId} ORDER BY requested_at, id`
  return rows.map(({ id }) => streamName(contactRequest, id))
}

/** The facts that say whose they are: a new one is a type error here until it is said where it stands. */
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
  ReviewRequestCounted: daysOfReviewRequests,
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

/** All facts about a person, opened, stream by stream. */
export async function* personalFacts(
  parts: Pick<Parts, 'sql' | 'hashEmail' | 'eventStore'>,
  userId: string,
): AsyncGenerator<Recorded<PersonalFact>> {
  for (const source of new Set(Object.values(standsIn)))
    for (const name of await source(parts, userId))
      for (const fact of await parts.eventStore.readStream(name)) if (isAbout(fact, userId)) yield fact
}

const addressFacts: readonly FactType[] = ['AccountRegistered', 'EmailChangeRequested', 'EmailChanged']

/** Every address that an account has had or has asked for, those of the account itself last. */
export function addressesIn(facts: readonly Fact[]): string[] {
  const emails = facts.flatMap(({ type, data }) =>
    addressFacts.includes(type) && 'email' in data && data.email !== null ? [data.email] : [],
  )
  return [...new Set(emails)]
}

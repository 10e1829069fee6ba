import { forgetOldAttempts } from './accounts/attempts.ts'
import { endFormerSessions } from './accounts/end-former-sessions.ts'
import { forgetExpired } from './accounts/forget-expired.ts'
import { keepPassword } from './accounts/keep-password.ts'
import { resumeWithNewAddress, sendTrial } from './accounts/mail-delivery/try-address-again.ts'
import { eraseDueAccounts } from './accounts/personal-data/erase-account.ts'
import { finishErasure } from './accounts/personal-data/finish-erasure.ts'
import { forgetExports } from './accounts/personal-data/forget-exports.ts'
import { sendDeletionRequestedMail, sendExportMadeMail } from './accounts/personal-data/mails.ts'
import { makeExport } from './accounts/personal-data/make-export.ts'
import { sendSecondFactorNotice } from './accounts/second-factor/send-second-factor-notice.ts'
import { sendRegistrationNotice } from './accounts/send-registration-notice.ts'
import { sendRoleNotice } from './accounts/send-role-notice.ts'
import { sendVerificationMail } from './accounts/send-verification-mail.ts'
import { finishEmailChange, sendEmailChange, sendPasswordReset, tellOfNewPassword } from './accounts/tell-of-recovery.ts'
import { giveUpPutAside, resumeProcess, retryPutAside } from './admin/resume-process.ts'
import { sendCancellation, sendPlanEnded, sendPriceChange, sendReceipt, sendRefund, sendReminder } from './billing/billing-mails.ts'
import { carryOutAnnouncement, keepPrices } from './billing/change-prices.ts'
import { endFreePeriods } from './billing/codes/end-free-periods.ts'
import { grantRedeemed } from './billing/codes/grant-free-period.ts'
import { makeCouponOf } from './billing/codes/make-coupon.ts'
import { redeemPayment } from './billing/codes/redeem-payment.ts'
import { releaseAbandoned, releaseOfCheckout } from './billing/codes/release-code.ts'
import { endCheckouts } from './billing/end-checkouts.ts'
import { endOverduePlans, remindAtOnce } from './billing/end-overdue-plans.ts'
import { forgetCustomer, tellNewAddress } from './billing/forget-customer.ts'
import { carryOutMoneyBack } from './billing/money-back.ts'
import { findDisputes, settleDisputedPlan } from './billing/observe-dispute.ts'
import { reconcile } from './billing/reconcile.ts'
import { reactToStripe } from './billing/stripe-events.ts'
import { tellOfProblem } from './billing/tell-of-problem.ts'
import { calibrateItems, finishCalibration } from './exams/calibrate-items.ts'
import { endTimedOutExams } from './exams/end-timed-out-exams.ts'
import { announcePolicies } from './legal/announce-policies.ts'
import { forgetVisitor } from './legal/answer-contact.ts'
import { acknowledgeContact, tellOfContacts } from './legal/contact-mails.ts'
import { actOnStatistics } from './questions/act-on-statistics.ts'
import { topUpBank, topUpForLearner } from './questions/authoring/top-up-processes.ts'
import { tellEducators } from './questions/tell-educators.ts'
import { freePlace, withdrawDoubted } from './questions/withdraw-question.ts'
import { askForOutcomes } from './readiness/ask-for-outcomes.ts'
import { predictExamDay } from './readiness/predict-exam-day.ts'
import { predictMockExam } from './readiness/predict-pass.ts'
import { sendOutcomeMail } from './readiness/send-outcome-mail.ts'
import { findDueDailyEmails, triggerDailyEmails } from './reminders/due-daily-emails.ts'
import { findDueReminders } from './reminders/due-reminders.ts'
import { remindOfSessionByPush } from './reminders/remind-of-session.ts'
import { sendDailyEmail } from './reminders/send-daily-email.ts'
import { sendDayReminder } from './reminders/send-day-reminder.ts'
import { takeOverDevice } from './reminders/take-over-device.ts'
import { fitSchedulers } from './study/cards/fit-schedulers.ts'
import { earnReached } from './study/earn-achievements.ts'
import { endBrokenStreaks } from './study/end-broken-streaks.ts'
import { endExpiredSessions } from './study/end-expired-sessions.ts'
import { keepPlans, planForExamDate, planForModules, planForTier } from './study/plan/plan-processes.ts'
import { recordFreezes } from './study/record-freezes.ts'
import { findFailedRefunds, observeRefund } from './tutoring/failed-refunds.ts'
import { findPayments, observePayment, payBack, settleDisputedTutoring } from './tutoring/pay-request.ts'
import {
  askForRating,
  askToMark,
  remindBoth,
  tellApplicant,
  tellOfAcceptance,
  tellOfCancellation,
  tellOfDecline,
  tellOfEnd,
  tellOfMend,
  tellOfPayment,
  tellOfPayout,
  tellOfPlan,
  tellOfRating,
  tellOfRefund,
  tellOfRequest,
  tellOfTutor,
} from './tutoring/send-tutoring-mails.ts'
import {
  countSession,
  endTutoringOf,
  giveTutorsRole,
  releaseFormer,
  releaseUnused,
  remindOfSessions,
  reportPayouts,
  settleUnmarkedSessions,
} from './tutoring/tutoring-processes.ts'
import { defineJob, defineReaction } from './worker/definitions.ts'
import { measureServices } from './worker/measure-services.ts'
import type { WorkerParts } from './worker/worker-parts.ts'

/** The worker's table of contents: what reacts to which event, and what runs when. */

/** One slow recipient holds up nobody. */
const MAILS_AT_ONCE = 5
/** Half of the connections to the mail server: mails that somebody waits for find others. */
const REMINDERS_AT_ONCE = 10
/** Most of them wait for a read model to show an answer. */
const ANSWERS_AT_ONCE = 10

export const reactions = [
  defineReaction<WorkerParts>({ name: 'verification-mails', atOnce: MAILS_AT_ONCE, on: { VerificationRequested: sendVerificationMail } }),
  defineReaction<WorkerParts>({
    name: 'registration-notices',
    atOnce: MAILS_AT_ONCE,
    on: { RegistrationRepeated: sendRegistrationNotice },
  }),
  defineReaction<WorkerParts>({ name: 'former-passwords', on: { EmailVerified: keepPassword, PasswordChanged: keepPassword } }),
  defineReaction<WorkerParts>({
    name: 'role-notices',
    atOnce: MAILS_AT_ONCE,
    on: { RoleGranted: sendRoleNotice, RoleRevoked: sendRoleNotice },
  }),
  defineReaction<WorkerParts>({ name: 'exports', on: { ExportRequested: makeExport } }),
  defineReaction<WorkerParts>({
    name: 'personal-data-mails',
    atOnce: MAILS_AT_ONCE,
    on: { ExportMade: sendExportMadeMail, DeletionRequested: sendDeletionRequestedMail },
  }),
  defineReaction<WorkerParts>({ name: 'erasures', on: { AccountErased: finishErasure } }),
  defineReaction<WorkerParts>({
    name: 'former-sessions',
    on: { PasswordChanged: endFormerSessions, RoleGranted: endFormerSessions, RoleRevoked: endFormerSessions },
  }),
  defineReaction<WorkerParts>({
    name: 'recovery-mails',
    atOnce: MAILS_AT_ONCE,
    on: {
      PasswordResetRequested: sendPasswordReset,
      PasswordChanged: tellOfNewPassword,
      EmailChangeRequested: sendEmailChange,
      EmailChanged: finishEmailChange,
    },
  }),
  defineReaction<WorkerParts>({
    name: 'mail-delivery',
    atOnce: MAILS_AT_ONCE,
    on: { EmailChanged: resumeWithNewAddress, MailDeliveryResumed: sendTrial },
  }),
  defineReaction<WorkerParts>({
    name: 'second-factor-notices',
    atOnce: MAILS_AT_ONCE,
    on: {
      SecondFactorAdded: sendSecondFactorNotice,
      SecondFactorRemoved: sendSecondFactorNotice,
      RecoveryCodesIssued: sendSecondFactorNotice,
      RecoveryCodeUsed: sendSecondFactorNotice,
      SecondFactorRefused: sendSecondFactorNotice,
    },
  }),
  defineReaction<WorkerParts>({
    name: 'achievements',
    atOnce: ANSWERS_AT_ONCE,
    on: { AnswerSubmitted: earnReached, StudySessionCompleted: earnReached, ExamAnswered: earnReached, ExamCompleted: earnReached },
  }),
  defineReaction<WorkerParts>({
    name: 'streak-freezes',
    atOnce: ANSWERS_AT_ONCE,
    on: { AnswerSubmitted: recordFreezes, ExamAnswered: recordFreezes },
  }),
  // Who was given questions may be running out of them.
  defineReaction<WorkerParts>({
    name: 'bank-top-up',
    on: { DailyQuestionsAssigned: topUpForLearner, QuestionsDrawn: topUpForLearner, ExamCompleted: topUpForLearner },
  }),
  defineReaction<WorkerParts>({
    name: 'withdrawals',
    on: {
      QuestionReviewRequested: withdrawDoubted,
      QuestionReviewResolved: freePlace,
      QuestionRetired: freePlace,
      QuestionRevised: freePlace,
    },
  }),
  defineReaction<WorkerParts>({
    name: 'study-plans',
    on: {
      SettingsChanged: planForExamDate,
      ModuleSelected: planForModules,
      ModuleDeactivated: planForModules,
      ModuleReactivated: planForModules,
      TierChanged: planForTier,
    },
  }),
  // Most of them wait for read models to show what was answered before.
  defineReaction<WorkerParts>({ name: 'pass-predictions', atOnce: ANSWERS_AT_ONCE, on: { ExamStarted: predictMockExam } }),
  defineReaction<WorkerParts>({ name: 'outcome-mails', atOnce: MAILS_AT_ONCE, on: { ExamOutcomeAsked: sendOutcomeMail } }),
  defineReaction<WorkerParts>({ name: 'free-subscriptions', on: { CodeRedeemed: grantRedeemed } }),
  defineReaction<WorkerParts>({
    name: 'coupons',
    on: { DiscountCodeCreated: makeCouponOf, DiscountCodeRevised: makeCouponOf, DiscountCodeActivated: makeCouponOf },
  }),
  defineReaction<WorkerParts>({ name: 'code-uses', on: { CheckoutEnded: releaseOfCheckout, InvoicePaid: redeemPayment } }),
  defineReaction<WorkerParts>({ name: 'educators-notices', on: { WithdrawalsStopped: tellEducators } }),
  defineReaction<WorkerParts>({
    name: 'tutoring-mails',
    atOnce: MAILS_AT_ONCE,
    on: {
      TutoringRequested: tellOfRequest,
      TutoringRequestAccepted: tellOfAcceptance,
      TutoringRequestDeclined: tellOfDecline,
      TutoringTutorAssigned: tellOfTutor,
      TutoringPaid: tellOfPayment,
      TutoringSessionScheduled: tellOfPlan,
      TutoringSessionRescheduled: tellOfPlan,
      TutoringSessionCancelled: tellOfCancellation,
      TutoringSessionDropped: tellOfCancellation,
      TutoringRequestCancelled: tellOfEnd,
      TutoringRefunded: tellOfRefund,
      TutoringRefundMended: tellOfMend,
      TutoringReminderDue: remindBoth,
      TutoringMarkAsked: askToMark,
      TutoringSessionCompleted: askForRating,
      TutoringSessionRated: tellOfRating,
      TutorApproved: tellApplicant,
      TutorDeclined: tellApplicant,
      TutorPayoutReported: tellOfPayout,
    },
  }),
  defineReaction<WorkerParts>({ name: 'tutor-roles', on: { TutorApproved: giveTutorsRole } }),
  defineReaction<WorkerParts>({
    name: 'tutoring-hours',
    on: {
      TutorSlotHeld: releaseUnused,
      TuteeSlotHeld: releaseUnused,
      TutoringSessionRescheduled: releaseFormer,
      TutoringSessionCancelled: releaseFormer,
      TutoringSessionDropped: releaseFormer,
    },
  }),
  defineReaction<WorkerParts>({
    name: 'tutor-earnings',
    on: {
      TutoringSessionCompleted: countSession,
      TutoringSessionMissed: countSession,
      TutoringSessionCancelled: countSession,
      TutoringSessionDropped: countSession,
    },
  }),
  defineReaction<WorkerParts>({ name: 'tutoring-payments', on: { StripeEventReceived: observePayment } }),
  defineReaction<WorkerParts>({
    name: 'tutoring-refunds',
    on: {
      TutoringSessionCancelled: payBack,
      TutoringSessionDropped: payBack,
      TutoringRequestCancelled: payBack,
      TutoringRequestClosed: payBack,
    },
  }),
  defineReaction<WorkerParts>({ name: 'tutoring-ends', on: { AccountErased: endTutoringOf } }),
  defineReaction<WorkerParts>({ name: 'stripe-events', on: { StripeEventReceived: reactToStripe } }),
  defineReaction<WorkerParts>({ name: 'money-back', on: { MoneyBackClaimed: carryOutMoneyBack } }),
  defineReaction<WorkerParts>({ name: 'disputed-plans', on: { DisputeClosed: settleDisputedPlan } }),
  defineReaction<WorkerParts>({ name: 'disputed-tutoring', on: { DisputeClosed: settleDisputedTutoring } }),
  defineReaction<WorkerParts>({
    name: 'payment-problems',
    atOnce: MAILS_AT_ONCE,
    on: {
      TutoringRefundFailed: tellOfProblem,
      TutoringRefundRefused: tellOfProblem,
      MoneyBackRefused: tellOfProblem,
      DisputeOpened: tellOfProblem,
    },
  }),
  defineReaction<WorkerParts>({ name: 'failed-refunds', on: { StripeEventReceived: observeRefund } }),
  defineReaction<WorkerParts>({ name: 'announced-prices', on: { PriceAnnounced: carryOutAnnouncement } }),
  defineReaction<WorkerParts>({ name: 'failed-payments', on: { PaymentFailed: remindAtOnce } }),
  defineReaction<WorkerParts>({ name: 'customers', on: { AccountErased: forgetCustomer, EmailChanged: tellNewAddress } }),
  defineReaction<WorkerParts>({
    name: 'billing-mails',
    atOnce: MAILS_AT_ONCE,
    on: {
      InvoicePaid: sendReceipt,
      PaymentReminded: sendReminder,
      CancellationScheduled: sendCancellation,
      SubscriptionEnded: sendPlanEnded,
      RefundIssued: sendRefund,
      PriceChangeTold: sendPriceChange,
    },
  }),
  defineReaction<WorkerParts>({ name: 'contact-acknowledgements', atOnce: MAILS_AT_ONCE, on: { ContactRequested: acknowledgeContact } }),
  defineReaction<WorkerParts>({ name: 'closed-contacts', on: { ContactAnswered: forgetVisitor } }),
  defineReaction<WorkerParts>({ name: 'daily-emails', atOnce: REMINDERS_AT_ONCE, on: { DailyEmailDue: sendDailyEmail } }),
  defineReaction<WorkerParts>({ name: 'triggered-daily-emails', on: { DailyEmailsTriggered: triggerDailyEmails } }),
  defineReaction<WorkerParts>({
    name: 'reminders',
    atOnce: REMINDERS_AT_ONCE,
    on: { QuestionsReminderDue: sendDayReminder, StreakReminderDue: sendDayReminder, ReviewsReminderDue: sendDayReminder },
  }),
  defineReaction<WorkerParts>({ name: 'session-pushes', atOnce: REMINDERS_AT_ONCE, on: { TutoringReminderDue: remindOfSessionByPush } }),
  defineReaction<WorkerParts>({ name: 'push-devices', on: { PushSubscribed: takeOverDevice } }),
  defineReaction<WorkerParts>({
    name: 'resumptions',
    on: { ProcessResumed: resumeProcess, PutAsideRetried: retryPutAside, PutAsideGivenUp: giveUpPutAside },
  }),
] as const

export const jobs = [
  defineJob<WorkerParts>({ name: 'old-attempts', schedule: '25 * * * *', run: forgetOldAttempts }),
  defineJob<WorkerParts>({ name: 'expired-secrets', schedule: '35 * * * *', atStart: true, run: forgetExpired }),
  // Each minute: it is everybody's own time somewhere.
  defineJob<WorkerParts>({ name: 'reminders', schedule: '* * * * *', atStart: true, run: findDueReminders }),
  defineJob<WorkerParts>({ name: 'daily-emails', schedule: '* * * * *', atStart: true, run: findDueDailyEmails }),
  // Every hour at five past: somewhere a calendar day has ended.
  defineJob<WorkerParts>({ name: 'broken-streaks', schedule: '5 * * * *', run: endBrokenStreaks }),
  // At night: fitting takes a processor for seconds.
  defineJob<WorkerParts>({ name: 'schedulers', schedule: '40 8 * * *', run: fitSchedulers }),
  // At night too, for the same reason.
  defineJob<WorkerParts>({ name: 'calibration', schedule: '20 8 * * *', run: calibrateItems }),
  defineJob<WorkerParts>({ name: 'unfinished-calibration', schedule: '50 * * * *', atStart: true, run: finishCalibration }),
  defineJob<WorkerParts>({ name: 'study-plans', schedule: '10 * * * *', run: keepPlans }),
  // Every hour, since it is everybody's own day.
  defineJob<WorkerParts>({ name: 'exam-days', schedule: '12 * * * *', run: predictExamDay }),
  defineJob<WorkerParts>({ name: 'exam-outcomes', schedule: '22 * * * *', run: askForOutcomes }),
  defineJob<WorkerParts>({ name: 'expired-sessions', schedule: '7 * * * *', run: endExpiredSessions }),
  defineJob<WorkerParts>({ name: 'timed-out-exams', schedule: '* * * * *', run: endTimedOutExams }),
  defineJob<WorkerParts>({ name: 'service-states', schedule: '* * * * *', run: (parts) => measureServices(parts) }),
  defineJob<WorkerParts>({ name: 'question-statistics', schedule: '*/10 * * * *', run: actOnStatistics }),
  defineJob<WorkerParts>({ name: 'bank-top-up', schedule: '*/15 * * * *', atStart: true, run: topUpBank }),
  defineJob<WorkerParts>({ name: 'free-periods', schedule: '*/5 * * * *', atStart: true, run: endFreePeriods }),
  defineJob<WorkerParts>({ name: 'abandoned-codes', schedule: '*/10 * * * *', run: releaseAbandoned }),
  defineJob<WorkerParts>({ name: 'prices', schedule: '2 * * * *', atStart: true, run: keepPrices }),
  // What an hour brought is told in the next one.
  defineJob<WorkerParts>({ name: 'contact-digests', schedule: '3 * * * *', atStart: true, run: tellOfContacts }),
  defineJob<WorkerParts>({ name: 'policy-changes', schedule: '*/5 * * * *', atStart: true, run: announcePolicies }),
  defineJob<WorkerParts>({ name: 'overdue-plans', schedule: '17 * * * *', run: endOverduePlans }),
  defineJob<WorkerParts>({ name: 'checkouts', schedule: '*/10 * * * *', run: endCheckouts }),
  // At night: it looks at all that the payment provider has.
  defineJob<WorkerParts>({ name: 'reconciliation', schedule: '30 7 * * *', run: reconcile }),
  defineJob<WorkerParts>({ name: 'disputes', schedule: '40 7 * * *', run: findDisputes }),
  defineJob<WorkerParts>({ name: 'failed-refunds', schedule: '45 7 * * *', run: findFailedRefunds }),
  defineJob<WorkerParts>({ name: 'due-deletions', schedule: '*/10 * * * *', run: eraseDueAccounts }),
  defineJob<WorkerParts>({ name: 'expired-exports', schedule: '25 * * * *', atStart: true, run: forgetExports }),
  defineJob<WorkerParts>({ name: 'tutoring-reminders', schedule: '*/5 * * * *', atStart: true, run: remindOfSessions }),
  defineJob<WorkerParts>({ name: 'unmarked-sessions', schedule: '13 * * * *', atStart: true, run: settleUnmarkedSessions }),
  // Of payments the provider tells: this finds those of which it could not.
  defineJob<WorkerParts>({ name: 'tutoring-payments', schedule: '*/10 * * * *', run: findPayments }),
  // Every hour: weeks end on Sunday at midnight in UTC.
  defineJob<WorkerParts>({ name: 'tutor-payouts', schedule: '17 * * * *', atStart: true, run: reportPayouts }),
] as const

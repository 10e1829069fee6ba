import { MAILS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { findFailedRefunds, observeRefund } from './failed-refunds.ts'
import { findPayments, observePayment, payBack, settleDisputedTutoring } from './pay-request.ts'
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
} from './send-tutoring-mails.ts'
import {
  countSession,
  endTutoringOf,
  giveTutorsRole,
  releaseFormer,
  releaseUnused,
  remindOfSessions,
  reportPayouts,
  settleUnmarkedSessions,
} from './tutoring-processes.ts'

export const tutoringProcesses: Processes = {
  reactions: [
    {
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
    },
    { name: 'tutor-roles', on: { TutorApproved: giveTutorsRole } },
    {
      name: 'tutoring-hours',
      on: {
        TutorSlotHeld: releaseUnused,
        TuteeSlotHeld: releaseUnused,
        TutoringSessionRescheduled: releaseFormer,
        TutoringSessionCancelled: releaseFormer,
        TutoringSessionDropped: releaseFormer,
      },
    },
    {
      name: 'tutor-earnings',
      on: {
        TutoringSessionCompleted: countSession,
        TutoringSessionMissed: countSession,
        TutoringSessionCancelled: countSession,
        TutoringSessionDropped: countSession,
      },
    },
    { name: 'tutoring-payments', on: { StripeEventReceived: observePayment } },
    {
      name: 'tutoring-refunds',
      on: {
        TutoringSessionCancelled: payBack,
        TutoringSessionDropped: payBack,
        TutoringRequestCancelled: payBack,
        TutoringRequestClosed: payBack,
      },
    },
    { name: 'tutoring-ends', on: { AccountErased: endTutoringOf } },
    { name: 'disputed-tutoring', on: { DisputeClosed: settleDisputedTutoring } },
    { name: 'failed-refunds', on: { StripeEventReceived: observeRefund } },
  ],
  jobs: [
    { name: 'failed-refunds', schedule: '45 7 * * *', run: findFailedRefunds },
    { name: 'tutoring-reminders', schedule: '*/5 * * * *', atStart: true, run: remindOfSessions },
    { name: 'unmarked-sessions', schedule: '13 * * * *', atStart: true, run: settleUnmarkedSessions },
    // Of payments the provider tells: this finds those of which it could not.
    { name: 'tutoring-payments', schedule: '*/10 * * * *', run: findPayments },
    // Every hour: weeks end on Sunday at midnight in UTC.
    { name: 'tutor-payouts', schedule: '17 * * * *', atStart: true, run: reportPayouts },
  ],
}

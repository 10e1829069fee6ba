import { historyWords } from '@medicready/domain/admin/history-words'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { defineReadModel, type Rows, table } from '../definition.ts'

const tables = {
  /** What happened to each student, without names. */
  student_history: table({
    key: ['fact_id'],
    columns: {
      fact_id: 'uuid',
      user_id: 'uuid',
      at: 'timestamptz',
      type: 'text',
      what: 'text',
      stream: 'text',
      /** A user's id, or the name of a service. */
      actor_id: 'text',
    },
    indexes: ['(user_id, at, fact_id)'],
    appendOnly: true,
  }),
}

type AboutStudent = { readonly userId: string }

const as =
  <Data extends AboutStudent>(words: (data: Data) => string) =>
  (
    { id: fact_id, type, streamName: stream, data, metadata }: Recorded & { readonly data: Data },
    { student_history }: Rows<typeof tables>,
  ): void =>
    student_history.set({
      fact_id,
      user_id: data.userId,
      at: metadata.occurredAt,
      type,
      what: words(data),
      stream,
      actor_id: metadata.actorId,
    })

/** Spelled out by type, so that a fact without a student in it is a type error. */
export const studentHistory = defineReadModel({
  name: 'admin/student-history',
  version: 2,
  tables,
  on: {
    AccountRegistered: as<FactOf<'AccountRegistered'>['data']>(historyWords.AccountRegistered),
    EmailVerified: as<FactOf<'EmailVerified'>['data']>(historyWords.EmailVerified),
    ProfileChanged: as<FactOf<'ProfileChanged'>['data']>(historyWords.ProfileChanged),
    EmailChanged: as<FactOf<'EmailChanged'>['data']>(historyWords.EmailChanged),
    MailDeliveryStopped: as<FactOf<'MailDeliveryStopped'>['data']>(historyWords.MailDeliveryStopped),
    MailDeliveryResumed: as<FactOf<'MailDeliveryResumed'>['data']>(historyWords.MailDeliveryResumed),
    PasswordChanged: as<FactOf<'PasswordChanged'>['data']>(historyWords.PasswordChanged),
    SecondFactorAdded: as<FactOf<'SecondFactorAdded'>['data']>(historyWords.SecondFactorAdded),
    SecondFactorRemoved: as<FactOf<'SecondFactorRemoved'>['data']>(historyWords.SecondFactorRemoved),
    RoleGranted: as<FactOf<'RoleGranted'>['data']>(historyWords.RoleGranted),
    RoleRevoked: as<FactOf<'RoleRevoked'>['data']>(historyWords.RoleRevoked),
    DeletionRequested: as<FactOf<'DeletionRequested'>['data']>(historyWords.DeletionRequested),
    DeletionCancelled: as<FactOf<'DeletionCancelled'>['data']>(historyWords.DeletionCancelled),
    AccountErased: as<FactOf<'AccountErased'>['data']>(historyWords.AccountErased),
    StudentInvited: as<FactOf<'StudentInvited'>['data']>(historyWords.StudentInvited),
    StudentUnlocked: as<FactOf<'StudentUnlocked'>['data']>(historyWords.StudentUnlocked),
    TierChanged: as<FactOf<'TierChanged'>['data']>(historyWords.TierChanged),
    CheckoutStarted: as<FactOf<'CheckoutStarted'>['data']>(historyWords.CheckoutStarted),
    InvoicePaid: as<FactOf<'InvoicePaid'>['data']>(historyWords.InvoicePaid),
    PaymentFailed: as<FactOf<'PaymentFailed'>['data']>(historyWords.PaymentFailed),
    PlanChangeScheduled: as<FactOf<'PlanChangeScheduled'>['data']>(historyWords.PlanChangeScheduled),
    PlanChangeWithdrawn: as<FactOf<'PlanChangeWithdrawn'>['data']>(historyWords.PlanChangeWithdrawn),
    CancellationScheduled: as<FactOf<'CancellationScheduled'>['data']>(historyWords.CancellationScheduled),
    CancellationWithdrawn: as<FactOf<'CancellationWithdrawn'>['data']>(historyWords.CancellationWithdrawn),
    SubscriptionEnded: as<FactOf<'SubscriptionEnded'>['data']>(historyWords.SubscriptionEnded),
    MoneyBackClaimed: as<FactOf<'MoneyBackClaimed'>['data']>(historyWords.MoneyBackClaimed),
    MoneyBackRefused: as<FactOf<'MoneyBackRefused'>['data']>(historyWords.MoneyBackRefused),
    RefundIssued: as<FactOf<'RefundIssued'>['data']>(historyWords.RefundIssued),
    RefundFailed: as<FactOf<'RefundFailed'>['data']>(historyWords.RefundFailed),
    FreePeriodGranted: as<FactOf<'FreePeriodGranted'>['data']>(historyWords.FreePeriodGranted),
    FreePeriodEnded: as<FactOf<'FreePeriodEnded'>['data']>(historyWords.FreePeriodEnded),
    CodeRedeemed: as<FactOf<'CodeRedeemed'>['data']>(historyWords.CodeRedeemed),
    TutoringRequested: as<FactOf<'TutoringRequested'>['data']>(historyWords.TutoringRequested),
    TutoringPaid: as<FactOf<'TutoringPaid'>['data']>(historyWords.TutoringPaid),
    TutoringRefunded: as<FactOf<'TutoringRefunded'>['data']>(historyWords.TutoringRefunded),
    TutoringRefundFailed: as<FactOf<'TutoringRefundFailed'>['data']>(historyWords.TutoringRefundFailed),
    TutoringRefundRefused: as<FactOf<'TutoringRefundRefused'>['data']>(historyWords.TutoringRefundRefused),
    TutoringPaymentLost: as<FactOf<'TutoringPaymentLost'>['data']>(historyWords.TutoringPaymentLost),
    TutoringRefundMended: as<FactOf<'TutoringRefundMended'>['data']>(historyWords.TutoringRefundMended),
    DisputeOpened: as<FactOf<'DisputeOpened'>['data']>(historyWords.DisputeOpened),
    DisputeClosed: as<FactOf<'DisputeClosed'>['data']>(historyWords.DisputeClosed),
    TutoringSessionScheduled: as<FactOf<'TutoringSessionScheduled'>['data']>(historyWords.TutoringSessionScheduled),
    TutoringSessionCompleted: as<FactOf<'TutoringSessionCompleted'>['data']>(historyWords.TutoringSessionCompleted),
    TutoringSessionMissed: as<FactOf<'TutoringSessionMissed'>['data']>(historyWords.TutoringSessionMissed),
    TutoringSessionCancelled: as<FactOf<'TutoringSessionCancelled'>['data']>(historyWords.TutoringSessionCancelled),
    TutoringSessionRated: as<FactOf<'TutoringSessionRated'>['data']>(historyWords.TutoringSessionRated),
    ExamStarted: as<FactOf<'ExamStarted'>['data']>(historyWords.ExamStarted),
    ExamCompleted: as<FactOf<'ExamCompleted'>['data']>(historyWords.ExamCompleted),
    ExamGivenUp: as<FactOf<'ExamGivenUp'>['data']>(historyWords.ExamGivenUp),
  },
})

import { inWords } from '@medicready/domain/billing/shown/money'
import type { Recorded } from '@medicready/domain/core/event'
import { defineReadModel, type Rows, table } from '../definition.ts'

const tables = {
  student_history: table({
    key: ['fact_id'],
    columns: {
      fact_id: 'uuid',
      user_id: 'uuid',
      at: 'timestamptz',
      type: 'coded text',
      what: 'text',
      stream: 'text',
      actor_id: 'coded text',
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

const money = (amount: number, currency: string): string => inWords({ amount, currency })

/** Contains no names or free text, since those must stay erasable. Answers are left out. */
export const studentHistory = defineReadModel({
  name: 'admin/student-history',
  version: 2,
  tables,
  on: {
    AccountRegistered: as(() => 'Registered'),
    EmailVerified: as(() => 'Verified the email address'),
    ProfileChanged: as(() => 'Changed the profile'),
    EmailChanged: as(() => 'Changed the email address'),
    MailDeliveryStopped: as(
      ({ reason, source }) =>
        `${reason === 'bounced' ? 'An email bounced' : 'An email was reported as spam'} (${source}): no reminders go to the address`,
    ),
    MailDeliveryResumed: as(({ cause }) =>
      cause === 'byPerson' ? 'Turned reminders to the address back on' : 'Reminders now go to the new address',
    ),
    PasswordChanged: as(() => 'Changed the password'),
    SecondFactorAdded: as(({ kind }) => (kind === 'passkey' ? 'Added a passkey' : 'Added an authenticator app')),
    SecondFactorRemoved: as(() => 'Removed a second factor'),
    RoleGranted: as(({ role }) => `Got the role ${role}`),
    RoleRevoked: as(({ role }) => `Lost the role ${role}`),
    DeletionRequested: as(() => 'Asked to delete the account'),
    DeletionCancelled: as(() => 'Keeps the account'),
    AccountErased: as(() => 'The account was erased'),
    StudentInvited: as(() => 'Was invited'),
    StudentUnlocked: as(() => 'Failed sign-ins were cleared'),
    TierChanged: as(({ from, to, cause }) => `Tier ${from} → ${to} (${cause})`),
    CheckoutStarted: as(({ tier }) => `Went to the checkout for ${tier}`),
    InvoicePaid: as(({ tier, amount, currency, kind }) => `Paid ${money(amount, currency)} for ${tier} (${kind})`),
    PaymentFailed: as(
      ({ tier, amount, currency, attempt }) => `A payment of ${money(amount, currency)} for ${tier} failed (attempt ${attempt})`,
    ),
    PlanChangeScheduled: as(({ from, to }) => `Changes from ${from} to ${to} with the next payment`),
    PlanChangeWithdrawn: as(({ from }) => `Keeps ${from}`),
    CancellationScheduled: as(({ tier, endsAt }) => `Cancelled ${tier}, which ends on ${endsAt.slice(0, 10)}`),
    CancellationWithdrawn: as(({ tier }) => `Keeps ${tier} after all`),
    SubscriptionEnded: as(({ cause }) => `The subscription ended (${cause})`),
    MoneyBackClaimed: as(({ amount, currency }) => `Asked for ${money(amount, currency)} back`),
    MoneyBackRefused: as(({ amount, currency }) => `A refund of ${money(amount, currency)} was refused`),
    RefundIssued: as(({ amount, currency }) => `Got ${money(amount, currency)} back`),
    RefundFailed: as(({ amount, currency }) => `A refund of ${money(amount, currency)} did not arrive`),
    FreePeriodGranted: as(({ tier, months, code }) => `Got ${tier} for ${months} months with the code ${code}`),
    FreePeriodEnded: as(({ tier }) => `${tier} by a code ended`),
    CodeRedeemed: as(({ code }) => `Used the code ${code}`),
    TutoringRequested: as(() => 'Asked for tutoring'),
    TutoringPaid: as(({ amount, currency }) => `Paid ${money(amount, currency)} for tutoring`),
    TutoringRefunded: as(({ amount, currency }) => `Got a tutoring refund of ${money(amount, currency)}`),
    TutoringRefundFailed: as(({ amount, currency }) => `A refund of ${money(amount, currency)} for tutoring did not arrive`),
    TutoringRefundRefused: as(({ amount, currency }) => `A refund of ${money(amount, currency)} for tutoring was refused`),
    TutoringPaymentLost: as(() => 'The bank reversed the payment for tutoring'),
    TutoringRefundMended: as(({ amount, currency }) => `Got a tutoring refund of ${money(amount, currency)} another way`),
    DisputeOpened: as(({ amount, currency, product }) => `Disputes ${money(amount, currency)} for ${product}`),
    DisputeClosed: as(({ amount, currency, outcome }) => `The dispute about ${money(amount, currency)} is ${outcome}`),
    TutoringSessionScheduled: as(({ startsAt }) => `A tutoring session was scheduled for ${startsAt}`),
    TutoringSessionCompleted: as(
      ({ startsAt, by }) => `The tutoring session of ${startsAt} ${by === null ? 'counts as held because no one marked it' : 'was held'}`,
    ),
    TutoringSessionMissed: as(({ startsAt }) => `Missed the tutoring session of ${startsAt}`),
    TutoringSessionCancelled: as(({ startsAt }) => `The tutoring session of ${startsAt} was cancelled`),
    TutoringSessionRated: as(({ rating }) => `Rated a tutoring session with ${rating}`),
    ExamStarted: as(() => 'Began a practice exam'),
    ExamCompleted: as(({ score }) => `Completed a practice exam with a score of ${score}`),
    ExamGivenUp: as(({ answered }) => `Gave up a practice exam after ${answered} answers`),
  },
})

import { inWords } from '../billing/money.ts'
import type { FactOf, FactType } from '../events.ts'

/**
 * What a fact about a student tells administrators, without names: names and texts stand where
 * they can be erased. Facts that are not here are not told: answers and what follows of them, and whatever only the
 * machinery needs.
 */
type Words = { readonly [Type in FactType]?: (data: FactOf<Type>['data']) => string }

const money = (amount: number, currency: string): string => inWords({ amount, currency })

export const historyWords = {
  AccountRegistered: () => 'Registered',
  EmailVerified: () => 'Verified the email address',
  ProfileChanged: () => 'Changed the profile',
  EmailChanged: () => 'Changed the email address',
  MailDeliveryStopped: ({ reason, source }) =>
    `${reason === 'bounced' ? 'An email bounced' : 'An email was reported as spam'} (${source}): no reminders go to the address`,
  MailDeliveryResumed: ({ cause }) =>
    cause === 'byPerson' ? 'Turned reminders to the address back on' : 'Reminders now go to the new address',
  PasswordChanged: () => 'Changed the password',
  SecondFactorAdded: ({ kind }) => (kind === 'passkey' ? 'Added a passkey' : 'Added an authenticator app'),
  SecondFactorRemoved: () => 'Removed a second factor',
  RoleGranted: ({ role }) => `Got the role ${role}`,
  RoleRevoked: ({ role }) => `Lost the role ${role}`,
  DeletionRequested: () => 'Asked to delete the account',
  DeletionCancelled: () => 'Keeps the account',
  AccountErased: () => 'The account was erased',
  StudentInvited: () => 'Was invited',
  StudentUnlocked: () => 'Failed sign-ins were cleared',
  TierChanged: ({ from, to, cause }) => `Tier ${from} → ${to} (${cause})`,
  CheckoutStarted: ({ tier }) => `Went to the checkout for ${tier}`,
  InvoicePaid: ({ tier, amount, currency, kind }) => `Paid ${money(amount, currency)} for ${tier} (${kind})`,
  PaymentFailed: ({ tier, amount, currency, attempt }) => `A payment of ${money(amount, currency)} for ${tier} failed (attempt ${attempt})`,
  PlanChangeScheduled: ({ from, to }) => `Changes from ${from} to ${to} with the next payment`,
  PlanChangeWithdrawn: ({ from }) => `Keeps ${from}`,
  CancellationScheduled: ({ tier, endsAt }) => `Cancelled ${tier}, which ends on ${endsAt.slice(0, 10)}`,
  CancellationWithdrawn: ({ tier }) => `Keeps ${tier} after all`,
  SubscriptionEnded: ({ cause }) => `The subscription ended (${cause})`,
  MoneyBackClaimed: ({ amount, currency }) => `Asked for ${money(amount, currency)} back`,
  MoneyBackRefused: ({ amount, currency }) => `A refund of ${money(amount, currency)} was refused`,
  RefundIssued: ({ amount, currency }) => `Got ${money(amount, currency)} back`,
  RefundFailed: ({ amount, currency }) => `A refund of ${money(amount, currency)} did not arrive`,
  FreePeriodGranted: ({ tier, months, code }) => `Got ${tier} for ${months} months with the code ${code}`,
  FreePeriodEnded: ({ tier }) => `${tier} by a code ended`,
  CodeRedeemed: ({ code }) => `Used the code ${code}`,
  TutoringRequested: () => 'Asked for tutoring',
  TutoringPaid: ({ amount, currency }) => `Paid ${money(amount, currency)} for tutoring`,
  TutoringRefunded: ({ amount, currency }) => `Got a tutoring refund of ${money(amount, currency)}`,
  TutoringRefundFailed: ({ amount, currency }) => `A refund of ${money(amount, currency)} for tutoring did not arrive`,
  TutoringRefundRefused: ({ amount, currency }) => `A refund of ${money(amount, currency)} for tutoring was refused`,
  TutoringPaymentLost: () => 'The bank reversed the payment for tutoring',
  TutoringRefundMended: ({ amount, currency }) => `Got a tutoring refund of ${money(amount, currency)} another way`,
  DisputeOpened: ({ amount, currency, product }) => `Disputes ${money(amount, currency)} for ${product}`,
  DisputeClosed: ({ amount, currency, outcome }) => `The dispute about ${money(amount, currency)} is ${outcome}`,
  TutoringSessionScheduled: ({ startsAt }) => `A tutoring session was scheduled for ${startsAt}`,
  TutoringSessionCompleted: ({ startsAt, by }) =>
    `The tutoring session of ${startsAt} ${by === null ? 'counts as held because no one marked it' : 'was held'}`,
  TutoringSessionMissed: ({ startsAt }) => `Missed the tutoring session of ${startsAt}`,
  TutoringSessionCancelled: ({ startsAt }) => `The tutoring session of ${startsAt} was cancelled`,
  TutoringSessionRated: ({ rating }) => `Rated a tutoring session with ${rating}`,
  ExamStarted: () => 'Began a practice exam',
  ExamCompleted: ({ score }) => `Completed a practice exam with a score of ${score}`,
  ExamGivenUp: ({ answered }) => `Gave up a practice exam after ${answered} answers`,
} as const satisfies Words

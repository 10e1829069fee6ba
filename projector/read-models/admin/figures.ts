import * as figure from '@medicready/domain/admin/figures'
import { type StandingFact, standingAfter } from '@medicready/domain/questions/review-standing'
import { defineReadModel } from '../definition.ts'
import { foldDeleted, foldLimit, foldRedeemed, foldReleased, foldReserved } from './figures-codes.ts'
import { note, noteAbout } from './figures-entries.ts'
import { beFree, changeSubscriber, changeSubscription, endFree, foldEnded, foldPaid, foldRefund } from './figures-subscribers.ts'
import { type FiguresRows, figuresTables } from './figures-tables.ts'
import { foldAnswered, foldRequestCancelled, foldRequested, noteRequest, noteSession } from './figures-tutoring.ts'

/** What moves a question, or what waits of it. */
function moveQuestion(fact: StandingFact, rows: FiguresRows, entries: readonly figure.FigureEntry[] = []): void {
  const { questionId: question_id } = fact.data
  const before = rows.banked_questions.get({ question_id })?.standing ?? null
  const after = standingAfter(before, fact)
  if (after === null) return
  rows.banked_questions.set({ question_id, standing: after })
  const userId = fact.type === 'QuestionReviewRequested' ? fact.data.userId : null
  const moved = [...entries, ...figure.movedInBank(before, after), ...figure.movedInReview(before, after)]
  noteAbout(fact, { userId, subjectId: question_id, tutorId: null }, moved, rows)
}

/**
 * The figures of the business but those that every answer moves: sums by the day, and the facts behind them. What a
 * figure means is decided in `domain/admin/figures.ts`.
 */
export const figures = defineReadModel({
  name: 'admin/figures',
  version: 4,
  tables: figuresTables,
  on: {
    AccountRegistered: (fact, rows) => {
      const { userId } = fact.data
      rows.counted_accounts.set({ user_id: userId, is_verified: false, is_erased: false })
      note(fact, userId, figure.registered, rows)
    },
    EmailVerified: (fact, rows) => {
      const account = rows.counted_accounts.get({ user_id: fact.data.userId })
      if (!account || account.is_verified) return
      rows.counted_accounts.set({ ...account, is_verified: true })
      note(fact, fact.data.userId, figure.verified, rows)
    },
    AccountErased: (fact, rows) => {
      const account = rows.counted_accounts.get({ user_id: fact.data.userId })
      if (!account || account.is_erased) return
      rows.counted_accounts.set({ ...account, is_erased: true })
      note(fact, fact.data.userId, figure.erased, rows)
    },

    QuestionAdded: (fact, rows) => moveQuestion(fact, rows),
    QuestionRevised: (fact, rows) => moveQuestion(fact, rows),
    QuestionPromoted: (fact, rows) => moveQuestion(fact, rows),
    QuestionRetired: (fact, rows) => moveQuestion(fact, rows),
    QuestionRestored: (fact, rows) => moveQuestion(fact, rows),
    QuestionWithdrawn: (fact, rows) => moveQuestion(fact, rows),
    QuestionReviewResolved: (fact, rows) => moveQuestion(fact, rows),
    BankRevisionOffered: (fact, rows) => moveQuestion(fact, rows),
    BankRevisionSettled: (fact, rows) => moveQuestion(fact, rows),
    QuestionReviewRequested: (fact, rows) => moveQuestion(fact, rows, figure.reviewRequested),
    GenerationReserved: (fact, rows) => note(fact, null, figure.generationBegun, rows),
    GenerationAccepted: (fact, rows) => note(fact, null, figure.generationSettled(fact.data), rows),
    GenerationRejected: (fact, rows) => note(fact, null, figure.generationSettled(fact.data, fact.data.reason), rows),

    CustomerMade: ({ data }, rows) => changeSubscriber(data.userId, rows, { stripe_customer_id: data.customerId }),
    CustomerDeleted: ({ data }, rows) => changeSubscriber(data.userId, rows, { stripe_customer_id: null }),
    InvoicePaid: foldPaid,
    PaymentFailed: ({ data }, rows) => changeSubscription(data, rows, () => ({ status: 'pastDue' })),
    CancellationScheduled: ({ data }, rows) => changeSubscription(data, rows, () => ({ status: 'cancelling', next_billing_at: null })),
    CancellationWithdrawn: ({ data }, rows) =>
      changeSubscription(data, rows, ({ paid_until }) => ({ status: 'active', next_billing_at: paid_until })),
    SubscriptionEnded: foldEnded,
    RefundIssued: foldRefund,
    RefundFailed: foldRefund,
    FreePeriodGranted: ({ data, metadata }, rows) => beFree(data.userId, data.tier, metadata.occurredAt, rows),
    FreePeriodEnded: ({ data }, rows) => endFree(data.userId, rows),
    ReconciliationCompleted: (fact, rows) => note(fact, null, figure.compared(fact.data.differences), rows),

    DiscountCodeCreated: foldLimit,
    DiscountCodeRevised: foldLimit,
    DiscountCodeDeleted: foldDeleted,
    CodeReserved: foldReserved,
    CodeReleased: foldReleased,
    CodeRedeemed: foldRedeemed,

    TutoringRequested: foldRequested,
    TutoringRequestAccepted: (fact, rows) => foldAnswered(fact, 'accepted', rows),
    TutoringRequestDeclined: (fact, rows) => foldAnswered(fact, 'declined', rows),
    TutoringRequestCancelled: foldRequestCancelled,
    TutoringRequestClosed: foldRequestCancelled,
    TutoringPaid: (fact, rows) => noteRequest(fact, figure.paid('tutoring', fact.data.amount), rows),
    TutoringRefunded: (fact, rows) => noteRequest(fact, figure.givenBack('tutoring', fact.data.amount), rows),
    TutoringRefundFailed: (fact, rows) => noteRequest(fact, figure.givenBack('tutoring', 0 - fact.data.amount), rows),
    TutoringRefundMended: (fact, rows) => noteRequest(fact, figure.givenBack('tutoring', fact.data.amount), rows),
    DisputeMoneyMoved: (fact, rows) => note(fact, fact.data.userId, figure.givenBack(fact.data.product, fact.data.amount), rows),
    TutoringSessionScheduled: (fact, rows) => noteSession(fact, figure.sessionPlanned(fact.data.amount), rows),
    TutoringSessionCompleted: (fact, rows) => noteSession(fact, figure.sessionSettled('sessions', fact.data.refund), rows),
    TutoringSessionMissed: (fact, rows) => noteSession(fact, figure.sessionSettled('missedSessions', fact.data.refund), rows),
    TutoringSessionCancelled: (fact, rows) => noteSession(fact, figure.sessionSettled('cancelledSessions', fact.data.refund), rows),
    TutoringSessionDropped: (fact, rows) => noteSession(fact, figure.sessionSettled('cancelledSessions', fact.data.refund), rows),
    TutoringSessionRated: (fact, rows) => noteSession(fact, figure.sessionRated(fact.data), rows),
    TutorEarned: (fact, rows) => note(fact, fact.data.userId, figure.tutorEarned(fact.data), rows),
  },
})

import { dayOf, monthOf } from '@medicready/domain/admin/activity'
import { type Deferral, deferralOf } from '@medicready/domain/admin/deferral'
import * as figure from '@medicready/domain/admin/figures'
import { type FigureEntry, seriesOf } from '@medicready/domain/admin/figures'
import { ASSUMED_USES } from '@medicready/domain/billing/shown/discount-rules'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { type StandingFact, standingAfter } from '@medicready/domain/questions/review-standing'
import { defineReadModel, newRow, type RowOf } from '../definition.ts'
import { type FiguresRows, figuresTables } from './figures-tables.ts'

interface About {
  readonly subjectId?: string | null
  readonly tutorId?: string | null
}

/** Call once per fact, with all its entries. */
function note(
  { id: fact_id, type, streamName: stream, metadata }: Recorded,
  user_id: string | null,
  entries: readonly FigureEntry[],
  { figure_days, figure_entries }: FiguresRows,
  { subjectId: subject_id = null, tutorId: tutor_id = null }: About = {},
): void {
  const about = { user_id, subject_id, tutor_id }
  const at = metadata.occurredAt
  const day = dayOf(at)
  for (const [place, { figure, group: grouped_by, amount }] of entries.entries()) {
    const series = seriesOf({ figure, group: grouped_by })
    const sum = figure_days.get({ series, day })?.amount ?? 0
    figure_days.set({ series, day, figure, grouped_by, amount: sum + amount })
    figure_entries.set({ fact_id, place, figure, grouped_by, amount, at, type, stream, ...about })
  }
}

function defer(
  { id: fact_id, type, streamName: stream, metadata }: Recorded,
  user_id: string,
  { starts, until, amount }: Deferral,
  tier: string,
  { deferrals, deferral_spans }: FiguresRows,
): void {
  if (amount === 0 || starts >= until) return
  const at = metadata.occurredAt
  const day = dayOf(at)
  deferrals.set({ fact_id, starts, until, tier, amount, day, at, type, stream, user_id })
  const span = `${starts}/${until}/${tier}/${amount}`
  const count = deferral_spans.get({ span, day })?.count ?? 0
  deferral_spans.set({ span, day, starts, until, tier, amount, count: count + 1 })
}

type Subscriber = RowOf<typeof figuresTables.subscribers>

const subscriberOf = (user_id: string, { subscribers }: FiguresRows): Subscriber =>
  subscribers.get({ user_id }) ?? newRow(figuresTables.subscribers, { user_id })

function changeSubscriber(userId: string, rows: FiguresRows, changes: Partial<Subscriber>): void {
  rows.subscribers.set({ ...subscriberOf(userId, rows), ...changes })
}

const planOf = (tier: figure.SubscribedPlan['tier'] | null, monthlyAmount: number): figure.SubscribedPlan | null =>
  tier !== null && monthlyAmount > 0 ? { tier, monthlyAmount } : null

function cohortMoved(cohort: string | null, month: string, before: number, after: number): readonly figure.FigureEntry[] {
  if (before === 0 && after > 0) return cohort === null ? figure.joinedCohort(month) : figure.cameBackToCohort(cohort)
  return before > 0 && after === 0 && cohort !== null ? figure.leftCohort(cohort) : []
}

function foldPaid(fact: RecordedFact<'InvoicePaid'>, rows: FiguresRows): void {
  const { data, metadata } = fact
  const { userId, tier, amount, previousMonthlyAmount, monthlyAmount } = data
  const subscriber = subscriberOf(userId, rows)
  const isNews = previousMonthlyAmount !== monthlyAmount
  const month = monthOf(dayOf(metadata.occurredAt))
  const moved = isNews
    ? [
        ...figure.planMoved(planOf(subscriber.tier ?? tier, previousMonthlyAmount), planOf(tier, monthlyAmount)),
        ...cohortMoved(subscriber.cohort, month, previousMonthlyAmount, monthlyAmount),
      ]
    : []
  const first = amount > 0 && !subscriber.has_paid ? figure.paidFirst : []
  note(fact, userId, [...figure.paid(tier, amount), ...first, ...moved], rows)
  // The lines name the paid days; the invoice may name the previous period.
  const [start = data.periodStart] = data.lines.map(({ periodStart }) => periodStart).toSorted()
  const [end = data.periodEnd] = data.lines
    .map(({ periodEnd }) => periodEnd)
    .toSorted()
    .toReversed()
  rows.paid_periods.set({ invoice_id: data.invoiceId, starts: start, ends: end })
  defer(fact, userId, deferralOf(amount, { start, end }), tier, rows)
  const paidUntil = laterOf(subscriber.paid_until, end)
  const isSubscribed = monthlyAmount > 0
  const isFirst = previousMonthlyAmount === 0 && isSubscribed
  changeSubscriber(userId, rows, {
    ...(isSubscribed && { stripe_subscription_id: data.subscriptionId }),
    ...(isSubscribed && { status: subscriber.status === 'cancelling' ? 'cancelling' : 'active' }),
    ...(isNews && isSubscribed && { tier, monthly_amount: monthlyAmount }),
    ...(isFirst && { tier, monthly_amount: monthlyAmount, started_at: metadata.occurredAt, cohort: subscriber.cohort ?? month }),
    paid_until: paidUntil,
    ...(isSubscribed && subscriber.status !== 'cancelling' && { next_billing_at: paidUntil }),
    has_paid: subscriber.has_paid || amount > 0,
  })
}

/** A payment reported late must not move dates back. */
const laterOf = (one: string | null, other: string): string => (one !== null && one > other ? one : other)

function foldEnded(fact: RecordedFact<'SubscriptionEnded'>, rows: FiguresRows): void {
  const { userId, tier, previousMonthlyAmount, subscriptionId } = fact.data
  const subscriber = subscriberOf(userId, rows)
  const left = cohortMoved(subscriber.cohort, '', previousMonthlyAmount, 0)
  note(fact, userId, [...figure.planMoved(planOf(subscriber.tier ?? tier, previousMonthlyAmount), null), ...left], rows)
  // A newer subscription may have replaced it.
  if (subscriber.stripe_subscription_id !== null && subscriber.stripe_subscription_id !== subscriptionId) return
  changeSubscriber(userId, rows, { stripe_subscription_id: null, status: null, tier: null, monthly_amount: 0, next_billing_at: null })
}

/** A refund also removes the deferred part. */
function foldRefund(fact: RecordedFact<'RefundIssued' | 'RefundFailed'>, rows: FiguresRows): void {
  const { userId, tier, invoiceId } = fact.data
  const amount = fact.type === 'RefundIssued' ? fact.data.amount : 0 - fact.data.amount
  note(fact, userId, figure.givenBack(tier ?? 'other', amount), rows)
  const period = rows.paid_periods.get({ invoice_id: invoiceId })
  if (period && tier !== null) defer(fact, userId, deferralOf(0 - amount, { start: period.starts, end: period.ends }), tier, rows)
}

/** Ignored if another subscription replaced it. */
function changeSubscription(
  { userId, subscriptionId }: { readonly userId: string; readonly subscriptionId: string },
  rows: FiguresRows,
  change: (before: Subscriber) => Partial<Subscriber>,
): void {
  const subscriber = rows.subscribers.get({ user_id: userId })
  if (subscriber?.stripe_subscription_id === subscriptionId) rows.subscribers.set({ ...subscriber, ...change(subscriber) })
}

type CodeFact = 'CodeReserved' | 'CodeReleased' | 'CodeRedeemed'

function moveLimit(
  fact: RecordedFact<'DiscountCodeCreated' | 'DiscountCodeRevised' | 'DiscountCodeDeleted'>,
  uses: number | null,
  rows: FiguresRows,
): void {
  const { codeId: code_id } = fact.data
  const before = rows.code_limits.get({ code_id })?.uses ?? 0
  if (uses === null) rows.code_limits.delete({ code_id })
  else rows.code_limits.set({ code_id, uses })
  note(fact, null, figure.codeLimitMoved(before, uses ?? 0), rows, { subjectId: code_id })
}

const noteUse = (fact: Recorded<FactOf<CodeFact>>, entries: readonly figure.FigureEntry[], rows: FiguresRows): void =>
  note(fact, fact.data.userId, entries, rows, { subjectId: fact.data.codeId })

function foldReserved(fact: RecordedFact<'CodeReserved'>, rows: FiguresRows): void {
  const holder = { code_id: fact.data.codeId, user_id: fact.data.userId }
  if (rows.code_holders.get(holder)) return
  rows.code_holders.set(holder)
  noteUse(fact, figure.codeHeld, rows)
}

/** Nothing if the use was not held, as for a free period. */
function letGo({ data }: Recorded<FactOf<CodeFact>>, { code_holders }: FiguresRows): readonly figure.FigureEntry[] {
  const holder = { code_id: data.codeId, user_id: data.userId }
  if (!code_holders.get(holder)) return []
  code_holders.delete(holder)
  return figure.codeLetGo
}

function waitsNoMore(request_id: string, { waiting_requests }: FiguresRows): boolean {
  const hasWaited = waiting_requests.get({ request_id }) !== null
  if (hasWaited) waiting_requests.delete({ request_id })
  return hasWaited
}

function foldAnswered(
  fact: RecordedFact<'TutoringRequestAccepted' | 'TutoringRequestDeclined'>,
  answer: 'accepted' | 'declined',
  rows: FiguresRows,
): void {
  if (waitsNoMore(fact.data.requestId, rows)) note(fact, fact.data.userId, figure.tutoringAnswered(answer), rows)
}

const foldRequestCancelled = (fact: RecordedFact<'TutoringRequestCancelled' | 'TutoringRequestClosed'>, rows: FiguresRows): void =>
  note(fact, fact.data.userId, figure.tutoringCancelled({ hasWaited: waitsNoMore(fact.data.requestId, rows) }), rows)

const noteRequest = (
  fact: RecordedFact<'TutoringPaid' | 'TutoringRefunded' | 'TutoringRefundFailed' | 'TutoringRefundMended'>,
  entries: readonly figure.FigureEntry[],
  rows: FiguresRows,
): void => note(fact, fact.data.userId, entries, rows, { subjectId: fact.data.requestId })

type SessionFact =
  | 'TutoringSessionScheduled'
  | 'TutoringSessionCompleted'
  | 'TutoringSessionMissed'
  | 'TutoringSessionCancelled'
  | 'TutoringSessionDropped'
  | 'TutoringSessionRated'

function noteSession(fact: Recorded<FactOf<SessionFact>>, entries: readonly figure.FigureEntry[], rows: FiguresRows): void {
  const { userId, sessionId: subjectId, tutorId } = fact.data
  note(fact, userId, entries, rows, { subjectId, tutorId })
}

function moveQuestion(fact: StandingFact, rows: FiguresRows, entries: readonly figure.FigureEntry[] = []): void {
  const { questionId: question_id } = fact.data
  const before = rows.banked_questions.get({ question_id })?.standing ?? null
  const after = standingAfter(before, fact)
  if (after === null) return
  rows.banked_questions.set({ question_id, standing: after })
  const userId = fact.type === 'QuestionReviewRequested' ? fact.data.userId : null
  const moved = [...entries, ...figure.movedInBank(before, after), ...figure.movedInReview(before, after)]
  note(fact, userId, moved, rows, { subjectId: question_id })
}

/** All but those that every answer changes (see `learning`); `domain/admin/figures.ts` has their meaning. */
export const figures = defineReadModel({
  name: 'admin/figures',
  version: 5,
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
    QuestionOutdated: (fact, rows) => moveQuestion(fact, rows),
    QuestionReviewResolved: (fact, rows) => moveQuestion(fact, rows),
    BankRevisionOffered: (fact, rows) => moveQuestion(fact, rows),
    BankRevisionSettled: (fact, rows) => moveQuestion(fact, rows),
    QuestionReviewRequested: (fact, rows) => moveQuestion(fact, rows, figure.reviewRequested),
    GenerationReserved: (fact, rows) => note(fact, null, figure.generationBegun, rows),
    GenerationAccepted: (fact, rows) => note(fact, null, figure.generationSettled(fact.data), rows),
    GenerationProposed: (fact, rows) => note(fact, null, figure.generationSettled(fact.data), rows),
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
    // A paying user with a free period stays a payer.
    FreePeriodGranted: ({ data: { userId, tier }, metadata }, rows) => {
      const isPayer = subscriberOf(userId, rows).monthly_amount > 0
      if (!isPayer) changeSubscriber(userId, rows, { status: 'free', tier, started_at: metadata.occurredAt })
    },
    FreePeriodEnded: ({ data: { userId } }, rows) => {
      if (subscriberOf(userId, rows).status === 'free') changeSubscriber(userId, rows, { status: null, tier: null })
    },
    ReconciliationCompleted: (fact, rows) => note(fact, null, figure.compared(fact.data.differences), rows),

    DiscountCodeCreated: (fact, rows) => moveLimit(fact, fact.data.maxUses ?? ASSUMED_USES, rows),
    DiscountCodeRevised: (fact, rows) => moveLimit(fact, fact.data.maxUses ?? ASSUMED_USES, rows),
    DiscountCodeDeleted: (fact, rows) => moveLimit(fact, null, rows),
    CodeReserved: foldReserved,
    CodeReleased: (fact, rows) => noteUse(fact, letGo(fact, rows), rows),
    CodeRedeemed: (fact, rows) => noteUse(fact, [...figure.codeUsed(fact.data.amountSaved.amount), ...letGo(fact, rows)], rows),

    TutoringRequested: (fact, rows) => {
      rows.waiting_requests.set({ request_id: fact.data.requestId })
      note(fact, fact.data.userId, figure.tutoringRequested, rows)
    },
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

import type { questionTurns, ReviewDecision } from '@medicready/domain/contract/questions/review-requests'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { type ReviewStanding, type StandingFact, standingAfter, waits } from '@medicready/domain/questions/review-standing'
import { addVersion, defineReadModel, newRow, type RowOf, type Rows, table, typed } from '../definition.ts'

const tables = {
  doubted_questions: table({
    key: ['question_id'],
    columns: {
      question_id: 'uuid',
      /** Increased by every decision; requests of one round are decided together. */
      round: 'integer',
      asking: typed<string[]>('jsonb'),
      open_requests: 'integer',
      oldest_request_at: 'timestamptz?',
      withdrawn_for: typed<FactOf<'QuestionWithdrawn'>['data']['cause']>('text?'),
    },
    indexes: ['(question_id) WHERE open_requests > 0 OR withdrawn_for IS NOT NULL'],
  }),
  /** Decided if its question and round have a decision. */
  review_requests: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      question_id: 'uuid',
      user_id: 'uuid',
      version: 'integer',
      round: 'integer',
      reason: 'text?',
      requested_at: 'timestamptz',
    },
    foundBy: ['user_id'],
    indexes: ['(user_id, requested_at)', '(question_id, round)'],
  }),
  review_decisions: table({
    key: ['question_id', 'round'],
    columns: {
      question_id: 'uuid',
      round: 'integer',
      version: 'integer?',
      decision: typed<ReviewDecision>('text'),
      note: 'text?',
      decided_by: 'uuid?',
      decided_at: 'timestamptz',
    },
    appendOnly: true,
  }),
  bank_offers: table({
    key: ['question_id'],
    columns: {
      question_id: 'uuid',
      offer: 'integer',
      bank_id: 'coded text',
      content: typed<QuestionContent>('jsonb'),
      offered_at: 'timestamptz',
    },
  }),
  /** The latest proposal of a language model; it is for this version only. */
  revision_proposals: table({
    key: ['question_id'],
    columns: { question_id: 'uuid', version: 'integer', content: typed<QuestionContent>('jsonb') },
  }),
  /** Standing over time, for the queue of any day. */
  review_standings: table({
    key: ['question_id', 'change'],
    columns: {
      question_id: 'uuid',
      change: 'integer',
      since: 'timestamptz',
      until: 'timestamptz?',
      version: 'integer',
      situation: typed<ReviewStanding['situation']>('text'),
      is_pilot: 'boolean',
      open_requests: 'integer',
      oldest_request_at: 'timestamptz?',
      withdrawn_for: typed<ReviewStanding['withdrawnFor']>('text?'),
      has_offer: 'boolean',
      is_outdated: 'boolean',
      waits: 'boolean',
    },
    indexes: ['(since) WHERE waits', '(question_id) WHERE waits AND until IS NULL'],
  }),
  /** The current standing, with the requesting users. */
  latest_standings: table({
    key: ['question_id'],
    columns: { question_id: 'uuid', changes: 'integer', standing: typed<ReviewStanding>('jsonb') },
    private: true,
  }),
  question_history: table({
    key: ['question_id', 'revision'],
    columns: {
      question_id: 'uuid',
      /** Stream revision, from 0. */
      revision: 'integer',
      at: 'timestamptz',
      what: typed<(typeof questionTurns)[number]>('text'),
      version: 'integer?',
      cause: 'coded text?',
      note: 'text?',
    },
    appendOnly: true,
  }),
}

type Doubted = RowOf<typeof tables.doubted_questions>
type QuestionFact = Pick<Recorded, 'revision' | 'metadata'> & { readonly data: { readonly questionId: string } }

const undoubted = (question_id: string): Doubted => newRow(tables.doubted_questions, { question_id, asking: [] })
const doubtedIn = ({ doubted_questions }: Rows<typeof tables>, question_id: string): Doubted =>
  doubted_questions.get({ question_id }) ?? undoubted(question_id)

interface Turn {
  readonly what: (typeof questionTurns)[number]
  readonly version: number | null
  readonly cause?: string
  readonly note?: string
}

function recordTurn(fact: StandingFact, rows: Rows<typeof tables>, { what, version, cause, note }: Turn): void {
  const { questionId: question_id } = fact.data
  const at = fact.metadata.occurredAt
  const turn = { what, version, cause: cause ?? null, note: note ?? null }
  rows.question_history.set({ question_id, revision: Number(fact.revision), at, ...turn })
  move(fact, rows)
}

function move(fact: StandingFact, { review_standings, latest_standings }: Rows<typeof tables>): void {
  const { questionId: question_id } = fact.data
  const latest = latest_standings.get({ question_id })
  const standing = standingAfter(latest?.standing ?? null, fact)
  if (standing === null) return
  const since = fact.metadata.occurredAt
  const change = latest?.changes ?? 0
  latest_standings.set({ question_id, changes: change + 1, standing })
  const { version, situation, isPilot, asking, oldestRequestAt, withdrawnFor, offer, isOutdated } = standing
  const place = { version, situation, is_pilot: isPilot, is_outdated: isOutdated }
  const asked = { open_requests: asking.length, oldest_request_at: oldestRequestAt, withdrawn_for: withdrawnFor, has_offer: offer !== null }
  addVersion(review_standings, { question_id, change, since, until: null, ...place, ...asked, waits: waits(standing) })
}

interface Decision {
  readonly version: number | null
  readonly decision: ReviewDecision
  readonly note: string | null
  readonly decidedBy: string | null
}

function close(fact: QuestionFact, rows: Rows<typeof tables>, { version, decision, note, decidedBy }: Decision): void {
  const { questionId } = fact.data
  const review = rows.doubted_questions.get({ question_id: questionId })
  if (review === null || (review.open_requests === 0 && review.withdrawn_for === null)) return
  rows.doubted_questions.set({ ...undoubted(questionId), round: review.round + 1 })
  const decided = { version, decision, note, decided_by: decidedBy, decided_at: fact.metadata.occurredAt }
  rows.review_decisions.set({ question_id: questionId, round: review.round, ...decided })
}

export const reviewRequests = defineReadModel({
  name: 'questions/review-requests',
  version: 6,
  tables,
  on: {
    QuestionAdded: (fact, rows) => recordTurn(fact, rows, { what: 'added', version: fact.data.version, cause: fact.data.source }),
    QuestionRevised: (fact, rows) => recordTurn(fact, rows, { what: 'revised', version: fact.data.version, cause: fact.data.cause }),
    QuestionRestored: (fact, rows) => recordTurn(fact, rows, { what: 'restored', version: null }),
    QuestionPromoted: (fact, rows) => recordTurn(fact, rows, { what: 'promoted', version: fact.data.version }),
    QuestionRetired: (fact, rows) => {
      const { cause, reason } = fact.data
      recordTurn(fact, rows, { what: 'retired', version: null, cause, note: reason })
      // A review's decision follows with its note. A removal by the bank is itself the answer.
      if (cause === 'bank') close(fact, rows, { version: null, decision: 'retired', note: null, decidedBy: null })
    },
    QuestionWithdrawn: (fact, rows) => {
      const { questionId, version, cause } = fact.data
      recordTurn(fact, rows, { what: 'withdrawn', version, cause })
      rows.doubted_questions.set({ ...doubtedIn(rows, questionId), withdrawn_for: cause })
    },
    QuestionOutdated: (fact, rows) => {
      const { version, isWithdrawn, what } = fact.data
      recordTurn(fact, rows, { what: 'outdated', version, ...(isWithdrawn && { cause: 'withdrawn' }), note: what })
    },
    RevisionProposed: ({ data: { questionId: question_id, version, content } }, { revision_proposals }) =>
      revision_proposals.set({ question_id, version, content }),
    QuestionReviewRequested: (fact, rows) => {
      const { questionId, version, userId, reason } = fact.data
      const at = fact.metadata.occurredAt
      recordTurn(fact, rows, { what: 'review_requested', version })
      const review = doubtedIn(rows, questionId)
      const others = review.asking.filter((id) => id !== userId)
      rows.doubted_questions.set({
        ...review,
        asking: [...others, userId],
        open_requests: others.length + 1,
        oldest_request_at: review.oldest_request_at ?? at,
      })
      const { round } = review
      rows.review_requests.set({ id: fact.id, question_id: questionId, user_id: userId, version, round, reason, requested_at: at })
    },
    AccountErased: ({ data: { userId: user_id } }, { review_requests }) => {
      for (const request of review_requests.where({ user_id })) review_requests.set({ ...request, reason: null })
    },
    QuestionReviewResolved: (fact, rows) => {
      const { version, decision, resolvedBy } = fact.data
      recordTurn(fact, rows, { what: 'review_decided', version, cause: decision, note: fact.data.note })
      close(fact, rows, { version, decision, note: fact.data.note, decidedBy: resolvedBy })
    },
    BankRevisionOffered: (fact, rows) => {
      const { questionId, offer, bankId, content } = fact.data
      recordTurn(fact, rows, { what: 'bank_offered', version: null })
      rows.bank_offers.set({ question_id: questionId, offer, bank_id: bankId, content, offered_at: fact.metadata.occurredAt })
    },
    BankRevisionSettled: (fact, rows) => {
      recordTurn(fact, rows, { what: 'bank_settled', version: fact.data.version, cause: fact.data.decision })
      rows.bank_offers.delete({ question_id: fact.data.questionId })
    },
  },
})

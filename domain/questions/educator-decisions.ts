import type { Decide } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import type { QuestionContent } from './content/content.ts'
import type { GuidelineChange } from './guideline-change.ts'
import {
  agreedBy,
  contentOf,
  currentVersion,
  isOutdated,
  type QuestionEvent,
  type QuestionState,
  sameContent,
  settled,
} from './question.ts'

interface BankDecision {
  /** The version and offer that the educator saw. */
  readonly version: number
  readonly offer: number
  readonly decision: 'taken' | 'kept' | 'edited'
  readonly content: QuestionContent | null
  readonly settledBy: string
}

/** Restores a retired question. Rejects: `questionNotFound`, `conflict` if something changed, `revisionMissing`. */
export const settleBankRevision =
  ({ version, offer, decision, content, settledBy }: BankDecision): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown') throw new Rejection('questionNotFound')
    if (state.offer?.number !== offer || version !== currentVersion(state)) throw new Rejection('conflict')
    if (decision === 'kept') return [settled(state, { version, offer, decision, settledBy })]
    const words = decision === 'taken' ? state.offer.content : content
    if (words === null || sameContent(contentOf(state, version), words)) throw new Rejection('revisionMissing')
    const { questionId } = state
    return [
      ...(state.situation === 'retired' ? [{ type: 'QuestionRestored' as const, data: { questionId } }] : []),
      {
        type: 'QuestionRevised',
        data: { questionId, version: version + 1, cause: decision === 'taken' ? 'bank' : 'educator', content: words },
      },
      settled(state, { version: version + 1, offer, decision, settledBy }),
    ]
  }

/** A pilot, since it has no answers yet. */
export const addAuthored =
  (command: { questionId: string; content: QuestionContent }): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'unknown'
      ? [{ type: 'QuestionAdded', data: { ...command, version: 1, source: 'educator', bankId: null, generation: null } }]
      : []

/** Rejects with `questionNotFound`, `reviewWaits`, `conflict`, or `revisionMissing`. */
export const reviseQuestion =
  ({ version, content }: { version: number; content: QuestionContent }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown' || state.situation === 'retired') throw new Rejection('questionNotFound')
    if (version !== currentVersion(state)) throw new Rejection('conflict')
    if (state.situation === 'withdrawn' || state.openRequests.length > 0 || isOutdated(state)) throw new Rejection('reviewWaits')
    if (sameContent(contentOf(state, version), content)) throw new Rejection('revisionMissing')
    const { questionId } = state
    const revised: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: version + 1, cause: 'educator', content } }
    return [revised, ...agreedBy(state, content)]
  }

/** Each change once; may withdraw later, until an educator has decided. Rejects with `questionNotFound`. */
export const outdateQuestion =
  ({ change, isWithdrawn }: { readonly change: GuidelineChange; readonly isWithdrawn: boolean }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown') throw new Rejection('questionNotFound')
    const mayWithdraw = isWithdrawn && state.situation === 'active' && state.openChanges.includes(change.changeId)
    if (state.changes.has(change.changeId) && !mayWithdraw) return []
    if (state.situation === 'retired') throw new Rejection('questionNotFound')
    return [{ type: 'QuestionOutdated', data: { questionId: state.questionId, version: currentVersion(state), ...change, isWithdrawn } }]
  }

type Proposal = Omit<DataOf<QuestionEvent, 'RevisionProposed'>, 'questionId'>

/** Once for each change that waits for an educator. */
export const mayPropose = (state: QuestionState, { version, changeId }: Pick<Proposal, 'version' | 'changeId'>): boolean =>
  state.situation !== 'unknown' &&
  version === currentVersion(state) &&
  state.openChanges.includes(changeId) &&
  !state.proposals.has(changeId)

export const proposeRevision =
  (proposal: Proposal): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation !== 'unknown' && mayPropose(state, proposal)
      ? [{ type: 'RevisionProposed', data: { questionId: state.questionId, ...proposal } }]
      : []

import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import type { QuestionContent } from './content.ts'
import { agreedBy, contentOf, currentVersion, type QuestionEvent, type QuestionState, sameContent, settled } from './question.ts'

/** What educators do with questions without being asked by learners. */

interface BankDecision {
  /** The version and the offer that the educator looked at. */
  readonly version: number
  readonly offer: number
  readonly decision: 'taken' | 'kept' | 'edited'
  /** What it says from now on, when it is edited. */
  readonly content: QuestionContent | null
  readonly settledBy: string
}

/**
 * An educator has seen what the bank says beside what is asked, and takes it over, keeps what is asked, or writes
 * something else. A question that a review had retired comes back with new words. Refused with `questionNotFound`, with
 * `conflict` where the bank or the question says something else by now or nothing waits, and with `revisionMissing`
 * where what was edited says nothing new.
 */
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

/** Adds an educator's question as a pilot, as it has no answers yet. */
export const addAuthored =
  (command: { questionId: string; content: QuestionContent }): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'unknown'
      ? [{ type: 'QuestionAdded', data: { ...command, version: 1, source: 'educator', bankId: null, generation: null } }]
      : []

/**
 * An educator revises a question without open review requests. Refused with `questionNotFound` if it is gone,
 * with `reviewWaits` where learners wait for a word with it, with `conflict` where it says something else by now, and
 * with `revisionMissing` where the revision says nothing new.
 */
export const reviseQuestion =
  ({ version, content }: { version: number; content: QuestionContent }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown' || state.situation === 'retired') throw new Rejection('questionNotFound')
    if (version !== currentVersion(state)) throw new Rejection('conflict')
    if (state.situation === 'withdrawn' || state.openRequests.length > 0) throw new Rejection('reviewWaits')
    if (sameContent(contentOf(state, version), content)) throw new Rejection('revisionMissing')
    const { questionId } = state
    const revised: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: version + 1, cause: 'educator', content } }
    return [revised, ...agreedBy(state, content)]
  }

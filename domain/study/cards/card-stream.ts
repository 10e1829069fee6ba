import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../../core/event.ts'
import { withMember } from '../../core/growing.ts'
import { Rejection } from '../../refusals/rejection.ts'

// `card-<userId>_<questionId>`: decisions about a card. Answers are in study days; most cards have no stream.

const card = { userId: z.uuid(), questionId: z.uuid() }

export const cardEvents = defineEvents({
  CardSuspended: eventWith(card),
  CardBroughtBack: eventWith(card),
  /** Restores the card before its latest review. The answer still counts. */
  CardReviewUndone: eventWith({ ...card, /** The id of the answer's event. */ reviewId: z.uuid() }),
})
export type CardEvent = EventOf<(typeof cardEvents)[number]>

export interface CardState {
  readonly isSuspended: boolean
  readonly undone: ReadonlySet<string>
}

export const cardAggregate: Aggregate<CardState, CardEvent> = {
  category: 'card',
  initial: { isSuspended: false, undone: new Set() },
  evolve: evolveBy({
    CardSuspended: (state) => ({ ...state, isSuspended: true }),
    CardBroughtBack: (state) => ({ ...state, isSuspended: false }),
    CardReviewUndone: (state, { reviewId }) => ({ ...state, undone: withMember(state.undone, reviewId) }),
  }),
}

type OfCard = Pick<CardEvent['data'], 'userId' | 'questionId'>

export const cardId = ({ userId, questionId }: OfCard): string => `${userId}_${questionId}`

export const suspendCard =
  ({ userId, questionId }: OfCard): Decide<CardState, CardEvent> =>
  ({ isSuspended }) =>
    isSuspended ? [] : [{ type: 'CardSuspended', data: { userId, questionId } }]

export const bringBackCard =
  ({ userId, questionId }: OfCard): Decide<CardState, CardEvent> =>
  ({ isSuspended }) =>
    isSuspended ? [{ type: 'CardBroughtBack', data: { userId, questionId } }] : []

/** Rejects with `reviewNotUndoable` unless it is the latest review and not the first answer. */
export const undoReview =
  ({ isUndoable, ...data }: OfCard & { readonly reviewId: string; readonly isUndoable: boolean }): Decide<CardState, CardEvent> =>
  ({ undone }) => {
    if (undone.has(data.reviewId)) return []
    if (!isUndoable) throw new Rejection('reviewNotUndoable')
    return [{ type: 'CardReviewUndone', data }]
  }

import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { bringBackCard, type CardEvent, cardAggregate, suspendCard, undoReview } from './card-stream.ts'

const card = { userId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001', questionId: '0197b1a2-6e4b-5f3c-8d21-7c9e4b2a5d22' }
const reviewId = '5b1f0c7e-2f43-5d0c-8a5b-3f0e6a1d7c90'
const suspended: CardEvent = { type: 'CardSuspended', data: card }
const broughtBack: CardEvent = { type: 'CardBroughtBack', data: card }
const undone: CardEvent = { type: 'CardReviewUndone', data: { ...card, reviewId } }

test('a card is suspended once, and brought back once', () => {
  given(cardAggregate, []).when(suspendCard(card)).emits([suspended])
  given(cardAggregate, [suspended]).when(suspendCard(card)).emits([])
  given(cardAggregate, [suspended]).when(bringBackCard(card)).emits([broughtBack])
  given(cardAggregate, [suspended, broughtBack]).when(bringBackCard(card)).emits([])
  given(cardAggregate, []).when(bringBackCard(card)).emits([])
  given(cardAggregate, [suspended, broughtBack]).when(suspendCard(card)).emits([suspended])
})

test('a review is undone once, and only the latest one', () => {
  const undo = (isUndoable: boolean) => undoReview({ ...card, reviewId, isUndoable })
  given(cardAggregate, []).when(undo(true)).emits([undone])
  given(cardAggregate, [undone]).when(undo(false)).emits([])
  given(cardAggregate, []).when(undo(false)).refuses('reviewNotUndoable')
})

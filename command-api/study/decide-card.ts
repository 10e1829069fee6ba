import { Rejection } from '@medicready/domain/refusals/rejection'
import { bringBackCard, cardAggregate, cardId, suspendCard, undoReview } from '@medicready/domain/study/cards/card-stream'
import { lastReviewOfCard } from '@medicready/projector/read-models/study/card-queries'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface OfCard {
  readonly userId: string
  readonly questionId: string
}

export type CardDecision =
  | (OfCard & { readonly kind: 'suspend' })
  | (OfCard & { readonly kind: 'bringBack' })
  | (OfCard & { readonly kind: 'undo'; readonly reviewId: string })

type CardParts = Pick<Parts, 'commands' | 'sql'>

/** The read model knows the cards and the latest review, because it combines all days. */
export async function decideCard(parts: CardParts, decision: CardDecision, context: CommandContext): Promise<null> {
  const [card] = await lastReviewOfCard(parts.sql, decision)
  if (!card) throw new Rejection('cardNotFound')
  await parts.commands.execute(cardAggregate, cardId(decision), decide(decision, card), context)
  return null
}

function decide(decision: CardDecision, { lastReviewId, hasBefore }: { readonly lastReviewId: string; readonly hasBefore: boolean }) {
  const { userId, questionId } = decision
  switch (decision.kind) {
    case 'suspend':
      return suspendCard({ userId, questionId })
    case 'bringBack':
      return bringBackCard({ userId, questionId })
    case 'undo': {
      const { reviewId } = decision
      return undoReview({ userId, questionId, reviewId, isUndoable: hasBefore && lastReviewId === reviewId })
    }
  }
}

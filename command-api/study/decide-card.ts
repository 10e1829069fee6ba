import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { bringBackCard, cardAggregate, cardId, suspendCard, undoReview } from '@medicready/domain/study/cards/card-stream'
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

/**
 * What a learner decides about one of their cards. The read model tells which cards there are, and which review is the
 * latest: it alone lays the answers of all days together. Refused with `cardNotFound` or `reviewNotUndoable`.
 */
export async function decideCard(parts: CardParts, decision: CardDecision, context: CommandContext): Promise<Outcome<null>> {
  const card = await cardOf(parts, decision)
  const { position } = await parts.commands.execute(cardAggregate, cardId(decision), decide(decision, card), context)
  return { answer: null, position }
}

interface CardRow {
  readonly lastReviewId: string
  readonly hasBefore: boolean
}

async function cardOf({ sql }: CardParts, { userId, questionId }: OfCard): Promise<CardRow> {
  const [row] = await sql<CardRow[]>`
    SELECT last_review_id AS "lastReviewId", before IS NOT NULL AS "hasBefore" FROM read.spaced_repetition_cards
    WHERE user_id = ${userId} AND question_id = ${questionId}`
  if (!row) throw new Rejection('cardNotFound')
  return row
}

function decide(decision: CardDecision, { lastReviewId, hasBefore }: CardRow) {
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

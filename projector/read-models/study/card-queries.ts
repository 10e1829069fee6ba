import type { CalendarDay } from '@medicready/domain/calendar'
import { defineQuery } from '../query.ts'
import { questions } from '../questions/questions.ts'
import { cards } from './cards.ts'

/** How many of a user's cards are due on a day. */
export const dueCardCount = defineQuery(
  [cards, questions],
  (sql, { userId, day }: { readonly userId: string; readonly day: CalendarDay }) => sql<{ readonly cards: number }[]>`
    SELECT count(*)::int AS cards FROM read.spaced_repetition_cards c JOIN read.questions q ON q.id = c.question_id AND q.is_active
    WHERE c.user_id = ${userId} AND c.is_active AND c.next_review_date <= ${day}`,
)

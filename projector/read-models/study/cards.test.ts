import type { Fact, FactOf } from '@medicready/domain/events'
import { DEFAULT_PARAMETERS } from '@medicready/domain/study/cards/memory'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given, logOf } from '../../testing/given.ts'
import { cards } from './cards.ts'

const user_id = '00000000-0000-4000-8000-000000000001'
const question_id = '00000000-0000-4000-8000-000000000002'

const answered = (date: string, changes: Partial<FactOf<'AnswerSubmitted'>['data']> = {}): Fact =>
  answerSubmitted({ userId: user_id, questionId: question_id, date, ...changes })
const card = { userId: user_id, questionId: question_id }
/** The ID of the event at a position in the log. */
const idAt = (facts: readonly Fact[], index: number): string => {
  const entry = logOf(facts)[index]
  if (entry?.kind !== 'fact') throw new Error('There is no fact there.')
  return entry.fact.id
}

test('every answer creates or moves a card, including daily questions, pilots and timeouts', async () => {
  const facts = [
    answered('2026-03-01'),
    answered('2026-03-03', { isScored: false, mode: 'practice', questionVersion: 2 }),
    answered('2026-03-20', { isCorrect: false, answer: null, mode: 'timed_exam', confidence: 1 }),
  ]
  await given(cards, facts).leaves({
    spaced_repetition_cards: [
      {
        question_version: 1,
        total_reviews: 3,
        total_correct: 2,
        correct_streak: 0,
        lapses: 1,
        repetition_number: 0,
        interval_days: 1,
        ease_factor: 2.5,
        last_review_date: '2026-03-20',
        last_review_id: idAt(facts, 2),
        is_active: true,
      },
    ],
    // Scored reviews of due cards.
    spaced_repetition_retention: [{ user_id, module: 'Trauma', reviews: 1, correct: 0 }],
  })
  const { spaced_repetition_reviews: reviews } = await given(cards, facts).rows()
  expect(reviews.toSorted((one, other) => (one.reviewed_on < other.reviewed_on ? -1 : 1))).toMatchObject([
    { elapsed_days: null, recall: null, was_due: false, grade: 'good', interval_days: 1, difficulty: 3 },
    { elapsed_days: 2, was_due: true, is_scored: false, grade: 'good', interval_days: 6, recall: expect.closeTo(0.91, 1) },
    { elapsed_days: 17, was_due: true, grade: 'again', was_correct: false, difficulty: 5 },
  ])
})

test('a suspended card is due on no day, but still learns from answers', async () => {
  const facts: Fact[] = [answered('2026-03-01'), { type: 'CardSuspended', data: card }, answered('2026-03-03')]
  await given(cards, facts).leaves({
    spaced_repetition_cards: [{ is_active: false, total_reviews: 2, next_review_date: '2026-03-14' }],
    spaced_repetition_days: [],
    spaced_repetition_decisions: [{ user_id, question_id }],
  })
  await given(cards, [...facts, { type: 'CardBroughtBack', data: card }]).leaves({
    spaced_repetition_cards: [{ is_active: true, next_review_date: '2026-03-14' }],
    spaced_repetition_days: [{ user_id, due_on: '2026-03-14', due: 1 }],
  })
})

test('undoing the latest review restores the card; the answer stays', async () => {
  const first = [answered('2026-03-01'), answered('2026-03-03')]
  const facts = [...first, answered('2026-03-14', { isCorrect: false, questionVersion: 2 })]
  const undo = (reviewId: string): Fact => ({ type: 'CardReviewUndone', data: { ...card, reviewId } })
  const [before] = (await given(cards, first).rows()).spaced_repetition_cards
  const undone = await given(cards, [...facts, undo(idAt(facts, 2))]).rows()
  const { updated_at, last_review_id, before: _, ...scheduled } = before ?? {}
  expect(undone.spaced_repetition_cards).toMatchObject([{ ...scheduled, before: null, last_review_id: idAt(facts, 2) }])
  expect(undone.spaced_repetition_days).toMatchObject([{ due_on: '2026-03-14', due: 1 }])
  expect(undone.spaced_repetition_reviews).toHaveLength(3)
  // Not a second time, not for an older review, and not for the first answer.
  const [twice] = (await given(cards, [...facts, undo(idAt(facts, 2)), undo(idAt(facts, 2))]).rows()).spaced_repetition_cards
  expect(twice).toMatchObject(scheduled)
  const [earlier] = (await given(cards, [...facts, undo(idAt(facts, 1))]).rows()).spaced_repetition_cards
  expect(earlier?.total_reviews).toBe(3)
  const [only] = (await given(cards, [answered('2026-03-01'), undo(idAt(facts, 0))]).rows()).spaced_repetition_cards
  expect(only?.total_reviews).toBe(1)
})

test('reviews of many questions are spread over equally good days', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`)
  const facts = ['2026-03-01', '2026-03-03', '2026-03-14'].flatMap((date) => ids.map((questionId) => answered(date, { questionId })))
  // Due after 46 days, plus or minus four.
  const { spaced_repetition_days: days } = await given(cards, facts).rows()
  expect(days.reduce((sum, { due }) => sum + due, 0)).toBe(30)
  expect(Math.max(...days.map(({ due }) => due))).toBe(4)
})

test('the daily counts always match the active cards', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
      const log = [...asLogEntries(history({ seed, students: 4, days: 12, questionsPerModule: 4 }))]
      const rows = await given(cards, log).rows()
      const due = new Map<string, number>()
      for (const { user_id, next_review_date } of rows.spaced_repetition_cards.filter(({ is_active }) => is_active))
        due.set(`${user_id} ${next_review_date}`, (due.get(`${user_id} ${next_review_date}`) ?? 0) + 1)
      expect(new Map(rows.spaced_repetition_days.map((day) => [`${day.user_id} ${day.due_on}`, day.due]))).toEqual(due)
    }),
    { numRuns: 15 },
  ))

test('cards of a learner with fitted parameters use them, older cards from their next answer', async () => {
  const [again, hard, good, easy, ...others] = DEFAULT_PARAMETERS
  const fitted = (isKept: boolean): Fact => ({
    type: 'SchedulerFitted',
    data: {
      userId: user_id,
      parameters: [again ?? 0, hard ?? 0, isKept ? 9 : (good ?? 0), easy ?? 0, ...others],
      isKept,
      reviews: 400,
      logLoss: { fitted: 0.3, before: 0.31 },
    },
  })
  const due = (next_review_date: string) => ({ spaced_repetition_cards: [{ next_review_date }] })
  await given(cards, [answered('2026-03-01')]).leaves(due('2026-03-03'))
  await given(cards, [fitted(false), answered('2026-03-01')]).leaves(due('2026-03-03'))
  await given(cards, [fitted(true), answered('2026-03-01')]).leaves(due('2026-03-10'))
})

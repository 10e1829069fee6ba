import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { leaderboard } from './leaderboard.ts'
import { studyDays } from './study-days.ts'
import { userProgress } from './user-progress.ts'

const user_id = '00000000-0000-4000-8000-000000000001'

let questions = 0
const answer = (isCorrect: boolean, isScored = true): Fact => ({
  type: 'AnswerSubmitted',
  data: {
    userId: user_id,
    date: '2026-03-01',
    questionId: `00000000-0000-4000-8000-${String(++questions).padStart(12, '0')}`,
    questionVersion: 1,
    module: 'Trauma',
    answer: { kind: 'multiple_choice', option: 'a' },
    isCorrect,
    isScored,
    mode: 'daily',
    studySessionId: null,
    timeSpentSeconds: 20,
    confidence: null,
    flaggedForReview: false,
  },
})

/** Two that count, one of them right; and two to pilots. */
const answers = [answer(true), answer(false), answer(true, false), answer(false, false)]

test('an answer to a pilot counts for the progress in its module, and neither as right nor as wrong', () =>
  given(userProgress, answers).leaves({
    user_progress: [{ user_id, module: 'Trauma', total_questions: 4, scored_answers: 2, correct_answers: 1 }],
  }))

test('the same for the leaderboard', () =>
  given(leaderboard, answers).leaves({
    leaderboard: [{ user_id, total_answered: 4, scored_answers: 2, correct_answers: 1 }],
    leaderboard_total: [{ students: 1 }],
  }))

test('the same for the day', () => given(studyDays, answers).leaves({ study_days: [{ user_id, answered: 4, scored: 2, correct: 1 }] }))

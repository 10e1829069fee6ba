import type { Fact } from '@medicready/domain/events'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { describe, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { leaderboard } from './leaderboard.ts'
import { studyDays } from './study-days.ts'
import { userProgress } from './user-progress.ts'

const user_id = '00000000-0000-4000-8000-000000000001'

let questions = 0
const answer = (isCorrect: boolean, isScored = true): Fact =>
  answerSubmitted({
    userId: user_id,
    date: '2026-03-01',
    questionId: `00000000-0000-4000-8000-${String(++questions).padStart(12, '0')}`,
    isCorrect,
    isScored,
  })

/** Two scored answers, one of them right, and two to pilots. */
const answers = [answer(true), answer(false), answer(true, false), answer(false, false)]

test('an answer to a pilot counts for the progress in its module, but neither as right nor as wrong', () =>
  given(userProgress, answers).leaves({
    user_progress: [{ user_id, module: 'Trauma', total_questions: 4, scored_answers: 2, correct_answers: 1 }],
  }))

test('the same for the leaderboard', () =>
  given(leaderboard, answers).leaves({
    leaderboard: [{ user_id, total_answered: 4, scored_answers: 2, correct_answers: 1 }],
    leaderboard_total: [{ students: 1 }],
  }))

test('the same for the day', () => given(studyDays, answers).leaves({ study_days: [{ user_id, answered: 4, scored: 2, correct: 1 }] }))

describe('answers in a timed exam', () => {
  const studySessionId = '00000000-0000-4000-8000-0000000000aa'
  const inExam = answers.map((fact) =>
    fact.type === 'AnswerSubmitted' ? { ...fact, data: { ...fact.data, mode: 'timed_exam' as const, studySessionId } } : fact,
  )
  const ended: Fact = {
    type: 'StudySessionCompleted',
    data: {
      userId: user_id,
      studySessionId,
      date: '2026-03-01',
      mode: 'timed_exam',
      totalQuestions: 4,
      answered: 4,
      scored: 2,
      correct: 1,
      timeSpentSeconds: 80,
      endedBy: 'learner',
    },
  }
  const untold = { scored_answers: 0, correct_answers: 0 }
  const told = { scored_answers: 2, correct_answers: 1 }

  test('count as right or wrong in their module once the exam has ended', async () => {
    await given(userProgress, inExam).leaves({ user_progress: [{ user_id, total_questions: 4, ...untold }] })
    await given(userProgress, [...inExam, ended]).leaves({
      user_progress: [{ user_id, total_questions: 4, ...told }],
      held_back_answers: [],
    })
  })

  test('the same for the leaderboard', async () => {
    await given(leaderboard, inExam).leaves({ leaderboard: [{ user_id, total_answered: 4, ...untold }] })
    await given(leaderboard, [...inExam, ended]).leaves({ leaderboard: [{ user_id, total_answered: 4, ...told }] })
  })

  test('the same for the day', async () => {
    await given(studyDays, inExam).leaves({ study_days: [{ answered: 4, scored: 0, correct: 0 }] })
    await given(studyDays, [...inExam, ended]).leaves({ study_days: [{ answered: 4, scored: 2, correct: 1 }] })
  })

  test('in another mode count at once, and its end adds nothing', async () => {
    const asTutor = answers.map((fact) =>
      fact.type === 'AnswerSubmitted' ? { ...fact, data: { ...fact.data, mode: 'tutor_mode' as const, studySessionId } } : fact,
    )
    const end = { ...ended, data: { ...ended.data, mode: 'tutor_mode' } } as Fact
    await given(userProgress, [...asTutor, end]).leaves({ user_progress: [{ user_id, ...told }] })
    await given(leaderboard, [...asTutor, end]).leaves({ leaderboard: [{ user_id, ...told }] })
    await given(studyDays, [...asTutor, end]).leaves({ study_days: [{ scored: 2, correct: 1 }] })
  })
})

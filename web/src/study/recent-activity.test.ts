import type { RecentActivity } from '@medicready/domain/contract/study/analytics'
import { expect, it } from 'vitest'
import { activityWords } from './recent-activity.tsx'

const at = '2025-11-20T08:00:00.000Z'
const id = '7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55'
const answer = { kind: 'answer', at, questionId: id, module: 'Trauma', mode: 'practice' } as const
const session = { id, mode: 'tutor_mode', startedAt: at, completedAt: null, totalQuestions: 5, answered: 2, correct: null } as const

it.each<[RecentActivity, string, string]>([
  [{ ...answer, isCorrect: true }, 'Trauma', 'Correct'],
  [{ ...answer, isCorrect: false }, 'Trauma', 'Incorrect'],
  [{ ...answer, mode: 'timed_exam', isCorrect: null }, 'Trauma', 'Shown after the session ends'],
  [{ kind: 'session', at, session }, 'Tutor Mode', 'Session under way, 2 of 5 questions answered'],
  [
    { kind: 'session', at, session: { ...session, completedAt: at, answered: 5, correct: 4 } },
    'Tutor Mode',
    'Session, 4 of 5 questions right',
  ],
  [{ kind: 'session', at, session: { ...session, completedAt: at } }, 'Tutor Mode', 'Session, 2 answers'],
  [{ kind: 'exam', at, id, blueprint: 'module', score: 70, passed: true }, 'Practice Exam', 'Score 70, passed'],
  [{ kind: 'exam', at, id, blueprint: 'module', score: 69, passed: false }, 'Practice Exam', 'Score 69, not passed'],
  [{ kind: 'achievement', at, id: 'streak-7', title: 'One week', points: 10 }, 'One week', 'Achievement, 10 points'],
])('%j is told in words', (activity, title, outcome) => {
  expect(activityWords(activity)).toEqual({ title, outcome })
})

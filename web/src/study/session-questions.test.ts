import type { DailyQuestion } from '@medicready/domain/contract/study'
import { describe, expect, it } from 'vitest'
import { sessionQuestions } from './session-questions.ts'

const daily = (assignedDate: string, isCompleted = false): DailyQuestion => ({
  id: `${assignedDate}-1`,
  questionId: '7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55',
  assignedDate,
  isCompleted,
  question: {
    id: '7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55',
    version: 1,
    module: 'Trauma',
    questionType: 'multiple_choice',
    stem: 'What first?',
    picture: null,
    choices: ['Airway', 'Pulse'],
    item: {
      kind: 'multiple_choice',
      options: [
        { id: 'a', text: 'Airway' },
        { id: 'b', text: 'Pulse' },
      ],
    },
    difficulty: 'easy',
    bloomsLevel: 'apply',
  },
  answer: null,
})

describe('the questions of a session', () => {
  const begunWith = [daily('2025-11-20')]

  it('are those that are there when it begins', () => {
    expect(sessionQuestions([], begunWith)).toBe(begunWith)
    expect(sessionQuestions([], [])).toEqual([])
  })

  it('are brought up to date while their day lasts', () => {
    const answered = [daily('2025-11-20', true)]
    expect(sessionQuestions(begunWith, answered)).toBe(answered)
  })

  it('stay after midnight, when there are none yet for the new day, or others', () => {
    expect(sessionQuestions(begunWith, [])).toBe(begunWith)
    expect(sessionQuestions(begunWith, [daily('2025-11-21')])).toBe(begunWith)
  })
})

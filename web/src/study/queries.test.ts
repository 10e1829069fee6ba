import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { describe, expect, it } from 'vitest'
import { earlierParts, sessionQuestions } from './queries.ts'

const daily = (assignedDate: string, isCompleted = false): DailyQuestion => ({
  id: `${assignedDate}-1`,
  questionId: '7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55',
  assignedDate,
  isCompleted,
  isWithheld: false,
  why: null,
  part: null,
  question: {
    id: '7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55',
    version: 1,
    module: 'Trauma',
    questionType: 'multiple_choice',
    stem: 'What first?',
    picture: null,
    scenario: null,
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

describe('the earlier parts of a set', () => {
  const part = (number: number): DailyQuestion => ({ ...daily('2025-11-20'), part: { part: number, of: 3 } })
  const questions = [daily('2025-11-20'), part(1), part(2), part(3), daily('2025-11-20')]

  it('are those before it, and of a question by itself there are none', () => {
    const of = (place: number) => earlierParts(questions, place)
    expect([0, 1, 2, 3, 4, 5].map(of)).toEqual([[], [], questions.slice(1, 2), questions.slice(1, 3), [], []])
  })
})

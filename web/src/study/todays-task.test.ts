import type { SubscriptionStatus } from '@medicready/domain/contract/billing'
import type { Question } from '@medicready/domain/contract/questions'
import type { DailyQuestion, UserModule } from '@medicready/domain/contract/study'
import { describe, expect, it } from 'vitest'
import { generationNotice, limitNotice, todaysTask, waitingWords } from './todays-task.ts'

const modules: UserModule[] = [
  { id: '0d6a2d5e-8f31-4a0e-9d57-3f7b1c2a9e10', module: 'Trauma', isActive: true, createdAt: '2025-11-20T08:00:00.000Z' },
]

const daily = (isCorrect: boolean | null): DailyQuestion => {
  const question: Question = {
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
  }
  const key = { kind: 'multiple_choice', option: 'a' } as const
  const uncovered = {
    correctAnswer: 'Airway',
    key,
    explanation: '',
    explanationPicture: null,
    rationales: [],
    clinicalPearl: '',
    references: [],
    isShortened: false,
  }
  return {
    id: 'daily',
    questionId: question.id,
    assignedDate: '2025-11-20',
    isCompleted: isCorrect !== null,
    part: null,
    isWithheld: false,
    why: null,
    question,
    answer:
      isCorrect === null
        ? null
        : { isCorrect, selectedAnswer: 'Airway', answer: key, parts: { right: 1, of: 1 }, question: { ...question, ...uncovered } },
  }
}

const left = (remainingQuestions: number) => ({ remainingQuestions })

describe('what to do next today', () => {
  it('is choosing modules before anything else', () => {
    expect(todaysTask([], [daily(null)], left(1))).toEqual({ state: 'selectModules' })
  })

  it('is generating questions while there are none', () => {
    expect(todaysTask(modules, [], left(1))).toEqual({ state: 'generate' })
    expect(todaysTask(modules, [], left(-1))).toEqual({ state: 'generate' })
  })

  it('is answering what waits, although the limit counts it as used', () => {
    expect(todaysTask(modules, [daily(true), daily(null), daily(null)], left(0))).toEqual({ state: 'answer', waiting: 2, next: null })
  })

  it('says how far a case has come that waits', () => {
    const part = (number: number): DailyQuestion => ({ ...daily(null), part: { part: number, of: 4 }, question: null })
    const words = (...dailyQuestions: DailyQuestion[]) => {
      const task = todaysTask(modules, dailyQuestions, left(0))
      return task.state === 'answer' ? waitingWords(task) : null
    }
    expect(words(daily(true), daily(null))).toBe('1 question waiting for you')
    expect(words(daily(true), part(1), part(2), part(3), part(4))).toBe('4 questions waiting for you, first a case in 4 parts')
    expect(words({ ...part(1), isCompleted: true }, part(2), part(3))).toBe('2 questions waiting for you, first part 2 of 4 of a case')
  })

  it('is nothing more once all are answered', () => {
    expect(todaysTask(modules, [daily(true), daily(false), daily(true)], left(0))).toEqual({ state: 'done', correct: 2, total: 3 })
  })

  it('is nothing where the limit was used elsewhere', () => {
    expect(todaysTask(modules, [], left(0))).toEqual({ state: 'usedUp' })
  })
})

describe('the notice after questions were asked for', () => {
  it('says that they are there', () => {
    expect(generationNotice(5)).toEqual({
      title: 'Questions Generated!',
      description: 'Your 5 daily questions are ready. Start studying now!',
    })
  })

  it('is no success when there are none', () => {
    expect(generationNotice(0)).toEqual({
      title: 'No Questions Available',
      description: 'There are no new questions for your modules right now. Please try again later.',
      variant: 'destructive',
    })
  })
})

describe("the notice about today's limit", () => {
  const status = (
    subscriptionTier: SubscriptionStatus['subscriptionTier'],
    dailyLimit: number,
    remainingQuestions: number,
    answered: readonly boolean[] = [],
  ) =>
    limitNotice(
      { subscriptionTier, dailyLimit, remainingQuestions, canGenerateQuestions: remainingQuestions !== 0 },
      answered.map((isCompleted) => ({ isCompleted })),
    )

  it('says that the limit is reached, on every tier that has one', () => {
    expect(status('basic', 5, 0)).toEqual({
      title: 'Daily Limit Reached:',
      text: "You've used all 5 questions today. Upgrade for unlimited access.",
      action: 'UPGRADE NOW',
    })
    expect(status('free', 1, 0, [true])?.title).toBe('Daily Limit Reached:')
  })

  it('calls nothing used that waits for an answer', () => {
    expect(status('basic', 5, 0, [true, false])).toBeNull()
  })

  it('says to the free tier alone that one is left', () => {
    expect(status('free', 1, 1)).toMatchObject({ title: 'Almost at Daily Limit:', action: 'VIEW PLANS' })
    expect(status('basic', 5, 1)).toBeNull()
  })

  it('says nothing where there is no limit', () => {
    expect(status('premium', -1, -1)).toBeNull()
  })
})

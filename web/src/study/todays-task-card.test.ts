import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { Question } from '@medicready/domain/contract/questions/questions'
import type { DailyQuestion, UserModule } from '@medicready/domain/contract/study/study'
import type { SessionInShort } from '@medicready/domain/contract/study/study-sessions'
import { describe, expect, it } from 'vitest'
import { doneWords, generationNotice, limitNotice, sessionWords, todaysTask, waitingWords } from './todays-task-card.tsx'

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
    changed: null,
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

const left = (remainingQuestions: number, subscriptionTier: SubscriptionStatus['subscriptionTier'] = 'basic') => ({
  remainingQuestions,
  subscriptionTier,
})

const session = (answered: number, totalQuestions = 3): SessionInShort => ({
  id: '5c1f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55',
  mode: 'practice',
  startedAt: '2025-11-20T09:00:00.000Z',
  completedAt: null,
  totalQuestions,
  answered,
  correct: 0,
})

describe('what to do next today', () => {
  it('is choosing modules before anything else', () => {
    expect(todaysTask([], [daily(null)], [], left(1))).toEqual({ state: 'selectModules' })
  })

  it('is generating questions while there are none, as many as are left', () => {
    expect(todaysTask(modules, [], [], left(5))).toEqual({ state: 'generate', more: 5, before: 0 })
    expect(todaysTask(modules, [], [], left(2))).toEqual({ state: 'generate', more: 2, before: 0 })
    expect(todaysTask(modules, [], [], left(-1, 'premium'))).toEqual({ state: 'generate', more: 10, before: 0 })
  })

  it('is generating the rest after an upgrade, once what there was is answered', () => {
    expect(todaysTask(modules, [daily(true)], [], left(4))).toEqual({ state: 'generate', more: 4, before: 1 })
    expect(todaysTask(modules, [daily(true)], [], left(-1, 'premium'))).toEqual({ state: 'generate', more: 9, before: 1 })
    expect(todaysTask(modules, [daily(null)], [], left(4))).toMatchObject({ state: 'answer' })
  })

  it('is answering what waits, although the limit counts it as used', () => {
    expect(todaysTask(modules, [daily(true), daily(null), daily(null)], [], left(0))).toEqual({ state: 'answer', waiting: 2, next: null })
  })

  it('says how far an open case has progressed', () => {
    const part = (number: number): DailyQuestion => ({ ...daily(null), part: { part: number, of: 4 }, question: null })
    const words = (...dailyQuestions: DailyQuestion[]) => {
      const task = todaysTask(modules, dailyQuestions, [], left(0))
      return task.state === 'answer' ? waitingWords(task) : null
    }
    expect(words(daily(true), daily(null))).toBe('1 question waiting for you')
    expect(words(daily(true), part(1), part(2), part(3), part(4))).toBe('4 questions waiting for you, first a case in 4 parts')
    expect(words({ ...part(1), isCompleted: true }, part(2), part(3))).toBe('2 questions waiting for you, first part 2 of 4 of a case')
  })

  it('is continuing an open session if nothing else is available', () => {
    expect(todaysTask(modules, [], [session(1)], left(0))).toEqual({ state: 'goOn', session: session(1) })
    expect(todaysTask(modules, [daily(true)], [session(3), session(2)], left(0))).toEqual({ state: 'goOn', session: session(2) })
    expect(sessionWords(session(1))).toBe('2 questions waiting for you in Practice Mode')
    expect(todaysTask(modules, [], [session(1)], left(2))).toMatchObject({ state: 'generate' })
    expect(todaysTask(modules, [daily(null)], [session(1)], left(0))).toMatchObject({ state: 'answer' })
  })

  it('is done once all are answered', () => {
    const done = todaysTask(modules, [daily(true), daily(false), daily(true)], [session(3)], left(0))
    expect(done).toEqual({ state: 'done', correct: 2, total: 3 })
    expect(done.state === 'done' && doneWords(done)).toBe('You answered 2 of 3 questions correctly. New ones are ready for you tomorrow.')
  })

  it('does not give away what a timed exam withholds', () => {
    const done = todaysTask(modules, [daily(true), { ...daily(true), answer: null, isWithheld: true }], [], left(0))
    expect(done).toEqual({ state: 'done', correct: null, total: 2 })
    expect(done.state === 'done' && doneWords(done)).toBe('You answered 2 questions. New ones are ready for you tomorrow.')
  })

  it('is nothing if the limit was used elsewhere', () => {
    expect(todaysTask(modules, [], [], left(0))).toEqual({ state: 'usedUp' })
  })
})

describe('the notice after generating questions', () => {
  it('says that they are ready', () => {
    expect(generationNotice(5)).toEqual({
      title: 'Questions Generated!',
      description: 'Your 5 daily questions are ready. Start studying now!',
    })
  })

  it('says how many are new if there were some', () => {
    expect(generationNotice(5, 1).description).toBe('4 more daily questions ready. Start studying now!')
    expect(generationNotice(2, 1).description).toBe('1 more daily question ready. Start studying now!')
    expect(generationNotice(1, 1)).toEqual(generationNotice(0))
  })

  it('is not a success if there are none', () => {
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
    {
      daily = [],
      openSessions = [],
      answered = dailyLimit,
    }: { daily?: boolean[]; openSessions?: SessionInShort[]; answered?: number } = {},
  ) =>
    limitNotice(
      { subscriptionTier, dailyLimit, remainingQuestions, canGenerateQuestions: remainingQuestions !== 0 },
      { dailyQuestions: daily.map((isCompleted) => ({ isCompleted })), openSessions, answered },
    )

  it('says that the limit is reached, on every tier that has one', () => {
    expect(status('basic', 5, 0)).toEqual({
      title: 'Daily Limit Reached:',
      text: "You've used all 5 questions today. Upgrade for unlimited access.",
      action: 'UPGRADE NOW',
    })
    expect(status('free', 1, 0, { daily: [true] })?.title).toBe('Daily Limit Reached:')
  })

  it('does not count unanswered questions as used', () => {
    expect(status('basic', 5, 0, { daily: [true, false] })).toBeNull()
    expect(status('basic', 5, 0, { daily: [true, true], openSessions: [session(1)] })).toBeNull()
    expect(status('basic', 5, 0, { openSessions: [session(3)] })?.action).toBe('UPGRADE NOW')
  })

  it('does not count delivered but unanswered questions as used', () => {
    expect(status('basic', 5, 0, { answered: 3 })?.text).toBe("You've been given all 5 questions today. Upgrade for unlimited access.")
  })

  it('says that one is left on the free tier only', () => {
    expect(status('free', 1, 1)).toMatchObject({ title: 'Almost at Daily Limit:', action: 'VIEW PLANS' })
    expect(status('basic', 5, 1)).toBeNull()
  })

  it('says nothing if there is no limit', () => {
    expect(status('premium', -1, -1)).toBeNull()
  })
})

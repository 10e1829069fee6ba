import { z } from 'zod'
import { tierNames } from '../billing/tiers.ts'
import { moduleNames } from '../study/modules.ts'
import { call } from './call.ts'
import { AnswerResult, Question } from './questions.ts'

export const UserModule = z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean(), createdAt: z.iso.datetime() })
export type UserModule = z.infer<typeof UserModule>

export const DailyQuestion = z.object({
  id: z.string(),
  questionId: z.uuid(),
  assignedDate: z.iso.date(),
  isCompleted: z.boolean(),
  question: Question,
  /** What was answered; null until then. */
  answer: AnswerResult.nullable(),
})
export type DailyQuestion = z.infer<typeof DailyQuestion>

export const UserStats = z.object({
  totalAnswered: z.int(),
  /** Share of correct answers among those that are scored, 0 to 1; null before the first of them. Answers to pilots are not scored. */
  accuracy: z.number().nullable(),
  /** Days in a row up to today or yesterday on the account's own calendar. */
  studyStreak: z.int(),
  longestStreak: z.int(),
  /** The last seven days of the account's calendar, oldest first. `scored` are the answers that counted as right or wrong. */
  weeklyProgress: z.array(z.object({ date: z.iso.date(), answered: z.int(), scored: z.int(), correct: z.int() })),
  modules: z.array(z.object({ module: z.enum(moduleNames), totalQuestions: z.int(), scoredAnswers: z.int(), correctAnswers: z.int() })),
})
export type UserStats = z.infer<typeof UserStats>

export const SubscriptionStatus = z.object({
  subscriptionTier: z.enum(tierNames),
  /** -1 means unlimited. */
  dailyLimit: z.int(),
  /** -1 means unlimited. */
  remainingQuestions: z.int(),
  canGenerateQuestions: z.boolean(),
})
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const LeaderboardEntry = z.object({
  userId: z.uuid(),
  rank: z.int(),
  /** First name and last initial. */
  name: z.string(),
  subscriptionTier: z.enum(tierNames),
  totalAnswered: z.int(),
  correctAnswers: z.int(),
  /** Percent of the scored answers, rounded to a whole number; null before the first of them. */
  accuracy: z.int().nullable(),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

export const studyCalls = {
  'GET /api/user/modules': call({
    summary: "The caller's active modules.",
    access: 'student',
    service: 'read-api',
    response: z.array(UserModule),
    errors: [],
  }),
  'GET /api/user/modules/all': call({
    summary: "The caller's modules, those set aside included.",
    access: 'student',
    service: 'read-api',
    response: z.array(UserModule),
    errors: [],
  }),
  'POST /api/user/modules': call({
    summary: 'Select a module. Selecting it again changes nothing.',
    access: 'student',
    service: 'command-api',
    body: z.object({ module: z.enum(moduleNames) }),
    response: z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean() }),
    errors: ['conflict'],
  }),
  'PATCH /api/user/modules/{id}': call({
    summary: 'Set a module aside or take it up again.',
    access: 'student',
    service: 'command-api',
    params: z.object({ id: z.uuid() }),
    body: z.object({ isActive: z.boolean() }),
    response: z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean() }),
    errors: ['moduleNotFound', 'conflict'],
  }),
  'GET /api/daily-questions': call({
    summary: "Today's questions on the account's own calendar, in the order in which they were assigned.",
    access: 'student',
    service: 'read-api',
    response: z.array(DailyQuestion),
    errors: [],
  }),
  'POST /api/daily-questions/generate': call({
    summary: "Assign today's questions, as many as the tier and the rest of the daily limit allow.",
    access: 'student',
    service: 'command-api',
    body: z.object({ count: z.int().min(1).max(10) }),
    response: z.object({ count: z.int(), questions: z.array(z.object({ questionId: z.uuid(), module: z.enum(moduleNames) })) }),
    errors: ['modulesNotSelected', 'dailyLimitReached', 'conflict'],
  }),
  'GET /api/user/stats': call({
    summary: "The caller's figures.",
    access: 'student',
    service: 'read-api',
    response: UserStats,
    errors: [],
  }),
  'GET /api/subscription/status': call({
    summary: "The caller's tier, and what is left of today's limit.",
    access: 'student',
    service: 'read-api',
    response: SubscriptionStatus,
    errors: [],
  }),
  'GET /api/leaderboard': call({
    summary:
      'The ten students with the most answers, accuracy deciding between equals; the header X-Total-Count says how many there are in all.',
    access: 'student',
    service: 'read-api',
    response: z.array(LeaderboardEntry),
    /** How many students have answered at least one question. */
    responseHeaders: ['x-total-count'],
    errors: [],
  }),
} as const

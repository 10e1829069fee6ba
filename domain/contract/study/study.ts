import { z } from 'zod'
import { tierNames } from '../../billing/shown/tiers.ts'
import { printableText } from '../../core/text.ts'
import { mockBlueprints } from '../../exams/shown/blueprints.ts'
import { ItemAnswer } from '../../questions/content/item.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { errors } from '../../refusals/shown/errors.ts'
import { achievementTypes } from '../../study/achievements/catalogue.ts'
import { planCauses } from '../../study/plan/study-plan.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { AnswerResult, PartOfSet, Question, ShownWhy, WithheldAnswer } from '../questions/questions.ts'

export const UserModule = z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean(), createdAt: z.iso.datetime() })
export type UserModule = z.infer<typeof UserModule>

export const DailyQuestion = z.object({
  id: z.string(),
  questionId: z.uuid(),
  assignedDate: z.iso.date(),
  isCompleted: z.boolean(),
  part: PartOfSet.nullable(),
  /** Null for a closed part, which opens when the one before is answered. */
  question: Question.nullable(),
  why: ShownWhy.nullable(),
  answer: AnswerResult.nullable(),
  /** It is in an open timed exam, so `answer` stays null until that ends. */
  isWithheld: z.boolean(),
})
export type DailyQuestion = z.infer<typeof DailyQuestion>

/** The next part of the set. */
const opened = Question.nullable()
/** A question in an open timed exam reveals only what was answered. */
const AnswerReceipt = z.discriminatedUnion('isWithheld', [
  AnswerResult.extend({ isWithheld: z.literal(false), opened }),
  WithheldAnswer.extend({ isWithheld: z.literal(true), opened }),
])
export type AnswerReceipt = z.infer<typeof AnswerReceipt>

export const UserStats = z.object({
  totalAnswered: z.int(),
  /** Of scored answers, 0 to 1. */
  accuracy: z.number().nullable(),
  /** Up to today or yesterday on the account's calendar. */
  studyStreak: z.int(),
  longestStreak: z.int(),
  freezes: z.object({
    kept: z.int(),
    daysToNext: z.int().nullable(),
    lastSpent: z.object({ date: z.iso.date(), days: z.int() }).nullable(),
    lastEarned: z.object({ date: z.iso.date(), days: z.int() }).nullable(),
  }),
  /** Account's calendar, oldest first. */
  weeklyProgress: z.array(z.object({ date: z.iso.date(), answered: z.int(), scored: z.int(), correct: z.int() })),
  modules: z.array(z.object({ module: z.enum(moduleNames), totalQuestions: z.int(), scoredAnswers: z.int(), correctAnswers: z.int() })),
})
export type UserStats = z.infer<typeof UserStats>

/** `week`: since Monday on the caller's calendar. */
export const leaderboardViews = ['all', 'week', 'module'] as const

export const LeaderboardEntry = z.object({
  userId: z.uuid(),
  rank: z.int(),
  name: z.string(),
  subscriptionTier: z.enum(tierNames),
  totalAnswered: z.int(),
  correctAnswers: z.int(),
  /** Whole percent of scored answers. */
  accuracy: z.int().nullable(),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

const ranked = z
  .object({
    view: z.enum(leaderboardViews).default('all'),
    /** Required for the `module` view. */
    module: z.enum(moduleNames).optional(),
  })
  .refine(({ view, module }) => view !== 'module' || module !== undefined, 'Please choose a module.')

const params = z.object({ id: z.uuid() })
const answerRequired = errors.answerRequired.message
const givenAnswer = {
  selectedAnswer: z.nullable(printableText({ max: 300, required: answerRequired })).default(null),
  answer: ItemAnswer.nullable().default(null),
}
const studySessionId = z.uuid().nullable().default(null)
interface Given {
  selectedAnswer: string | null
  answer: ItemAnswer | null
  studySessionId: string | null
}
/** In a session, neither may be given when time ran out. */
const isGivenOnce = ({ selectedAnswer, answer, studySessionId }: Given) =>
  (selectedAnswer === null) !== (answer === null) || (studySessionId !== null && answer === null)
const givenOnce = { message: answerRequired, path: ['selectedAnswer'] }
/** Of an answer that waited in the browser: when, which decides its day, and by whom, as another may have signed in. */
const waited = { givenAt: z.iso.datetime().nullable().default(null), givenBy: z.uuid().nullable().default(null) }
const answerErrors = [
  'questionNotFound',
  'sessionNotFound',
  'sessionEnded',
  'questionInExam',
  'answerRequired',
  'answerNotAChoice',
  'partClosed',
  'dailyLimitReached',
  'studyLimitReached',
  'answerTooLate',
  'answerOfAnother',
  'conflict',
] as const
const timeSpent = z.int().min(0).max(86_400)

export const studyCalls = {
  'GET /api/user/modules': signedIn.read({
    summary: "The caller's active modules.",
    response: z.array(UserModule),
  }),
  'GET /api/user/modules/all': signedIn.read({
    summary: "All of the caller's modules, including inactive ones.",
    response: z.array(UserModule),
  }),
  'POST /api/user/modules': signedIn.command({
    summary: 'Select a module. Selecting it again changes nothing.',
    body: z.object({ module: z.enum(moduleNames) }),
    response: z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean() }),
    errors: ['conflict'],
    example: { body: { module: 'Trauma' } },
  }),
  'PATCH /api/user/modules/{id}': signedIn.command({
    summary: 'Deactivate or activate a module.',
    params,
    body: z.object({ isActive: z.boolean() }),
    response: z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean() }),
    errors: ['moduleNotFound', 'conflict'],
    example: { params: { id: existing.userModuleId }, body: { isActive: true } },
  }),
  'GET /api/daily-questions': signedIn.read({
    summary: "Today's questions on the account's own calendar, in the order in which they were assigned.",
    response: z.array(DailyQuestion),
  }),
  'POST /api/daily-questions/generate': signedIn.command({
    summary: "Assign today's questions, as many as the tier and the rest of the daily limit allow.",
    body: z.object({ count: z.int().min(1).max(10) }),
    response: z.object({ count: z.int(), questions: z.array(z.object({ questionId: z.uuid(), module: z.enum(moduleNames) })) }),
    errors: ['modulesNotSelected', 'dailyLimitReached', 'conflict'],
    example: { body: { count: 1 } },
  }),
  'POST /api/questions/{id}/answer': signedIn.command({
    summary: 'Answer a question. The first answer of the day, and of each session, counts. Sending another one answers with the first.',
    params,
    body: z.object({ ...givenAnswer, timeSpent: timeSpent.default(0), studySessionId, ...waited }).refine(isGivenOnce, givenOnce),
    response: AnswerReceipt,
    errors: answerErrors,
    example: {
      params: { id: existing.questionId },
      body: { selectedAnswer: existing.selectedAnswer, answer: null, timeSpent: 34, studySessionId: null, givenAt: null, givenBy: null },
    },
  }),
  'POST /api/user/responses': signedIn.command({
    summary: 'Record an answer with confidence and flag: in a study session, or outside of all.',
    body: z
      .object({
        questionId: z.uuid('Please choose the question that this answers.'),
        ...givenAnswer,
        timeSpent,
        confidence: z.int().min(1).max(5).nullable().default(null),
        flaggedForReview: z.boolean().default(false),
        studySessionId,
        ...waited,
      })
      .refine(isGivenOnce, givenOnce),
    response: AnswerReceipt,
    errors: answerErrors,
    example: {
      body: {
        questionId: existing.questionId,
        selectedAnswer: existing.selectedAnswer,
        answer: null,
        timeSpent: 34,
        confidence: 3,
        flaggedForReview: false,
        studySessionId: null,
        givenAt: null,
        givenBy: null,
      },
    },
  }),
  'POST /api/questions/{id}/review-later': signedIn.command({
    summary: 'Flag a question of the day, to see it again. Flagging it again changes nothing.',
    params,
    response: z.object({ flaggedForReview: z.literal(true) }),
    errors: ['questionNotFound', 'partClosed', 'conflict'],
    example: { params: { id: existing.questionId } },
  }),
  'GET /api/user/stats': signedIn.read({
    summary: "The caller's figures.",
    response: UserStats,
  }),
  'GET /api/leaderboard': signedIn.read({
    summary:
      'The ten students with the most answers of all time, of this week or in a module, accuracy deciding between equals. Of each question the first answer of a day counts. The header X-Total-Count says how many there are in all.',
    query: ranked,
    response: z.array(LeaderboardEntry),
    responseHeaders: ['x-total-count'],
    example: { query: { view: 'module', module: 'Trauma' } },
  }),
  'GET /api/leaderboard/own': signedIn.read({
    summary: "The caller's own place. Null before the first answer and for students who have left the leaderboard.",
    query: ranked,
    response: z.object({ entry: LeaderboardEntry.nullable() }),
    example: { query: { view: 'module', module: 'Trauma' } },
  }),
} as const

export const ShownAchievement = z.object({
  id: z.string(),
  type: z.enum(achievementTypes),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  requirement: z.int(),
  points: z.int(),
  progress: z.int(),
  /** Answers missing until an accuracy can be shown; null for other requirements. */
  answersToGo: z.int().nullable(),
  earnedOn: z.iso.date().nullable(),
  /** The lowest tier that can earn it. */
  reachableFrom: z.enum(tierNames),
})
export type ShownAchievement = z.infer<typeof ShownAchievement>

export const Achievements = z.object({
  points: z.int(),
  achievements: z.array(ShownAchievement),
})

export const achievementCalls = {
  'GET /api/user/achievements': signedIn.read({
    summary: 'All achievements, with the progress of the caller.',
    response: Achievements,
  }),
} as const

const Day = z.object({
  date: z.iso.date(),
  module: z.enum(moduleNames).nullable(),
  newQuestions: z.int(),
  reviews: z.int(),
  exam: z.enum(mockBlueprints).nullable(),
  answered: z.int(),
})

export const StudyPlan = z.object({
  from: z.iso.date(),
  cause: z.enum(planCauses),
  /** Answers minus those planned before today; negative when behind. */
  ahead: z.int(),
  /** Of the plan before the latest change. */
  formerQuestionsADay: z.int().nullable(),
  days: z.array(Day),
})
export type StudyPlan = z.infer<typeof StudyPlan>

export const studyPlanCalls = {
  'GET /api/user/plan': signedIn.read({
    summary: "The caller's study plan. Null without a future exam date and until the worker has made it.",
    response: z.object({ today: z.iso.date(), examDate: z.iso.date().nullable(), plan: StudyPlan.nullable() }),
  }),
} as const

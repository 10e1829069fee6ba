import { z } from 'zod'
import { tierNames } from '../../billing/tiers.ts'
import { ItemAnswer } from '../../questions/item.ts'
import { moduleNames } from '../../study/modules.ts'
import { printableText } from '../../text.ts'
import { call } from '../call.ts'
import { errors } from '../errors.ts'
import { existing } from '../examples.ts'
import { AnswerResult, PartOfSet, Question, WithheldAnswer } from '../questions/questions.ts'
import { ShownWhy } from './why.ts'

export const UserModule = z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean(), createdAt: z.iso.datetime() })
export type UserModule = z.infer<typeof UserModule>

export const DailyQuestion = z.object({
  id: z.string(),
  questionId: z.uuid(),
  assignedDate: z.iso.date(),
  isCompleted: z.boolean(),
  /** The part of a set that it is; null for a question by itself. All parts of a set stand in one row. */
  part: PartOfSet.nullable(),
  /** Null while it is a closed part: it opens when the part before it has been answered. */
  question: Question.nullable(),
  why: ShownWhy.nullable(),
  /** What was answered; null until then, and while it is withheld. */
  answer: AnswerResult.nullable(),
  /** Whether it is in an open timed exam of the caller: `answer` stays null until that has ended. */
  isWithheld: z.boolean(),
})
export type DailyQuestion = z.infer<typeof DailyQuestion>

/** The part of the set that comes next; null after the last one, and for a question by itself. */
const opened = Question.nullable()
/**
 * What came of an answer, and what it opened. Of a question that is in an open timed exam of the caller it says what
 * was answered and no more.
 */
const GivenAnswer = z.discriminatedUnion('isWithheld', [
  AnswerResult.extend({ isWithheld: z.literal(false), opened }),
  WithheldAnswer.extend({ isWithheld: z.literal(true), opened }),
])
export type GivenAnswer = z.infer<typeof GivenAnswer>

export const UserStats = z.object({
  totalAnswered: z.int(),
  /**
   * Share of correct answers among those that are scored, 0 to 1; null before the first of them. Answers to pilots are
   * not scored.
   */
  accuracy: z.number().nullable(),
  /** Days in a row up to today or yesterday on the account's own calendar. */
  studyStreak: z.int(),
  longestStreak: z.int(),
  freezes: z.object({
    /** Of two. A missed day that no one has studied on is reckoned with. */
    kept: z.int(),
    /** Days of study until the next one is earned; null while as many are kept as there can be. */
    daysToNext: z.int().nullable(),
    /** The latest missed day that a freeze has kept, and how long the streak was; null where none was spent. */
    lastSpent: z.object({ date: z.iso.date(), days: z.int() }).nullable(),
    /** The latest study day that has earned one, and how long the streak was with it; null where none was earned. */
    lastEarned: z.object({ date: z.iso.date(), days: z.int() }).nullable(),
  }),
  /**
   * The last seven days of the account's calendar, oldest first. `scored` are the answers that counted as right or
   * wrong.
   */
  weeklyProgress: z.array(z.object({ date: z.iso.date(), answered: z.int(), scored: z.int(), correct: z.int() })),
  modules: z.array(z.object({ module: z.enum(moduleNames), totalQuestions: z.int(), scoredAnswers: z.int(), correctAnswers: z.int() })),
})
export type UserStats = z.infer<typeof UserStats>

/** The answers of all time, those since Monday on the caller's own calendar, those to questions of one module. */
export const leaderboardViews = ['all', 'week', 'module'] as const

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

/** What is ranked. */
const ranked = z
  .object({
    view: z.enum(leaderboardViews).default('all'),
    /** Which one, in the view of a module. */
    module: z.enum(moduleNames).optional(),
  })
  .refine(({ view, module }) => view !== 'module' || module !== undefined, 'Please choose a module.')

const params = z.object({ id: z.uuid() })
const answerRequired = errors.answerRequired.message
/** What was chosen, in its words, where one option is chosen; or an answer of whatever kind the item is. */
const givenAnswer = {
  selectedAnswer: z.nullable(printableText({ max: 300, required: answerRequired })).default(null),
  answer: ItemAnswer.nullable().default(null),
}
/** The session that it is answered in, which must be open; null outside of all sessions. */
const studySessionId = z.uuid().nullable().default(null)
interface Given {
  selectedAnswer: string | null
  answer: ItemAnswer | null
  studySessionId: string | null
}
/** In a session nothing may be given, where its time has run out. */
const isGivenOnce = ({ selectedAnswer, answer, studySessionId }: Given) =>
  (selectedAnswer === null) !== (answer === null) || (studySessionId !== null && answer === null)
const givenOnce = { message: answerRequired, path: ['selectedAnswer'] }
/**
 * Of an answer that waited in the browser: when it was given, which says the day that it counts for, and who gave it,
 * as someone else may have signed in there since.
 */
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
/** Whole seconds that the person looked at the question; a day at the most. */
const timeSpent = z.int().min(0).max(86_400)

export const studyCalls = {
  'GET /api/user/modules': call({
    summary: "The caller's active modules.",
    access: 'signedIn',
    service: 'read-api',
    response: z.array(UserModule),
    errors: [],
    example: {},
  }),
  'GET /api/user/modules/all': call({
    summary: "All of the caller's modules, including inactive ones.",
    access: 'signedIn',
    service: 'read-api',
    response: z.array(UserModule),
    errors: [],
    example: {},
  }),
  'POST /api/user/modules': call({
    summary: 'Select a module. Selecting it again changes nothing.',
    access: 'signedIn',
    service: 'command-api',
    body: z.object({ module: z.enum(moduleNames) }),
    response: z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean() }),
    errors: ['conflict'],
    example: { body: { module: 'Trauma' } },
  }),
  'PATCH /api/user/modules/{id}': call({
    summary: 'Deactivate or activate a module.',
    access: 'signedIn',
    service: 'command-api',
    params,
    body: z.object({ isActive: z.boolean() }),
    response: z.object({ id: z.uuid(), module: z.enum(moduleNames), isActive: z.boolean() }),
    errors: ['moduleNotFound', 'conflict'],
    example: { params: { id: existing.userModuleId }, body: { isActive: true } },
  }),
  'GET /api/daily-questions': call({
    summary: "Today's questions on the account's own calendar, in the order in which they were assigned.",
    access: 'signedIn',
    service: 'read-api',
    response: z.array(DailyQuestion),
    errors: [],
    example: {},
  }),
  'POST /api/daily-questions/generate': call({
    summary: "Assign today's questions, as many as the tier and the rest of the daily limit allow.",
    access: 'signedIn',
    service: 'command-api',
    body: z.object({ count: z.int().min(1).max(10) }),
    response: z.object({ count: z.int(), questions: z.array(z.object({ questionId: z.uuid(), module: z.enum(moduleNames) })) }),
    errors: ['modulesNotSelected', 'dailyLimitReached', 'conflict'],
    example: { body: { count: 1 } },
  }),
  'POST /api/questions/{id}/answer': call({
    summary: 'Answer a question. The first answer of the day, and of each session, counts. Sending another one answers with the first.',
    access: 'signedIn',
    service: 'command-api',
    params,
    body: z.object({ ...givenAnswer, timeSpent: timeSpent.default(0), studySessionId, ...waited }).refine(isGivenOnce, givenOnce),
    response: GivenAnswer,
    errors: answerErrors,
    example: {
      params: { id: existing.questionId },
      body: { selectedAnswer: existing.selectedAnswer, answer: null, timeSpent: 34, studySessionId: null, givenAt: null, givenBy: null },
    },
  }),
  'POST /api/user/responses': call({
    summary: 'Record an answer with confidence and flag: in a study session, or outside of all.',
    access: 'signedIn',
    service: 'command-api',
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
    response: GivenAnswer,
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
  'POST /api/questions/{id}/review-later': call({
    summary: 'Flag a question of the day, to see it again. Flagging it again changes nothing.',
    access: 'signedIn',
    service: 'command-api',
    params,
    response: z.object({ flaggedForReview: z.literal(true) }),
    errors: ['questionNotFound', 'partClosed', 'conflict'],
    example: { params: { id: existing.questionId } },
  }),
  'GET /api/user/stats': call({
    summary: "The caller's figures.",
    access: 'signedIn',
    service: 'read-api',
    response: UserStats,
    errors: [],
    example: {},
  }),
  'GET /api/leaderboard': call({
    summary:
      'The ten students with the most answers of all time, of this week or in a module, accuracy deciding between equals. Of each question the first answer of a day counts. The header X-Total-Count says how many there are in all.',
    access: 'signedIn',
    service: 'read-api',
    query: ranked,
    response: z.array(LeaderboardEntry),
    /** How many students have answered at least one question. */
    responseHeaders: ['x-total-count'],
    errors: [],
    example: { query: { view: 'module', module: 'Trauma' } },
  }),
  'GET /api/leaderboard/own': call({
    summary: "The caller's own place. Null before the first answer and for students who have left the leaderboard.",
    access: 'signedIn',
    service: 'read-api',
    query: ranked,
    response: z.object({ entry: LeaderboardEntry.nullable() }),
    errors: [],
    example: { query: { view: 'module', module: 'Trauma' } },
  }),
} as const

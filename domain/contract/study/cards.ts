import { z } from 'zod'
import { moduleNames } from '../../questions/shown/modules.ts'
import { MAX_QUIZ_QUESTIONS } from '../../study/quiz.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'

export const cardStates = ['all', 'due', 'suspended', 'leech'] as const

export const ReviewCard = z.object({
  questionId: z.uuid(),
  module: z.enum(moduleNames),
  stem: z.string(),
  lastSeen: z.iso.date(),
  /** Before the exam, if a date is planned. */
  dueOn: z.iso.date(),
  /** Chance that it is known today, 0 to 1. */
  recall: z.number(),
  lapses: z.int(),
  isLeech: z.boolean(),
  isSuspended: z.boolean(),
  /** A newer guideline since the last answer. */
  changed: z.object({ guideline: z.string(), year: z.int() }).nullable(),
})
export type ReviewCard = z.infer<typeof ReviewCard>

export const DueReviews = z.object({
  today: z.iso.date(),
  due: z.int(),
  /** What the plan and the rest of the day leave room for. */
  dueToday: z.int(),
  modules: z.array(z.object({ module: z.enum(moduleNames), due: z.int() })),
  /** Most urgent first; a session has no more. */
  cards: z.array(ReviewCard).max(MAX_QUIZ_QUESTIONS),
  nextDueOn: z.iso.date().nullable(),
  undoable: z.object({ questionId: z.uuid(), reviewId: z.uuid() }).nullable(),
})
export type DueReviews = z.infer<typeof DueReviews>

export const ReviewForecast = z.object({
  /** Thirty days, with as many reviews each as the plan allows; the rest moves on. */
  days: z.array(z.object({ date: z.iso.date(), due: z.int() })),
  examDate: z.iso.date().nullable(),
})
export type ReviewForecast = z.infer<typeof ReviewForecast>

/** Only reviews that came when due. */
export const ModuleRetention = z.object({ module: z.enum(moduleNames), reviews: z.int(), correct: z.int() })

const params = z.object({ questionId: z.uuid() })
const example = { params: { questionId: existing.questionId } }
const decision = { tier: 'basic', params, example } as const

export const cardCalls = {
  'GET /api/review/due': signedIn.read({
    summary: 'The reviews that are due today, most urgent first.',
    tier: 'basic',
    response: DueReviews,
  }),
  'GET /api/review/forecast': signedIn.read({
    summary: 'The number of reviews due on each of the next 30 days.',
    tier: 'basic',
    response: ReviewForecast,
  }),
  'GET /api/review/retention': signedIn.read({
    summary: 'The share of due reviews that were right, by module.',
    tier: 'basic',
    response: z.array(ModuleRetention),
  }),
  'GET /api/review/cards': signedIn.read({
    summary: "The caller's cards, one per answered question, by due date.",
    tier: 'basic',
    page: true,
    query: z.object({ state: z.enum(cardStates).default('all') }),
    response: z.array(ReviewCard),
    example: { query: { state: 'all' } },
  }),
  'POST /api/review/cards/{questionId}/suspend': signedIn.command({
    summary: 'Suspend a card until it is restored. Suspending it again changes nothing.',
    ...decision,
    response: z.object({ isSuspended: z.literal(true) }),
    errors: ['cardNotFound', 'conflict'],
  }),
  'POST /api/review/cards/{questionId}/bring-back': signedIn.command({
    summary: 'Restore a suspended card. Restoring it again changes nothing.',
    ...decision,
    response: z.object({ isSuspended: z.literal(false) }),
    errors: ['cardNotFound', 'conflict'],
  }),
  'POST /api/review/cards/{questionId}/undo': signedIn.command({
    summary: 'Undo the latest review of a card. The answer itself stays.',
    ...decision,
    body: z.object({ reviewId: z.uuid('Please choose the review to undo.') }),
    response: z.object({ undone: z.literal(true) }),
    errors: ['cardNotFound', 'reviewNotUndoable', 'conflict'],
    example: { ...example, body: { reviewId: '0197b1a2-9b7e-5e6f-8a54-afc07e5d8a55' } },
  }),
} as const

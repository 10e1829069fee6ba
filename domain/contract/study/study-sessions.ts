import { z } from 'zod'
import { MAX_QUIZ_QUESTIONS, QuizFilter } from '../../study/quiz.ts'
import { studyModes, TIMED_SECONDS } from '../../study/shown/modes.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { AnswerResult, PartOfSet, Question, ShownWhy, WithheldAnswer } from '../questions/questions.ts'

export const SessionQuestion = z.object({
  questionId: z.uuid(),
  /** Parts of a set are consecutive. */
  part: PartOfSet.nullable(),
  /** Null for a closed part, which opens when the one before is answered. */
  question: Question.nullable(),
  why: ShownWhy.nullable(),
  isAnswered: z.boolean(),
  /** Null until answered and while withheld. */
  result: AnswerResult.nullable(),
  /** Set also while the result is withheld. */
  given: WithheldAnswer.nullable(),
  flaggedForReview: z.boolean(),
})
export type SessionQuestion = z.infer<typeof SessionQuestion>

export const StudySession = z.object({
  id: z.uuid(),
  mode: z.enum(studyModes),
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** Null if nothing counts down. */
  secondsPerQuestion: z.int().nullable(),
  /** Start of the clock of the first unanswered question. */
  clockStartedAt: z.iso.datetime().nullable(),
  questions: z.array(SessionQuestion),
  /** Null while this or another open timed session has its questions. */
  score: z.object({ answered: z.int(), scored: z.int(), correct: z.int(), timeSpentSeconds: z.int() }).nullable(),
})
export type StudySession = z.infer<typeof StudySession>

export const SessionInShort = z.object({
  id: z.uuid(),
  mode: z.enum(studyModes),
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  totalQuestions: z.int(),
  answered: z.int(),
  /** Null while a timed session with its questions is open. */
  correct: z.int().nullable(),
})
export type SessionInShort = z.infer<typeof SessionInShort>

const params = z.object({ id: z.uuid() })
/** Daily sessions begin by themselves. */
const begunModes = ['practice', 'review', 'tutor_mode', 'timed_exam'] as const

export const studySessionCalls = {
  'POST /api/study-session/generate': signedIn.command({
    summary:
      'Begin a study session: draws its questions, as many as asked for and as the tier and the rest of the daily limit allow. With `quiz`, from those that match; with `about`, that question and others of its topic.',
    body: z
      .object({
        count: z.int().min(1).max(MAX_QUIZ_QUESTIONS),
        mode: z.enum(begunModes),
        quiz: QuizFilter.nullable().default(null),
        /** A question the caller was given; others of its topic follow. */
        about: z.uuid().nullable().default(null),
      })
      .refine(({ mode, quiz, about }) => about === null || (mode === 'tutor_mode' && quiz === null), {
        message: 'Only Tutor Mode begins with a question of your choice.',
        path: ['about'],
      }),
    response: z.object({
      ok: z.literal(true),
      sessionId: z.uuid(),
      mode: z.enum(begunModes),
      /** Empty if nothing matches; then no session begins. */
      questions: z.array(Question.nullable()),
    }),
    errors: ['modulesNotSelected', 'dailyLimitReached', 'studyLimitReached', 'modeLocked', 'conflict'],
    example: { body: { count: 5, mode: 'practice', quiz: null, about: null } },
  }),
  'POST /api/study-sessions/{id}/complete': signedIn.command({
    summary: 'End a session. Open questions stay unanswered. Ending it again changes nothing.',
    params,
    response: z.object({ completed: z.literal(true) }),
    errors: ['sessionNotFound', 'conflict'],
    example: { params: { id: existing.studySessionId } },
  }),
  'GET /api/study-sessions': signedIn.read({
    summary: "The caller's sessions, newest first.",
    page: true,
    response: z.array(SessionInShort),
  }),
  'GET /api/study-sessions/{id}': signedIn.read({
    summary: `The current state of a session. During a timed one (${TIMED_SECONDS} seconds a question), it does not tell what is right.`,
    params,
    response: StudySession,
    errors: ['sessionNotFound'],
    example: { params: { id: existing.studySessionId } },
  }),
} as const

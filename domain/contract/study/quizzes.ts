import { z } from 'zod'
import { MAX_QUIZ_QUESTIONS, QuizFilter, QuizTopic, quizModes } from '../../study/quiz.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { jsonInAddress } from '../call/json-in-address.ts'
import { PresetName } from './forms.ts'

export type { History, QuizFilter } from '../../study/quiz.ts'

const quiz = { filter: QuizFilter, mode: z.enum(quizModes), count: z.int().min(1).max(MAX_QUIZ_QUESTIONS) }

export const QuizPreset = z.object({ id: z.uuid(), name: z.string(), ...quiz })
export type QuizPreset = z.infer<typeof QuizPreset>

const exampleFilter = {
  modules: ['Trauma'],
  subTopics: [],
  difficulties: ['moderate', 'hard'],
  kinds: [],
  judgmentSteps: [],
  histories: ['new', 'missed'],
} as const

export const quizCalls = {
  'GET /api/quizzes/matching': signedIn.read({
    summary:
      "How many questions match a quiz, given as JSON. Where it names no modules, those of the caller's own are meant; a set matches where any of its parts does, and counts as many as it has.",
    tier: 'basic',
    query: z.object({ filter: jsonInAddress(QuizFilter, 8_000) }),
    response: z.object({
      questions: z.int(),
      /** Smallest session, since a set is given as a whole; 0 without matches. */
      fewest: z.int(),
    }),
    example: { query: { filter: JSON.stringify(exampleFilter) } },
  }),
  'GET /api/quizzes/topics': signedIn.read({
    summary: 'The topics that questions are drawn from, by module.',
    response: z.array(QuizTopic),
  }),
  'GET /api/quizzes/presets': signedIn.read({
    summary: "The caller's saved quizzes, by name.",
    response: z.array(QuizPreset),
  }),
  'POST /api/quizzes/presets': signedIn.command({
    summary: 'Save a quiz. One of the same name is replaced.',
    tier: 'basic',
    body: z.object({ ...PresetName.shape, ...quiz }),
    response: z.object({ id: z.uuid() }),
    errors: ['tooManyQuizPresets', 'conflict'],
    example: { body: { name: 'Bleeding, once more', filter: exampleFilter, mode: 'tutor_mode', count: 10 } },
  }),
  'DELETE /api/quizzes/presets/{id}': signedIn.command({
    summary: 'Delete a saved quiz. Deleting it again changes nothing.',
    params: z.object({ id: z.uuid() }),
    response: z.object({ deleted: z.literal(true) }),
    errors: ['conflict'],
    example: { params: { id: existing.quizPresetId } },
  }),
} as const

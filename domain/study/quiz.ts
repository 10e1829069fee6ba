import { z } from 'zod'
import { printableText } from '../core/text.ts'
import { itemKinds } from '../questions/content/item.ts'
import { moduleNames } from '../questions/shown/modules.ts'
import { difficulties, judgmentSteps } from '../questions/shown/terms.ts'

/** An empty list does not filter. */

export const histories = [
  'new',
  'missed',
  'flagged',
  'slow',
  /** Confidence 1 or 2. */
  'guessed',
] as const
export type History = (typeof histories)[number]

const someOf = <const Word extends string>(words: readonly Word[]) => z.array(z.enum(words)).max(words.length)

export const QuizFilter = z.object({
  modules: someOf(moduleNames),
  subTopics: z.array(printableText({ max: 100 })).max(100),
  difficulties: someOf(difficulties),
  kinds: someOf(itemKinds),
  judgmentSteps: someOf(judgmentSteps),
  histories: someOf(histories),
})
export type QuizFilter = z.infer<typeof QuizFilter>

export const QuizTopic = z.object({ module: z.enum(moduleNames), subTopic: z.string(), questions: z.int() })
export type QuizTopic = z.infer<typeof QuizTopic>

export const anything: QuizFilter = { modules: [], subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }

export const MAX_QUIZ_QUESTIONS = 50

export const quizModes = ['tutor_mode', 'timed_exam'] as const
export type QuizMode = (typeof quizModes)[number]

import { z } from 'zod'
import { itemKinds } from '../questions/item.ts'
import { difficulties, judgmentSteps } from '../questions/terms.ts'
import { printableText } from '../text.ts'
import { moduleNames } from './modules.ts'

/** What a learner asks for in a quiz of their own. A list that is empty asks for nothing in particular. */

/** What the learner has done with a question. */
export const histories = [
  /** Never given before. */
  'new',
  /** The latest answer was wrong. */
  'missed',
  'flagged',
  /** The latest answer was right, and took longer than its time allows. */
  'slow',
  /** The latest answer was right, with a confidence of 1 or 2. */
  'guessed',
] as const
export type History = (typeof histories)[number]

/** At most as many as there are. */
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

export const MAX_QUIZ_QUESTIONS = 50

/** What a quiz can be begun in. */
export const quizModes = ['tutor_mode', 'timed_exam'] as const
export type QuizMode = (typeof quizModes)[number]

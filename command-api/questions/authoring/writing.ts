import { GENERATED_SET_PARTS } from '@medicready/domain/questions/authoring/generation-day'
import type { QuestionContent } from '@medicready/domain/questions/content'
import type { Inquiry, LanguageModel, Reply, Spent } from '@medicready/platform/openai/language-model'
import { seedOfAttempt, setOfAttempt } from './attempt.ts'
import type { KnownQuestions } from './bank.ts'
import type { Wanted } from './plan.ts'
import { longestGuess, longestReading, longestReadingAfter, toContent, writeQuestion } from './prompts.ts'
import { toSet, writeSet } from './written-set.ts'

export interface Writing {
  /** The maximal cost of writing and examining. */
  readonly most: Spent
  ask(signal: AbortSignal): Promise<Reply<QuestionContent[]>>
}

export const sum = (one: Spent, other: Spent): Spent => ({ calls: one.calls + other.calls, cost: one.cost + other.cost })

export function writingOf(wanted: Wanted, attemptId: string, known: KnownQuestions, model: LanguageModel): Writing {
  const guidelines = known.guidelinesOf(wanted.module)
  const avoid = known.stemsLike(wanted)
  const seed = seedOfAttempt(attemptId)
  if (wanted.kind === 'scenario_set') {
    const readings = Array.from({ length: GENERATED_SET_PARTS }, (_, before) => [longestReadingAfter(before), longestGuess]).flat()
    const toContents = (written: Parameters<typeof toSet>[1]) => toSet(wanted, written, { set: setOfAttempt(attemptId), seed })
    return writing(model, writeSet(wanted, guidelines, avoid), toContents, readings)
  }
  return writing(model, writeQuestion(wanted, guidelines, avoid), (written) => [toContent(wanted, written, seed)], [
    longestReading,
    longestGuess,
  ])
}

const writing = <Written>(
  model: LanguageModel,
  inquiry: Inquiry<Written>,
  toContents: (written: Written) => QuestionContent[],
  readings: readonly Inquiry<unknown>[],
): Writing => ({
  most: readings.reduce((most, reading) => sum(most, model.most(reading)), model.most(inquiry)),
  async ask(signal) {
    const reply = await model.ask(inquiry, signal)
    return reply.kind === 'answered' ? { ...reply, answer: toContents(reply.answer) } : reply
  },
})

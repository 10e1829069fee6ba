import type { QuestionContent } from '@medicready/domain/questions/content'
import { chanceOf, type Item, isAnswerTo, isRight } from '@medicready/domain/questions/item'
import type { LanguageModel, Reply, Spent } from '@medicready/platform/openai/language-model'
import type { Fault } from './checks.ts'
import { askedOf, guessWithoutStem, readBlind } from './prompts.ts'
import { answerFrom, type ModelsAnswer, type ShownItem, shownItem } from './read-item.ts'
import { sum } from './writing.ts'

export interface Examined {
  readonly fault: Fault | null
  readonly spent: Spent
}

interface Examination {
  readonly model: LanguageModel
  readonly before: readonly QuestionContent[]
  readonly attemptId: string
  readonly signal: AbortSignal
}

/** A reader who does not know the key must find it; a reader who does not see the stem must not. */
export async function examine(content: QuestionContent, { model, before, attemptId, signal }: Examination): Promise<Examined> {
  const { item } = content
  const shown = shownItem(item, attemptId)
  const read = await model.ask(readBlind(askedOf(content, before), shown), signal)
  if (read.kind !== 'answered') return { fault: unanswered(read), spent: read.spent }
  const { answer, alsoDefensible, flaw } = read.answer
  const rejected = (reason: Fault['reason'], why: string): Examined => ({ fault: { reason, why }, spent: read.spent })
  if (!isKey(item, shown, answer)) return rejected('blind_reader_disagrees', 'another answer')
  if (flaw !== null) return rejected('blind_reader_disagrees', flaw)
  if (alsoDefensible !== null) return rejected('blind_reader_defends_another', alsoDefensible)

  // A number alone gives nothing to guess by.
  if (item.kind === 'fill_in_blank') return { fault: null, spent: read.spent }
  // In another order, so that positions tell nothing to a reader who remembers.
  const alone = shownItem(item, `${attemptId} alone`)
  const guess = await model.ask(guessWithoutStem(alone), signal)
  const spent = sum(read.spent, guess.spent)
  if (guess.kind !== 'answered') return { fault: unanswered(guess), spent }
  const isFound = isKey(item, alone, guess.answer.answer) && isTelling(item, guess.answer.likely)
  return { fault: isFound ? { reason: 'guessable_without_stem', why: `${guess.answer.likely} % sure` } : null, spent }
}

const isKey = (item: Item, shown: ShownItem, given: ModelsAnswer): boolean => {
  const answer = answerFrom(shown, given)
  return isAnswerTo(item, answer) && isRight(item, answer)
}

/** Below this, nobody finds a whole key by chance: one in ten guesses of two of five. */
const CHANCE_TO_DOUBT = 0.1
/** Twice as sure as four options allow, in percent. */
const SURE = 50

/** One guess in four is right by chance, so it counts only if the guesser is also sure. */
const isTelling = (item: Item, likely: number): boolean => chanceOf(item) <= CHANCE_TO_DOUBT || likely >= SURE

export const unanswered = (reply: Exclude<Reply<unknown>, { kind: 'answered' }>): Fault =>
  reply.kind === 'failed' ? { reason: 'call_failed', why: String(reply.error) } : { reason: reply.kind, why: reply.why }

import type { AskedItem, ItemKind } from '@medicready/domain/contract/questions/questions'
import type { AnswerDraft, DraftChange } from '../answer-draft.ts'

/** What of an answered item is marked: nothing is known of it before. */
export interface ItemOutcome {
  readonly isCorrect: boolean
  /** The right answer as a draft has it; null while it is covered. */
  readonly right: AnswerDraft | null
}

/** What every kind of item is shown from. It fetches nothing, so that a preview shows the same. */
export interface KindProps<Kind extends ItemKind> {
  readonly item: Extract<AskedItem, { kind: Kind }>
  /** What is chosen and ruled out; once there is an answer, what was answered. */
  readonly draft: AnswerDraft
  readonly change: (change: DraftChange) => void
  /** Nothing can be changed while the answer is on its way, nor after it. */
  readonly locked: boolean
  /** Null until there is an answer. */
  readonly outcome: ItemOutcome | null
  /** What percent of all who answered made each choice, by the words of the choice. */
  readonly chosenBy: ReadonlyMap<string, number> | undefined
}

export interface PartOutcome {
  readonly tone: 'ok' | 'bad' | 'none'
  readonly words: string
}

/**
 * What the answer says of a choice; null of those that are neither right nor chosen. Of the right one it says nothing
 * while it is covered, unless it was chosen.
 */
export function outcomeOfChoice(id: string, { chosen }: AnswerDraft, { isCorrect, right }: ItemOutcome): PartOutcome | null {
  const isChosen = chosen.includes(id)
  if (isCorrect) return isChosen ? { tone: 'ok', words: 'Your answer, correct' } : null
  if (right?.chosen.includes(id)) return { tone: 'ok', words: isChosen ? 'Your answer, correct' : 'Correct answer' }
  if (!isChosen) return null
  // Of several, it is not told which are wrong before the answer is uncovered.
  return { tone: right || chosen.length === 1 ? 'bad' : 'none', words: 'Your answer' }
}

import type { AskedItem, ItemKind } from '@medicready/domain/contract/questions/questions'
import type { AnswerDraft, DraftChange } from '../answer/answer-draft.ts'

export interface ItemOutcome {
  readonly isCorrect: boolean
  readonly right: AnswerDraft | null
}

/** Fetches nothing, so that a preview shows the same. */
export interface KindProps<Kind extends ItemKind> {
  readonly item: Extract<AskedItem, { kind: Kind }>
  readonly draft: AnswerDraft
  readonly change: (change: DraftChange) => void
  readonly locked: boolean
  readonly outcome: ItemOutcome | null
  /** Percent of all answers that made each choice, by the words of the choice. */
  readonly chosenBy: ReadonlyMap<string, number> | undefined
}

export interface PartOutcome {
  readonly tone: 'ok' | 'bad' | 'none'
  readonly words: string
}

/** Null for choices that are neither right nor chosen. A covered answer reveals the right one only if it was chosen. */
export function outcomeOfChoice(id: string, { chosen }: AnswerDraft, { isCorrect, right }: ItemOutcome): PartOutcome | null {
  const isChosen = chosen.includes(id)
  if (isCorrect) return isChosen ? { tone: 'ok', words: 'Your answer, correct' } : null
  if (right?.chosen.includes(id)) return { tone: 'ok', words: isChosen ? 'Your answer, correct' : 'Correct answer' }
  if (!isChosen) return null
  // With several chosen, which ones are wrong stays hidden until the answer is uncovered.
  return { tone: right || chosen.length === 1 ? 'bad' : 'none', words: 'Your answer' }
}

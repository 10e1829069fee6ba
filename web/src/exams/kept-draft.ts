import type { AnswerDraft } from '../answering/answer-draft.ts'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'

/** What is chosen and struck out of the question that is due in an exam, before it is submitted. */
interface KeptDraft {
  readonly questionId: string
  readonly draft: AnswerDraft
}

const keyOf = (examId: string) => `examDraft.${examId}`

/** It outlives a reload of the tab; null where nothing was chosen of this question. */
export function keptDraft(examId: string, questionId: string): AnswerDraft | null {
  const kept = readKept(ofThisTab, keyOf(examId)) as KeptDraft | null
  return kept?.questionId === questionId ? kept.draft : null
}

/** One for each exam, as one question is due in it. */
export const keepDraft = (examId: string, kept: KeptDraft | null): void => keep(ofThisTab, keyOf(examId), kept)

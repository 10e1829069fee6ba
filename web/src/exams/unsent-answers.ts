import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import type { AnswerDraft } from '../answering/answer-draft.ts'
import { isSameAnswer } from '../answering/item-answer.ts'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'

/** An answer that was given, and of which it is not known yet whether it arrived. */
interface UnsentAnswer {
  readonly questionId: string
  readonly answer: ItemAnswer
  readonly timeSpentSeconds: number
  /** Sent with it, so that it counts once however often it is sent. */
  readonly idempotencyKey: string
}

const keyOf = (examId: string) => `unsentExamAnswer.${examId}`

/** What waits to be sent in an exam: it outlives a reload of the tab. */
export const unsentAnswer = (examId: string): UnsentAnswer | null => readKept(ofThisTab, keyOf(examId)) as UnsentAnswer | null

/** Keeps an answer until it is known to have arrived. The same one keeps its time and its key. */
export function keepUnsent(examId: string, given: Omit<UnsentAnswer, 'idempotencyKey'>, newKey: () => string): UnsentAnswer {
  const before = unsentAnswer(examId)
  if (before?.questionId === given.questionId && isSameAnswer(before.answer, given.answer)) return before
  const kept = { ...given, idempotencyKey: newKey() }
  keep(ofThisTab, keyOf(examId), kept)
  return kept
}

export const forgetUnsent = (examId: string): void => keep(ofThisTab, keyOf(examId), null)

/** What is chosen and struck out of the question that is due in an exam, before it is submitted. */
interface KeptDraft {
  readonly questionId: string
  readonly draft: AnswerDraft
}

const draftKey = (examId: string) => `examDraft.${examId}`

/** It outlives a reload of the tab; null where nothing was chosen of this question. */
export function keptDraft(examId: string, questionId: string): AnswerDraft | null {
  const kept = readKept(ofThisTab, draftKey(examId)) as KeptDraft | null
  return kept?.questionId === questionId ? kept.draft : null
}

/** One for each exam, as one question is due in it. */
export const keepDraft = (examId: string, kept: KeptDraft | null): void => keep(ofThisTab, draftKey(examId), kept)

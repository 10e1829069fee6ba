import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import type { AnswerDraft } from '../answering/answer/answer-draft.ts'
import { isSameAnswer } from '../answering/answer/item-answer.ts'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'

interface UnsentAnswer {
  readonly questionId: string
  readonly answer: ItemAnswer
  readonly timeSpentSeconds: number
  /** Sent along, so that the answer counts once however often it is sent. */
  readonly idempotencyKey: string
}

const keyOf = (examId: string) => `unsentExamAnswer.${examId}`

/** Survives a reload of the tab. */
export const unsentAnswer = (examId: string): UnsentAnswer | null => readKept(ofThisTab, keyOf(examId)) as UnsentAnswer | null

/** Keeping the same answer again keeps its time and key. */
export function keepUnsent(examId: string, given: Omit<UnsentAnswer, 'idempotencyKey'>, newKey: () => string): UnsentAnswer {
  const before = unsentAnswer(examId)
  if (before?.questionId === given.questionId && isSameAnswer(before.answer, given.answer)) return before
  const kept = { ...given, idempotencyKey: newKey() }
  keep(ofThisTab, keyOf(examId), kept)
  return kept
}

export const forgetUnsent = (examId: string): void => keep(ofThisTab, keyOf(examId), null)

/** What is chosen and struck out before it is submitted. */
interface KeptDraft {
  readonly questionId: string
  readonly draft: AnswerDraft
}

const draftKey = (examId: string) => `examDraft.${examId}`

/** Survives a reload of the tab; null if nothing was chosen. */
export function keptDraft(examId: string, questionId: string): AnswerDraft | null {
  const kept = readKept(ofThisTab, draftKey(examId)) as KeptDraft | null
  return kept?.questionId === questionId ? kept.draft : null
}

/** One per exam, because one question is due at a time. */
export const keepDraft = (examId: string, kept: KeptDraft | null): void => keep(ofThisTab, draftKey(examId), kept)

import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { queryOptions } from '@tanstack/react-query'
import type { AnswerDraft } from '../answering/answer/answer-draft.ts'
import { isSameAnswer } from '../answering/answer/item-answer.ts'
import { clockSkew } from '../api/clock-skew.ts'
import { ApiError, quietWhenSignedOut } from '../api/errors.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'
import { laterOf, readAs, type TakenExam } from './exam-progress.ts'

/** Exams started in this tab exist, even while a read model does not know them yet. */
const startedHere = new Set<string>()
export const noteStarted = (examId: string): void => void startedHere.add(examId)

const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400)

const READS_OF_WHAT_STARTED = 10

/** Null if there is none. Another device may continue it. */
export const takenExamQuery = (examId: string) =>
  queryOptions({
    ...quietWhenSignedOut,
    ...sharedData,
    queryKey: [...rooms.exams, 'taken', examId],
    queryFn: async (query): Promise<TakenExam | null> => {
      const params = { examId }
      try {
        const [{ body: exam, headers }, questions] = await Promise.all([
          readWithHeaders(query, 'GET /api/practice-exams/{examId}', { params }),
          read(query, 'GET /api/practice-exams/{examId}/questions', { params }),
        ])
        const taken = readAs(exam, questions, clockSkew(headers.get('date'), Date.now()))
        return laterOf(query.client.getQueryData<TakenExam | null>(query.queryKey), taken)
      } catch (error) {
        if (isMissing(error) && !startedHere.has(examId)) return null
        throw error
      }
    },
    retry: (failures, error) => isMissing(error) && failures < READS_OF_WHAT_STARTED,
    retryDelay: 500,
  })

/** The latest five, newest first. */
export const examHistoryQuery = queryOptions({
  ...quietWhenSignedOut,
  ...sharedData,
  queryKey: [...rooms.exams, 'history'],
  queryFn: async (query) => {
    const { body: exams, headers } = await readWithHeaders(query, 'GET /api/practice-exams/history')
    return { exams, skew: clockSkew(headers.get('date'), Date.now()) }
  },
})

/** By this device's clock. */
export const endOf = ({ exam, skew }: Pick<TakenExam, 'exam' | 'skew'>): number => Date.parse(exam.deadline) - skew

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

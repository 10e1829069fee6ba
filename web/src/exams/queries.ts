import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { queryOptions } from '@tanstack/react-query'
import { quietWhenSignedOut } from '../api/errors.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readOrNull, readQuery } from '../api/read.ts'

export type CompletedExam = PracticeExam & { readonly score: number }

/** Null if there is none. Another device may continue it. */
export const examQuery = (examId: string) =>
  queryOptions({
    ...quietWhenSignedOut,
    ...sharedData,
    queryKey: [...rooms.exams, examId],
    queryFn: (query) => readOrNull(query, 'GET /api/practice-exams/{examId}', { params: { examId } }),
  })

export const examQuestionsQuery = (examId: string) => ({
  ...quietWhenSignedOut,
  ...sharedData,
  ...readQuery([...rooms.exams, examId, 'questions'], 'GET /api/practice-exams/{examId}/questions', { params: { examId } }),
})

/** It no longer changes. */
export const examDecisionsQuery = (examId: string) => ({
  ...quietWhenSignedOut,
  ...readQuery([...rooms.exams, examId, 'decisions'], 'GET /api/practice-exams/{examId}/decisions', { params: { examId } }),
})

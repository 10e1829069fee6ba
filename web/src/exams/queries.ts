import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { queryOptions } from '@tanstack/react-query'
import { quietWhenSignedOut } from '../api/errors.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { read, readOrNull } from '../api/read.ts'

export type CompletedExam = PracticeExam & { readonly score: number }

/** Null if there is none. Another device may continue it. */
export const examQuery = (examId: string) =>
  queryOptions({
    ...quietWhenSignedOut,
    ...sharedData,
    queryKey: [...rooms.exams, examId],
    queryFn: (query) => readOrNull(query, 'GET /api/practice-exams/{examId}', { params: { examId } }),
  })

export const examQuestionsQuery = (examId: string) =>
  queryOptions({
    ...quietWhenSignedOut,
    ...sharedData,
    queryKey: [...rooms.exams, examId, 'questions'],
    queryFn: (query) => read(query, 'GET /api/practice-exams/{examId}/questions', { params: { examId } }),
  })

/** It no longer changes. */
export const examDecisionsQuery = (examId: string) =>
  queryOptions({
    ...quietWhenSignedOut,
    queryKey: [...rooms.exams, examId, 'decisions'],
    queryFn: (query) => read(query, 'GET /api/practice-exams/{examId}/decisions', { params: { examId } }),
  })

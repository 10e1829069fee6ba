import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { newUuid } from '../api/new-uuid.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'
import { afterAnswer, wentOnElsewhere } from './exam-progress.ts'
import { keepDraft } from './kept-draft.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { noteStarted, takenExamQuery } from './taken-exam.ts'
import { forgetUnsent, keepUnsent } from './unsent-answers.ts'

/** Exams that are shown are not fetched again: who starts or ends one is on the way to another screen. */
const refreshOthers = (queries: QueryClient) => queries.invalidateQueries({ queryKey: rooms.exams, refetchType: 'none' })

export function useStartExam() {
  const queries = useQueryClient()
  return useWrite('POST /api/practice-exams/start', {
    onSuccess: ({ examId }) => {
      noteStarted(examId)
      void refreshOthers(queries)
    },
    onError: (error) => {
      // It may be that another one goes on, which the history then shows.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: rooms.exams })
    },
  })
}

interface ExamAnswer {
  questionId: string
  answer: ItemAnswer
  timeSpentSeconds: number
}

/** Answers the item that an exam gives. What follows it stands in the exam then. */
export function useAnswerExam(examId: string) {
  const queries = useQueryClient()
  const { queryKey } = takenExamQuery(examId)
  return useMutation({
    mutationFn: async (given: ExamAnswer) => {
      const { idempotencyKey, ...body } = keepUnsent(examId, given, newUuid)
      try {
        const answered = await api('POST /api/practice-exams/{examId}/answer', { params: { examId }, body, idempotencyKey })
        forgetUnsent(examId)
        keepDraft(examId, null)
        return answered
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && !isSignedOut(error)) forgetUnsent(examId)
        throw error
      }
    },
    onSuccess: (answered, { questionId }) => {
      const question = queries.getQueryData(queryKey)?.questions.find(({ id }) => id === questionId)
      queries.setQueryData(queryKey, (taken) => taken && afterAnswer(taken, questionId, answered))
      tellOtherTabs(examId, { questionId, answered })
      if (question && wentOnElsewhere(question, answered)) void queries.invalidateQueries({ queryKey })
      // It keeps the streak.
      void queries.invalidateQueries({ queryKey: rooms.study })
    },
    onError: (error) => {
      // Where it is not due any more, it went on or ended elsewhere.
      if (error instanceof ApiError && error.status < 500) void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Ends an exam whose time is up. */
export const useCompleteExam = () => useWrite('POST /api/practice-exams/{examId}/complete')

/** Ends an exam without a score. */
export function useGiveUpExam() {
  const queries = useQueryClient()
  return useWrite('POST /api/practice-exams/{examId}/give-up', {
    // Where it is refused, it has ended elsewhere.
    onSettled: () => void queries.invalidateQueries({ queryKey: rooms.exams }),
    onSuccess: (_, { params: { examId } }) => {
      keepDraft(examId, null)
      forgetUnsent(examId)
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
  })
}

/** Has everything read anew that counts the answers of an exam that has ended. */
export function useCountExam() {
  const queries = useQueryClient()
  return () => {
    void refreshOthers(queries)
    void queries.invalidateQueries({ queryKey: rooms.study })
    void queries.invalidateQueries({ queryKey: rooms.questions })
  }
}

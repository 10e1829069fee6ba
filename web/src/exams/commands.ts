import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { newUuid } from '../api/new-uuid.ts'
import { rooms } from '../api/query-keys.ts'
import { useWrite } from '../api/write.ts'
import { afterAnswer, type ExamAnswered, wentOnElsewhere } from './exam-progress.ts'
import { forgetUnsent, keepDraft, keepUnsent, noteStarted, takenExamQuery } from './taken-exam.ts'

/** Sent between the tabs of a browser. */
interface TakenAnswer {
  readonly questionId: string
  readonly answered: ExamAnswered
}

const channelOf = (examId: string): BroadcastChannel => new BroadcastChannel(`practiceExam.${examId}`)

function tellOtherTabs(examId: string, taken: TakenAnswer): void {
  const channel = channelOf(examId)
  channel.postMessage(taken)
  channel.close()
}

export function useOtherTabs(examId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const { queryKey } = takenExamQuery(examId)
    const channel = channelOf(examId)
    channel.onmessage = ({ data }: MessageEvent<TakenAnswer>) => {
      const { questionId, answered } = data
      queries.setQueryData(queryKey, (here) => {
        // The channel also reaches the sender.
        if (!here || here.questions.some(({ id, isAnswered }) => id === questionId && isAnswered)) return here
        const after = afterAnswer(here, questionId, answered)
        return { ...after, exam: { ...after.exam, isCompleted: answered.examCompleted } }
      })
    }
    return () => channel.close()
  }, [examId, queries])
}

/** Shown exams are not refetched: starting or ending one leads to another screen. */
const refreshOthers = (queries: QueryClient) => queries.invalidateQueries({ queryKey: rooms.exams, refetchType: 'none' })

export function useStartExam() {
  const queries = useQueryClient()
  return useWrite('POST /api/practice-exams/start', {
    onSuccess: ({ examId }) => {
      noteStarted(examId)
      void refreshOthers(queries)
    },
    onError: (error) => {
      // Another exam may be open, which the history then shows.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: rooms.exams })
    },
  })
}

export function useAnswerExam(examId: string) {
  const queries = useQueryClient()
  const { queryKey } = takenExamQuery(examId)
  return useMutation({
    mutationFn: async (given: { questionId: string; answer: ItemAnswer; timeSpentSeconds: number }) => {
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
      // The exam keeps the streak.
      void queries.invalidateQueries({ queryKey: rooms.study })
    },
    onError: (error) => {
      // If the question is no longer due, the exam continued or ended elsewhere.
      if (error instanceof ApiError && error.status < 500) void queries.invalidateQueries({ queryKey })
    },
  })
}

export const useCompleteExam = () => useWrite('POST /api/practice-exams/{examId}/complete')

export function useGiveUpExam() {
  const queries = useQueryClient()
  return useWrite('POST /api/practice-exams/{examId}/give-up', {
    // A refusal means that it ended elsewhere.
    onSettled: () => void queries.invalidateQueries({ queryKey: rooms.exams }),
    onSuccess: (_, { params: { examId } }) => {
      keepDraft(examId, null)
      forgetUnsent(examId)
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
  })
}

/** Refetches everything that counts the answers of a completed exam. */
export function useCountExam() {
  const queries = useQueryClient()
  return () => {
    void refreshOthers(queries)
    void queries.invalidateQueries({ queryKey: rooms.study })
    void queries.invalidateQueries({ queryKey: rooms.questions })
  }
}

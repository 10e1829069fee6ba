import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterAnswer, type ExamAnswered } from './exam-progress.ts'
import { takenExamQuery } from './taken-exam.ts'

/** An answer that was taken, as the tabs of a browser tell each other. */
interface TakenAnswer {
  readonly questionId: string
  readonly answered: ExamAnswered
}

const channelOf = (examId: string): BroadcastChannel => new BroadcastChannel(`practiceExam.${examId}`)

/** Tells the other tabs of this browser, which may show the same exam. */
export function tellOtherTabs(examId: string, taken: TakenAnswer): void {
  const channel = channelOf(examId)
  channel.postMessage(taken)
  channel.close()
}

/** Goes on with the exam when another tab does. */
export function useOtherTabs(examId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const { queryKey } = takenExamQuery(examId)
    const channel = channelOf(examId)
    channel.onmessage = ({ data }: MessageEvent<TakenAnswer>) => {
      const { questionId, answered } = data
      queries.setQueryData(queryKey, (here) => {
        // The tab that took the answer hears of it too.
        if (!here || here.questions.some(({ id, isAnswered }) => id === questionId && isAnswered)) return here
        const after = afterAnswer(here, questionId, answered)
        return { ...after, exam: { ...after.exam, isCompleted: answered.examCompleted } }
      })
    }
    return () => channel.close()
  }, [examId, queries])
}

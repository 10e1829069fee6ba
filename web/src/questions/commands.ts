import type { AnswerResult } from '@medicready/domain/contract/questions/questions'
import { useQueryClient } from '@tanstack/react-query'
import type { GivenAnswer } from '../answering/answering.ts'
import { uncovered } from '../answering/uncovered.ts'
import { ownReviewRequestsQuery } from '../api/review-requests.ts'
import { rooms } from '../api/rooms.ts'
import { useUser } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { changed, loadKept, type QuestionRead, questionQuery } from './queries.ts'

/**
 * Answers a question. The result stands on the screen at once; the figures of the study screens follow. Where the
 * answer does not arrive it is kept, and sent when there is a connection again: then nothing is told of it yet.
 */
export function useAnswerQuestion(question: QuestionRead) {
  const { id } = question
  const { id: userId } = useUser()
  const queries = useQueryClient()
  const { queryKey } = questionQuery(id)
  const answering = useWrite('POST /api/questions/{id}/answer', {
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, changed(answer.isWithheld ? { isWithheld: true } : { answer }))
      if (answer.opened) queries.removeQueries({ queryKey: questionQuery(answer.opened.id).queryKey })
      void queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
    },
  })
  const answer = async ({ answer, timeSpent }: GivenAnswer): Promise<AnswerResult | null> => {
    try {
      return uncovered(await answering.mutateAsync({ params: { id }, body: { answer, timeSpent } }))
    } catch (error) {
      return (await loadKept()).keepAnswerTo(error, question, { answer, timeSpent, userId })
    }
  }
  return { answer, opened: answering.data?.opened ?? null }
}

/** Asks the educators to look at a question. */
export function useRequestReview() {
  const queries = useQueryClient()
  return useWrite('POST /api/questions/{id}/request-review', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ownReviewRequestsQuery.queryKey }),
  })
}

/** Flags a question, to see it again. */
export function useFlagQuestion(id: string) {
  const queries = useQueryClient()
  return useWrite('POST /api/questions/{id}/review-later', {
    onSuccess: ({ flaggedForReview }) => queries.setQueryData(questionQuery(id).queryKey, changed({ flaggedForReview })),
  })
}

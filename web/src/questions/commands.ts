import { useQueryClient } from '@tanstack/react-query'
import { ownReviewRequestsQuery } from '../api/review-requests.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'
import { changed, questionQuery } from './queries.ts'

/** Answers a question. The result stands on the screen at once; the figures of the study screens follow. */
export function useAnswerQuestion(id: string) {
  const queries = useQueryClient()
  return useWrite('POST /api/questions/{id}/answer', {
    onSuccess: (answer) => {
      queries.setQueryData(questionQuery(id).queryKey, changed(answer.isWithheld ? { isWithheld: true } : { answer }))
      if (answer.opened) queries.removeQueries({ queryKey: questionQuery(answer.opened.id).queryKey })
      void queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
    },
  })
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

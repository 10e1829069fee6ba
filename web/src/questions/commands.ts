import type { AnswerResult } from '@medicready/domain/contract/questions/questions'
import type { AnswerReceipt } from '@medicready/domain/contract/study/study'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { SentAnswer } from '../answering/answer/delivery.ts'
import type { Response } from '../api/client.ts'
import { ApiError, WithheldError } from '../api/errors.ts'
import { ownReviewRequestsQuery } from '../api/own-reads.ts'
import { rooms } from '../api/query-keys.ts'
import { readOrNull } from '../api/read.ts'
import { useUser } from '../api/session.ts'
import { useRefetching, useWrite } from '../api/write.ts'

/** Marks a part of a case that is not open yet. */
export const CLOSED_PART = 'closed part'

export type QuestionRead = Response<'GET /api/questions/{id}'>

/** Loaded with the layout, so that it is there without a connection. */
const loadKept = () => import('../offline/kept-question.ts')

export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: [...rooms.questions, id],
    queryFn: (query): Promise<QuestionRead | typeof CLOSED_PART | null> =>
      readOrNull(query, 'GET /api/questions/{id}', { params: { id } }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'partClosed') return CLOSED_PART
        // Without a connection it may be kept in this browser.
        return (await loadKept()).questionInsteadOf(error, id)
      }),
  })

const changed =
  (change: Partial<QuestionRead>) =>
  (question: QuestionRead | typeof CLOSED_PART | null | undefined): QuestionRead | undefined =>
    typeof question === 'object' && question ? { ...question, ...change } : undefined

type Uncovered<Given> = Extract<Given, AnswerResult>

/** What came of an answer. Throws where that is withheld until a timed exam has ended, with the words for it. */
function uncovered(given: AnswerReceipt): Uncovered<AnswerReceipt> {
  if (given.isWithheld) throw new WithheldError()
  return given
}

/** If the answer does not arrive, it is kept and sent later; the result is unknown until then. */
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
  const answer = async ({ answer, timeSpent }: SentAnswer): Promise<AnswerResult | null> => {
    try {
      return uncovered(await answering.mutateAsync({ params: { id }, body: { answer, timeSpent } }))
    } catch (error) {
      return (await loadKept()).keepAnswerTo(error, question, { answer, timeSpent, userId })
    }
  }
  return { answer, opened: answering.data?.opened ?? null }
}

export const useRequestReview = () => useWrite('POST /api/questions/{id}/request-review', useRefetching(ownReviewRequestsQuery.queryKey))

export function useFlagQuestion(id: string) {
  const queries = useQueryClient()
  return useWrite('POST /api/questions/{id}/review-later', {
    onSuccess: ({ flaggedForReview }) => queries.setQueryData(questionQuery(id).queryKey, changed({ flaggedForReview })),
  })
}

import { queryOptions } from '@tanstack/react-query'
import type { Response } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { readOrNull } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'

/** A part of a case whose turn has not come. */
export const CLOSED_PART = 'closed part'

export type QuestionRead = Response<'GET /api/questions/{id}'>

/** What answers without a connection, which the layout has loaded. */
export const loadKept = () => import('../offline/kept-question.ts')

/** A question and the caller's answer to it; null where there is no such question. */
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

/** Changes a question that was read already. */
export const changed =
  (change: Partial<QuestionRead>) =>
  (question: QuestionRead | typeof CLOSED_PART | null | undefined): QuestionRead | undefined =>
    typeof question === 'object' && question ? { ...question, ...change } : undefined

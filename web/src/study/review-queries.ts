import type { CalendarDay } from '@medicready/domain/calendar'
import type { ReviewCard } from '@medicready/domain/contract/study/cards'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../api/pages.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

const reviews = [...rooms.study, 'reviews'] as const

export const dueReviewsQuery = (today: CalendarDay) =>
  queryOptions({ queryKey: [...reviews, 'due', today], queryFn: (query) => read(query, 'GET /api/review/due') })

export const forecastQuery = (today: CalendarDay) =>
  queryOptions({ queryKey: [...reviews, 'forecast', today], queryFn: (query) => read(query, 'GET /api/review/forecast') })

export const retentionQuery = queryOptions({
  queryKey: [...reviews, 'retention'],
  queryFn: (query) => read(query, 'GET /api/review/retention'),
})

export type CardState = 'all' | 'due' | 'suspended' | 'leech'

export const cardsQuery = (today: CalendarDay, state: CardState) =>
  pagesQuery<ReviewCard>([...reviews, 'cards', today, state], (query, page) =>
    readWithHeaders(query, 'GET /api/review/cards', { query: { state }, ...page }),
  )

/** What a learner decides about a card changes all that is shown of reviews. */
export function useCardDecisions() {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
  return {
    suspend: useWrite('POST /api/review/cards/{questionId}/suspend', { onSuccess }),
    bringBack: useWrite('POST /api/review/cards/{questionId}/bring-back', { onSuccess }),
    undo: useWrite('POST /api/review/cards/{questionId}/undo', { onSuccess }),
  }
}

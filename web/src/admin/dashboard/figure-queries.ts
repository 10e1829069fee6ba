import { reviewFigureNames } from '@medicready/domain/contract/admin/figure-names'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { BusinessFigure, WhyPart } from './why-part.ts'

/** What is sent of a part, to the call that educators may make or to the one of the business. */
function sentOf({ label: _, ...part }: WhyPart) {
  const { figure, questionId, version, ...query } = part
  const named = reviewFigureNames.find((name) => name === figure)
  if (named === undefined) return { of: 'business', with: { params: { figure: figure as BusinessFigure }, query } } as const
  const { userId: _user, subjectId: _subject, tutorId: _tutor, ...others } = query
  const ofQuestion = { ...(questionId !== undefined && { questionId }), ...(version !== undefined && { version }) }
  return { of: 'reviews', with: { params: { figure: named }, query: { ...others, ...ofQuestion } } } as const
}

/** What a figure comes to. */
export const figureQuery = (part: WhyPart) =>
  queryOptions({
    queryKey: [...rooms.admin, 'figure', part],
    queryFn: (query) => {
      const sent = sentOf(part)
      return sent.of === 'reviews'
        ? read(query, 'GET /api/admin/review-figures/{figure}', sent.with)
        : read(query, 'GET /api/admin/figures/{figure}', sent.with)
    },
    ...sharedData,
  })

/** The facts behind it, the latest first. */
export const figureFactsQuery = (part: WhyPart) =>
  pagesQuery([...rooms.admin, 'figureFacts', part], (query, page) => {
    const sent = sentOf(part)
    return sent.of === 'reviews'
      ? readWithHeaders(query, 'GET /api/admin/review-figures/{figure}/facts', { ...page, ...sent.with })
      : readWithHeaders(query, 'GET /api/admin/figures/{figure}/facts', { ...page, ...sent.with })
  })

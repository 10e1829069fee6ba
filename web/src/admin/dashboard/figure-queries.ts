import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { WhyPart } from './why-part.ts'

const sentOf = ({ figure, label: _, ...query }: WhyPart) => ({ params: { figure }, query })

/** What a figure comes to. */
export const figureQuery = (part: WhyPart) =>
  queryOptions({
    queryKey: [...rooms.admin, 'figure', part],
    queryFn: (query) => read(query, 'GET /api/admin/figures/{figure}', sentOf(part)),
    ...sharedData,
  })

/** The facts behind it, the latest first. */
export const figureFactsQuery = (part: WhyPart) =>
  pagesQuery([...rooms.admin, 'figureFacts', part], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/figures/{figure}/facts', { ...page, ...sentOf(part) }),
  )

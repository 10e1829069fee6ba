import { pagesQuery } from '../../api/pages.ts'
import { readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'

export const contactStatuses = ['open', 'answered'] as const
export type ContactStatus = (typeof contactStatuses)[number]

export const contactRequestsQuery = (status: ContactStatus) =>
  pagesQuery([...rooms.admin, 'contact-requests', status], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/contact-requests', { ...page, query: { status } }),
  )

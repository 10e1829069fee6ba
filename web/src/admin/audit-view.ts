import { type AuditedType, auditedTypes } from '@medicready/domain/contract/admin/audited-types'
import { type AsOf, among, daysOfMonth, monthIn } from '../dashboards/address.ts'

const MAX_SEARCH_LENGTH = 100

/** '' means all. Unknown values in the address are ignored. */
export interface AuditView {
  /** Part of the action, its reason, or the name of the person it is about. */
  readonly search: string
  readonly type: AuditedType | ''
  readonly by: string
  /** `YYYY-MM`, in UTC. */
  readonly month: string
  /** A user id. */
  readonly about: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const fitting = (pattern: RegExp, text: string | null): string => (text !== null && pattern.test(text) ? text : '')

export const auditViewIn = (search: URLSearchParams): AuditView => ({
  search: (search.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
  type: among(auditedTypes, search.get('type'), ''),
  by: fitting(/^[\w:-]{1,60}$/, search.get('by')),
  month: monthIn(search),
  about: fitting(uuid, search.get('about')),
})

/** The server filters, so that paging and the file cover all matches. */
export const filterOf = ({ search, type, by, month, about }: AuditView, asOf: AsOf) => ({
  ...(month === '' ? asOf : daysOfMonth(month, asOf)),
  ...(search !== '' && { search }),
  ...(type !== '' && { type }),
  ...(by !== '' && { actorId: by }),
  ...(about !== '' && { userId: about }),
})

import { type AuditedType, auditedTypes } from '@medicready/domain/contract/admin/audited-types'
import { type AsOf, daysOfMonth } from '../dashboard/as-of.ts'

const MAX_SEARCH_LENGTH = 100

/** What stands in the address, beside the day; empty is all. Anything that is not understood is left out. */
export interface AuditView {
  /** A part of what was done, why, or of whom it is about. */
  readonly search: string
  /** The kind of fact. */
  readonly type: AuditedType | ''
  /** Who did it. */
  readonly by: string
  /** `YYYY-MM`, in UTC. */
  readonly month: string
  /** Whom it is about: a user's id. */
  readonly about: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const fitting = (pattern: RegExp, text: string | null): string => (text !== null && pattern.test(text) ? text : '')

export const auditViewIn = (search: URLSearchParams): AuditView => ({
  search: (search.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
  type: auditedTypes.find((type) => type === search.get('type')) ?? '',
  by: fitting(/^[\w:-]{1,60}$/, search.get('by')),
  month: fitting(/^\d{4}-(?:0[1-9]|1[0-2])$/, search.get('month')),
  about: fitting(uuid, search.get('about')),
})

/** The address of a view, with the day that is shown. */
export const searchOf = (view: AuditView, { asOf }: AsOf): URLSearchParams =>
  new URLSearchParams([...Object.entries(view).filter(([, value]) => value !== ''), ...(asOf === undefined ? [] : [['asOf', asOf]])])

/** What the server takes of a view: it filters all there is, page by page. */
export const filterOf = ({ search, type, by, month, about }: AuditView, asOf: AsOf) => ({
  ...(month === '' ? asOf : daysOfMonth(month, asOf)),
  ...(search !== '' && { search }),
  ...(type !== '' && { type }),
  ...(by !== '' && { actorId: by }),
  ...(about !== '' && { userId: about }),
})

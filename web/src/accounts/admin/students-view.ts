import { tierNames } from '@medicready/domain/billing/tiers'
import { type AsOf, among } from '../../dashboards/address.ts'

export const statusOptions = ['all', 'active', 'inactive'] as const
export const tierOptions = ['all', ...tierNames] as const
const sorts = ['joined', 'name', 'lastActive', 'progress', 'accuracy', 'totalSessions'] as const
export type StudentsSort = (typeof sorts)[number]
/** Earlier days can be sorted by these only. */
const sortsOfThePast: readonly StudentsSort[] = ['joined', 'name']
export const sortsOf = ({ asOf }: AsOf): readonly StudentsSort[] => (asOf === undefined ? sorts : sortsOfThePast)

const MAX_SEARCH_LENGTH = 100

/** Unknown values in the address are ignored. */
export interface StudentsView {
  /** Part of a name or an address. */
  readonly search: string
  readonly status: (typeof statusOptions)[number]
  readonly tier: (typeof tierOptions)[number]
  readonly sort: StudentsSort
  readonly order: 'asc' | 'desc'
}

const usual: StudentsView = { search: '', status: 'all', tier: 'all', sort: 'joined', order: 'desc' }
export const viewFrom = (search: URLSearchParams, asOf: AsOf): StudentsView => ({
  search: (search.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
  status: among(statusOptions, search.get('status'), usual.status),
  tier: among(tierOptions, search.get('tier'), usual.tier),
  sort: among(sortsOf(asOf), search.get('sort'), usual.sort),
  order: among(['asc', 'desc'], search.get('order'), usual.order),
})

export const filterOf = ({ search, ...filter }: StudentsView, asOf: AsOf) => ({ ...filter, ...(search !== '' && { search }), ...asOf })

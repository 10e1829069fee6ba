import { tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type AsOf, among, useAsOf, withAsOf } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { adminPages } from '../../dashboards/reads.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/card.tsx'
import { calendarDayInWords, capitalized } from '../../ui/words.ts'

export const statusOptions = ['all', 'active', 'inactive'] as const
export const tierOptions = ['all', ...tierNames] as const
const sorts = ['joined', 'name', 'lastActive', 'progress', 'accuracy', 'totalSessions'] as const
type StudentsSort = (typeof sorts)[number]
/** Earlier days can be sorted by these only. */
const sortsOfThePast: readonly StudentsSort[] = ['joined', 'name']
const sortsOf = ({ asOf }: AsOf): readonly StudentsSort[] => (asOf === undefined ? sorts : sortsOfThePast)

const MAX_SEARCH_LENGTH = 100

export interface StudentsView {
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

export const studentsQuery = (view: StudentsView, asOf: AsOf) => adminPages('GET /api/admin/students', { query: filterOf(view, asOf) })

interface StudentsTableProps {
  view: StudentsView
  onSort: (sort: StudentsSort, order: 'asc' | 'desc') => void
  onShowAll: () => void
}

const tierTones = { free: 'neutral', basic: 'brand', premium: 'warn' } as const
export const TierBadge = ({ tier }: { tier: AdminStudent['subscriptionTier'] }) => <Badge tone={tierTones[tier]}>{tiers[tier].label}</Badge>

export const StatusBadge = ({ status }: Pick<AdminStudent, 'status'>) => (
  <Badge tone={status === 'active' ? 'ok' : 'neutral'}>{capitalized(status)}</Badge>
)

export const percentOrDash = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(1)}%`)
const dayOrDash = (day: string | null): string => (day === null ? '–' : calendarDayInWords(day))

const columnsFor = (asOf: AsOf): readonly AdminColumn<AdminStudent, StudentsSort>[] => [
  { head: 'Student', sort: 'name', className: 'min-w-40', cell: (student) => <StudentCell student={student} asOf={asOf} /> },
  { head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { head: 'Plan', cell: ({ subscriptionTier }) => <TierBadge tier={subscriptionTier} /> },
  { head: 'Progress', sort: 'progress', isNumber: true, cell: ({ progress }) => percentOrDash(progress) },
  { head: 'Accuracy', sort: 'accuracy', isNumber: true, cell: ({ accuracy }) => percentOrDash(accuracy) },
  { head: 'Answers', isNumber: true, value: ({ answered }) => answered },
  { head: 'Sessions', sort: 'totalSessions', isNumber: true, value: ({ totalSessions }) => totalSessions },
  { head: 'Streak', isNumber: true, value: ({ studyStreak }) => studyStreak },
  {
    head: asOf.asOf === undefined ? 'Weakest' : 'Weakest today',
    className: 'whitespace-nowrap',
    cell: ({ weakAreas: [weakest] }) => (weakest ? moduleLabel(weakest) : '–'),
  },
  { head: 'Joined', sort: 'joined', isNumber: true, cell: ({ joinedDate }) => dayOrDash(joinedDate) },
  { head: 'Last active', sort: 'lastActive', isNumber: true, cell: ({ lastActive }) => dayOrDash(lastActive) },
]

export function StudentsTable({ view, onSort, onShowAll }: StudentsTableProps) {
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(studentsQuery(view, asOf))
  const sortable = sortsOf(asOf)
  const columns = columnsFor(asOf).map(({ sort, ...column }) => (sort && sortable.includes(sort) ? { ...column, sort } : column))
  return (
    <AdminTable
      caption="Students"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      sorting={{ by: view.sort, order: view.order, onSort }}
      file={false}
      noun="student"
      empty={
        <EmptyState
          title="No matching students"
          icon={Users}
          action={<Button variant="secondary" onClick={onShowAll} label="Show all" />}
        />
      }
    />
  )
}

const StudentCell = ({ student: { id, name, email, isErased }, asOf }: { student: AdminStudent; asOf: AsOf }) => (
  <span className="grid">
    <Link to={withAsOf(paths.adminStudent(id), asOf)} className="truncate text-brand underline-offset-4 hover:underline">
      {isErased ? 'Erased' : name}
    </Link>
    {!isErased && <span className="truncate text-xs font-normal text-muted">{email}</span>}
  </span>
)

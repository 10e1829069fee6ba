import type { TutorPayout } from '@medicready/domain/contract/tutoring'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf } from '../dashboard/amounts.ts'
import { tutorPayoutsQuery } from './queries.ts'

const columns: AdminColumn<TutorPayout>[] = [
  { head: 'Tutor', className: 'min-w-36', csv: ({ tutorName }) => tutorName, cell: ({ tutorName }) => tutorName },
  { head: 'Week from', className: 'min-w-32 tabular-nums', csv: ({ week }) => week, cell: ({ week }) => calendarDayInWords(week) },
  { head: 'Sessions', isNumber: true, csv: ({ sessions }) => sessions, cell: ({ sessions }) => sessions },
  { head: 'Students paid', isNumber: true, csv: ({ amount }) => decimalsOf(amount), cell: ({ amount }) => moneyOf(amount) },
  { head: 'Fee', isNumber: true, csv: ({ fee }) => decimalsOf(fee), cell: ({ fee }) => moneyOf(fee) },
  { head: 'Earned', isNumber: true, csv: ({ earned }) => decimalsOf(earned), cell: ({ earned }) => moneyOf(earned) },
  {
    head: 'Report',
    csv: ({ reportedAt }) => reportedAt,
    cell: ({ reportedAt }) => (reportedAt === null ? 'The week goes on' : 'Reported'),
  },
]

/** What each tutor earned, week by week. */
export function TutorPayouts() {
  const list = useSuspenseInfiniteQuery(tutorPayoutsQuery)
  return (
    <AdminTable
      caption="Payouts of tutors"
      columns={columns}
      rows={list.data}
      rowKey={({ tutorId, week }) => `${tutorId} ${week}`}
      list={list}
      file="tutor payouts"
      empty={<EmptyState title="No tutor has earned anything yet" />}
    />
  )
}

import { type AdminFigure, adminFigures } from '@medicready/domain/contract/admin/figure-names'
import type { TutorPayout } from '@medicready/domain/contract/tutoring/tutoring'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, numberOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { WhyNumber } from '../dashboard/why.tsx'
import { tutorPayoutsQuery } from './queries.ts'

/** A number of a tutor's week, and the way to its facts. */
function earning(head: string, figure: AdminFigure, of: (payout: TutorPayout) => number): AdminColumn<TutorPayout> {
  const isMoney = adminFigures[figure].unit === 'cents'
  return {
    head,
    isNumber: true,
    csv: (payout) => (isMoney ? decimalsOf(of(payout)) : of(payout)),
    cell: (payout) => {
      const { tutorId: userId, tutorName, week: group } = payout
      const term = `${head}, ${tutorName} in the week of ${calendarDayInWords(group)}`
      return (
        <WhyNumber term={term} why={{ parts: [{ figure, userId, group, label: term }] }}>
          {isMoney ? moneyOf(of(payout)) : numberOf(of(payout))}
        </WhyNumber>
      )
    },
  }
}

const columns: AdminColumn<TutorPayout>[] = [
  { head: 'Tutor', className: 'min-w-36', csv: ({ tutorName }) => tutorName, cell: ({ tutorName }) => tutorName },
  { head: 'Week from', className: 'min-w-32 tabular-nums', csv: ({ week }) => week, cell: ({ week }) => calendarDayInWords(week) },
  earning('Sessions', 'payoutSessions', ({ sessions }) => sessions),
  earning('Students paid', 'payoutAmount', ({ amount }) => amount),
  earning('Fee', 'payoutFee', ({ fee }) => fee),
  earning('Earned', 'payoutEarned', ({ earned }) => earned),
  {
    head: 'Report',
    csv: ({ reportedAt }) => reportedAt,
    cell: ({ reportedAt }) => (reportedAt === null ? 'The week goes on' : 'Reported'),
  },
]

/** What each tutor earned, week by week. */
export function TutorPayouts() {
  const list = useSuspenseInfiniteQuery(tutorPayoutsQuery(useAsOf()))
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

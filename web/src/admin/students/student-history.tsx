import type { HistoryEntry } from '@medicready/domain/contract/accounts/students'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { utcInstantOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { factName } from '../dashboard/fact-name.ts'
import { studentHistoryQuery } from './queries.ts'

const columns: readonly AdminColumn<HistoryEntry>[] = [
  {
    head: 'When (UTC)',
    cell: ({ at }) => <span className="font-normal whitespace-nowrap tabular-nums">{utcInstantOf(at)}</span>,
    csv: ({ at }) => at,
  },
  { head: 'What', className: 'min-w-48', cell: ({ what }) => what, csv: ({ what }) => what },
  {
    head: 'Fact',
    cell: ({ type, stream }) => (
      <span title={stream} className="whitespace-nowrap text-muted">
        {factName(type)}
      </span>
    ),
    csv: ({ type }) => type,
  },
  { head: 'By', cell: ({ actor }) => actor ?? 'The student', csv: ({ actor }) => actor },
]

/** What happened to a student, from the log. */
export function StudentHistory({ id }: { id: string }) {
  const list = useSuspenseInfiniteQuery(studentHistoryQuery(id, useAsOf()))
  return (
    <AdminTable
      panel={{ title: 'History', explanation: 'From the facts of the log, the latest first. Single answers are not among it.' }}
      caption="History"
      columns={columns}
      rows={list.data}
      rowKey={({ id: fact }) => fact}
      list={list}
      file="student history"
      empty={<EmptyState title="Nothing has happened yet" />}
    />
  )
}

import { adminFigures } from '@medicready/domain/contract/admin/figure-names'
import type { Performance } from '@medicready/domain/contract/admin/performance'
import { ShareBar } from '../../ui/share-bar.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf, shareOf } from '../dashboard/amounts.ts'
import { WhyNumber } from '../dashboard/why.tsx'

interface Step {
  readonly step: Performance['funnel'][number]['step']
  readonly students: number
  readonly ofAll: number | null
  readonly ofBefore: number | null
}

const shareWithin = (part: number, whole: number | undefined): number | null => (whole ? part / whole : null)

const columns: readonly AdminColumn<Step>[] = [
  {
    head: 'Step',
    className: 'min-w-44',
    cell: ({ step, ofAll }) => (
      <span className="grid gap-1">
        {adminFigures[step].label}
        <ShareBar percent={100 * (ofAll ?? 0)} className="h-1.5 rounded-pill bg-sunken" />
      </span>
    ),
    csv: ({ step }) => adminFigures[step].label,
  },
  {
    head: 'Students',
    isNumber: true,
    cell: ({ step, students }) => (
      <WhyNumber term={adminFigures[step].label} why={{ parts: [{ figure: step }] }}>
        {numberOf(students)}
      </WhyNumber>
    ),
    csv: ({ students }) => students,
  },
  { head: 'Of all', isNumber: true, cell: ({ ofAll }) => shareOf(ofAll), csv: ({ ofAll }) => ofAll },
  { head: 'Of the step before', isNumber: true, cell: ({ ofBefore }) => shareOf(ofBefore), csv: ({ ofBefore }) => ofBefore },
]

/** How many come from registration to payment, step by step. */
export function Funnel({ steps }: { steps: Performance['funnel'] }) {
  const rows = steps.map(({ step, students }, at) => ({
    step,
    students,
    ofAll: shareWithin(students, steps[0]?.students),
    ofBefore: at === 0 ? null : shareWithin(students, steps[at - 1]?.students),
  }))
  return (
    <AdminTable
      panel={{ title: 'From registration to payment' }}
      caption="Steps"
      columns={columns}
      rows={rows}
      rowKey={({ step }) => step}
      file="funnel"
      empty={null}
    />
  )
}

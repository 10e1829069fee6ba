import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { moduleLabel } from '@medicready/domain/study/modules'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { classList } from '../ui/class-list.ts'
import { useTooltip } from '../ui/tooltip.tsx'
import { useAsOf, withAsOf } from './dashboard/as-of.ts'
import { entryFigures } from './review-figures.tsx'
import { ReviewRequestCauses } from './review-request-causes.tsx'
import type { RequestsView, SortKey } from './review-requests-view.ts'

interface ReviewRequestTableProps {
  entries: readonly DoubtedQuestion[]
  view: RequestsView
  onSort: (sort: SortKey, descending: boolean) => void
}

const figureColumns: { sort: keyof typeof entryFigures; label: string; width: string }[] = [
  { sort: 'requests', label: 'Requests', width: 'w-28' },
  { sort: 'oldest', label: 'Oldest', width: 'w-32' },
  { sort: 'answers', label: 'Answers', width: 'w-26' },
  { sort: 'correctRate', label: 'Correct', width: 'w-26' },
]

/** The queue as a table, on screens that are wide enough for it. */
export const ReviewRequestTable = ({ entries, view, onSort }: ReviewRequestTableProps) => (
  <div className="rounded-card border border-hairline bg-surface max-md:hidden">
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">Questions that wait for a decision</caption>
      <thead className="sticky top-16 z-10 bg-surface shadow-[inset_0_-1px_0_var(--hairline)]">
        <tr className="h-10 text-left text-muted [&>:first-child]:rounded-tl-card [&>:last-child]:rounded-tr-card">
          <th scope="col" className="px-4 font-medium">
            Question
          </th>
          <th scope="col" className="w-44 px-2 font-medium max-lg:hidden">
            Module
          </th>
          <th scope="col" className="w-40 px-2 font-medium">
            Why
          </th>
          {figureColumns.map(({ sort, label, width }) => (
            <SortHead key={sort} sort={sort} label={label} className={width} view={view} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {entries.map((entry) => (
          <tr key={entry.questionId} className="h-10 hover:bg-sunken">
            <th scope="row" className="px-4 text-left font-medium">
              <StemLink entry={entry} />
            </th>
            <td className="truncate px-2 text-muted max-lg:hidden">{moduleLabel(entry.module)}</td>
            <td className="truncate px-2">
              <ReviewRequestCauses entry={entry} />
            </td>
            {figureColumns.map(({ sort }) => (
              <td key={sort} className="px-3 text-right tabular-nums">
                {entryFigures[sort](entry)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The words that the row has no room for are shown to who points at them or comes to them with the keyboard. */
const StemLink = ({ entry: { questionId, stem } }: { entry: DoubtedQuestion }) => (
  <Link
    {...useTooltip(stem)}
    to={withAsOf(paths.adminReviewRequest(questionId), useAsOf())}
    className="block truncate underline-offset-4 hover:underline"
  >
    {stem}
  </Link>
)

interface SortHeadProps {
  sort: SortKey
  label: string
  className: string
  view: RequestsView
  onSort: ReviewRequestTableProps['onSort']
}

/** Pressed once it sorts downwards, then upwards, then not at all. */
function SortHead({ sort, label, className, view, onSort }: SortHeadProps) {
  const isSorted = view.sort === sort
  const Arrow = view.descending ? ArrowDown : ArrowUp
  const press = () => {
    if (!isSorted) onSort(sort, true)
    else if (view.descending) onSort(sort, false)
    else onSort('waiting', true)
  }
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : 'none'}
      className={classList('px-3 text-right font-medium', className)}
    >
      <button
        type="button"
        onClick={press}
        className={classList('-mx-1 inline-flex min-h-8 items-center gap-1 rounded-control px-1 hover:text-ink', isSorted && 'text-ink')}
      >
        {isSorted && <Arrow aria-hidden className="size-3.5" />}
        {label}
      </button>
    </th>
  )
}

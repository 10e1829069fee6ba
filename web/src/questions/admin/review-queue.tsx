import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { among, useAsOf, withAsOf } from '../../dashboards/address.ts'
import { SortHead } from '../../dashboards/admin-table.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { useTooltip } from '../../ui/tooltip.tsx'
import { entryFigures } from './review-figures.tsx'

export const sortKeys = ['waiting', 'requests', 'oldest', 'answers', 'correctRate'] as const
export type SortKey = (typeof sortKeys)[number]

export const causes = ['requests', 'below_chance', 'guideline', 'bank', 'pilot'] as const
export type Cause = (typeof causes)[number]

export interface RequestsView {
  /** `waiting` is the order of the server: withdrawn questions first, then by open requests. */
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
  readonly module: ModuleName | ''
  readonly cause: Cause | ''
  readonly page: number
}

export const PAGE_SIZE = 25

export function viewFrom(search: URLSearchParams): RequestsView {
  const page = Number(search.get('page'))
  return {
    sort: among(sortKeys, search.get('sort'), 'waiting'),
    order: among(['asc', 'desc'], search.get('order'), 'desc'),
    module: among(moduleNames, search.get('module'), ''),
    cause: among(causes, search.get('cause'), ''),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

const figures: Record<Exclude<SortKey, 'waiting'>, (entry: DoubtedQuestion) => number> = {
  requests: (entry) => entry.openRequests,
  oldest: (entry) => (entry.oldestRequestAt ? -Date.parse(entry.oldestRequestAt) : Number.NEGATIVE_INFINITY),
  answers: (entry) => entry.answers,
  correctRate: (entry) => entry.correctRate,
}

const isFor: Record<Cause, (entry: DoubtedQuestion) => boolean> = {
  requests: (entry) => entry.openRequests > 0,
  below_chance: (entry) => entry.withdrawnFor === 'correct_rate',
  guideline: (entry) => entry.isOutdated,
  bank: (entry) => entry.hasBankOffer,
  pilot: (entry) => entry.isPilot,
}

/** A page beyond the last one shows the last. */
export function shownEntries(entries: readonly DoubtedQuestion[], view: RequestsView) {
  const chosen = entries.filter(
    (entry) => (view.module === '' || entry.module === view.module) && (view.cause === '' || isFor[view.cause](entry)),
  )
  if (view.sort !== 'waiting') {
    const figure = figures[view.sort]
    const direction = view.order === 'desc' ? -1 : 1
    chosen.sort((one, other) => direction * compare(figure(one), figure(other)))
  }
  const pages = Math.max(1, Math.ceil(chosen.length / PAGE_SIZE))
  const page = Math.min(view.page, pages)
  return { shown: chosen.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: chosen.length, page, pages }
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)

export const ReviewRequestCauses = ({
  entry,
}: {
  entry: Pick<DoubtedQuestion, 'situation' | 'withdrawnFor' | 'isPilot' | 'openRequests' | 'hasBankOffer' | 'isOutdated'>
}) => (
  <span className="inline-flex flex-wrap gap-1.5">
    {entry.withdrawnFor === 'correct_rate' && <Badge tone="bad">Below chance</Badge>}
    {entry.situation === 'withdrawn' && entry.withdrawnFor !== 'correct_rate' && <Badge tone="warn">Withdrawn</Badge>}
    {entry.situation === 'active' && entry.openRequests > 0 && <Badge>Asked for</Badge>}
    {entry.isOutdated && <Badge tone="warn">Guideline changed</Badge>}
    {entry.hasBankOffer && <Badge tone="warn">Bank differs</Badge>}
    {entry.isPilot && <Badge tone="brand">Pilot</Badge>}
  </span>
)

export const ReviewRequestCards = ({ entries }: { entries: readonly DoubtedQuestion[] }) => {
  const asOf = useAsOf()
  return (
    <ul className="grid gap-3 md:hidden">
      {entries.map((entry) => (
        <li key={entry.questionId} className="grid gap-2 rounded-card border border-hairline bg-surface p-4">
          <ReviewRequestCauses entry={entry} />
          <Link
            to={withAsOf(paths.adminReviewRequest(entry.questionId), asOf)}
            className="line-clamp-3 font-medium underline-offset-4 hover:underline"
          >
            {entry.stem}
          </Link>
          <p className="text-sm text-muted">{moduleLabel(entry.module)}</p>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm tabular-nums">
            <Figure term="Requests">{entryFigures.requests(entry)}</Figure>
            <Figure term="Oldest">{entryFigures.oldest(entry)}</Figure>
            <Figure term="Answers">{entryFigures.answers(entry)}</Figure>
            <Figure term="Correct">{entryFigures.correctRate(entry)}</Figure>
          </dl>
        </li>
      ))}
    </ul>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-2">
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
)

interface ReviewRequestTableProps {
  entries: readonly DoubtedQuestion[]
  view: RequestsView
  onSort: (sort: SortKey, order: RequestsView['order']) => void
}

const figureColumns: { sort: keyof typeof entryFigures; label: string; width: string }[] = [
  { sort: 'requests', label: 'Requests', width: 'w-28' },
  { sort: 'oldest', label: 'Oldest', width: 'w-32' },
  { sort: 'answers', label: 'Answers', width: 'w-26' },
  { sort: 'correctRate', label: 'Correct', width: 'w-26' },
]

/** Each press moves on: descending, ascending, unsorted. */
function pressed(sort: SortKey, { sort: by, order }: RequestsView): [SortKey, RequestsView['order']] {
  if (by !== sort) return [sort, 'desc']
  return order === 'desc' ? [sort, 'asc'] : ['waiting', 'desc']
}

export const ReviewRequestTable = ({ entries, view, onSort }: ReviewRequestTableProps) => (
  <div className="rounded-card border border-hairline bg-surface max-md:hidden">
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">Questions waiting for a decision</caption>
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
            <SortHead
              key={sort}
              head={label}
              className={`px-3 text-right font-medium ${width}`}
              order={view.sort === sort ? view.order : null}
              onPress={() => onSort(...pressed(sort, view))}
            />
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

/** The tooltip shows the full text that the row cuts off. */
const StemLink = ({ entry: { questionId, stem } }: { entry: DoubtedQuestion }) => (
  <Link
    {...useTooltip(stem)}
    to={withAsOf(paths.adminReviewRequest(questionId), useAsOf())}
    className="block truncate underline-offset-4 hover:underline"
  >
    {stem}
  </Link>
)

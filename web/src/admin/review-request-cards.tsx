import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { moduleLabel } from '@medicready/domain/study/modules'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { useAsOf, withAsOf } from './dashboard/as-of.ts'
import { entryFigures } from './review-figures.tsx'
import { ReviewRequestCauses } from './review-request-causes.tsx'

/** The queue on a phone. */
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

import type { DoubtedQuestion } from '@medicready/domain/contract/review-requests'
import { moduleLabel } from '@medicready/domain/study/modules'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { dayOf } from '../ui/words.ts'
import { ReviewRequestCauses } from './review-request-causes.tsx'

/** The queue on a phone. */
export const ReviewRequestCards = ({ entries }: { entries: readonly DoubtedQuestion[] }) => (
  <ul className="grid gap-3 md:hidden">
    {entries.map((entry) => (
      <li key={entry.questionId} className="grid gap-2 rounded-card border border-hairline bg-surface p-4">
        <ReviewRequestCauses entry={entry} />
        <Link to={paths.adminReviewRequest(entry.questionId)} className="line-clamp-3 font-medium underline-offset-4 hover:underline">
          {entry.stem}
        </Link>
        <p className="text-sm text-muted">{moduleLabel(entry.module)}</p>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm tabular-nums">
          <Figure term="Requests">{entry.openRequests}</Figure>
          <Figure term="Oldest">{entry.oldestRequestAt ? dayOf(entry.oldestRequestAt) : '–'}</Figure>
          <Figure term="Answers">{entry.answers.toLocaleString('en-US')}</Figure>
          <Figure term="Correct">{entry.answers > 0 ? `${entry.correctRate}%` : '–'}</Figure>
        </dl>
      </li>
    ))}
  </ul>
)

const Figure = ({ term, children }: { term: string; children: string | number }) => (
  <div className="flex justify-between gap-2">
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
)

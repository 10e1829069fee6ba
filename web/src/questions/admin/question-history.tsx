import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { OPEN_REQUESTS_TO_WITHDRAW } from '@medicready/domain/questions/shown/review-rules'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart, Part } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayOf } from '../../ui/words.ts'
import { questionVersionsQuery } from './commands.ts'

type Turn = DoubtedQuestionInFull['history'][number]

const withdrawals: Record<string, string> = {
  review_requests: `Withdrawn: ${OPEN_REQUESTS_TO_WITHDRAW} people reported it`,
  correct_rate: 'Withdrawn: learners do worse than by guessing',
}
const additions: Record<string, string> = {
  curated: 'Added from the curated bank',
  ai: 'Generated, as a pilot',
  educator: 'Added by an educator, as a pilot',
}
const settlements: Record<string, string> = {
  taken: "An educator chose the curated bank's version",
  kept: "An educator kept this version over the curated bank's",
  edited: "An educator wrote a new version instead of the curated bank's",
  agreed: 'The curated bank now has the same version',
  gone: 'The curated bank no longer has this question',
}
const retirements: Record<string, string> = {
  bank: 'Removed by the curated bank',
  generation: 'Removed because its generation was interrupted',
}
const decisions: Record<string, string> = { kept: 'Kept', revised: 'Revised', retired: 'Retired' }

function wordsOf({ what, version, cause }: Turn): string {
  switch (what) {
    case 'added':
      return additions[cause ?? ''] ?? 'Added'
    case 'revised':
      return `Version ${version}, ${cause === 'bank' ? 'from the curated bank' : 'by an educator'}`
    case 'retired':
      return retirements[cause ?? ''] ?? 'Retired by an educator'
    case 'restored':
      return 'Restored by the curated bank'
    case 'promoted':
      return 'Promoted: it now counts toward scores'
    case 'withdrawn':
      return withdrawals[cause ?? ''] ?? 'Withdrawn'
    case 'outdated':
      return cause === 'withdrawn' ? 'Withdrawn: the guideline changed' : 'The guideline changed; an educator decides'
    case 'review_requested':
      return `A learner asked for a review of version ${version}`
    case 'bank_offered':
      return 'The curated bank has another version; an educator decides'
    case 'bank_settled':
      return settlements[cause ?? ''] ?? "Decided on the curated bank's version"
    case 'review_decided':
      return `Review request decided: ${decisions[cause ?? ''] ?? cause}`
  }
}

export const QuestionHistory = ({ questionId, history }: { questionId: string; history: DoubtedQuestionInFull['history'] }) => (
  <ol className="grid gap-3 text-sm">
    {history.map((turn) => (
      <li key={turn.revision} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[7rem_1fr]">
        <span className="text-muted tabular-nums">{dayOf(turn.at)}</span>
        <span className="grid gap-0.5">
          {wordsOf(turn)}
          {turn.note !== null && turn.what === 'review_decided' && (
            <span className="break-words whitespace-pre-line text-muted">“{turn.note}”</span>
          )}
          {turn.what === 'revised' && turn.version !== null && <VersionChanges questionId={questionId} version={turn.version} />}
        </span>
      </li>
    ))}
  </ol>
)

function VersionChanges({ questionId, version }: { questionId: DoubtedQuestionInFull['questionId']; version: number }) {
  const [isOpen, setOpen] = useState(false)
  const { data: versions, isError } = useQuery({ ...questionVersionsQuery(questionId), enabled: isOpen })
  const contentOf = (number: number) => versions?.find((each) => each.version === number)?.content
  const [from, to] = [contentOf(version - 1), contentOf(version)]
  return (
    <div className="mt-1 grid gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 justify-self-start text-muted"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide changes' : 'Show changes'} of version ${version}`}
        onClick={() => setOpen(!isOpen)}
        label={isOpen ? 'Hide changes' : 'Show changes'}
      />
      {isOpen && isError && <p className="text-sm text-bad">The versions could not be loaded.</p>}
      {isOpen && from && to && <Difference from={from} to={to} />}
    </div>
  )
}

const VersionDifference = lazyPart(() => import('./version-difference.tsx'))

/** The word comparison is loaded only when there is something to compare. */
export const Difference = (props: ComponentProps<typeof VersionDifference>) => (
  <Part fallback={<Skeleton className="h-16" />}>
    <VersionDifference {...props} />
  </Part>
)

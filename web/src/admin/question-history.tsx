import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { OPEN_REQUESTS_TO_WITHDRAW } from '@medicready/domain/questions/review-rules'
import { dayOf } from '../ui/words.ts'
import { VersionChanges } from './version-changes.tsx'

type Turn = DoubtedQuestionInFull['history'][number]

const withdrawals: Record<string, string> = {
  review_requests: `Withdrawn: ${OPEN_REQUESTS_TO_WITHDRAW} people doubt it`,
  correct_rate: 'Withdrawn: fewer get it right than would by guessing',
}
const additions: Record<string, string> = {
  curated: 'Added from the curated bank',
  ai: 'Generated, as a pilot',
  educator: 'Added by an educator, as a pilot',
}
const settlements: Record<string, string> = {
  taken: "An educator took the curated bank's words over",
  kept: 'An educator kept these words against those of the curated bank',
  edited: 'An educator wrote something else than the curated bank',
  agreed: 'The curated bank says the same by now',
  gone: 'The curated bank has this question no more',
}
const retirements: Record<string, string> = {
  bank: 'Taken away by the curated bank',
  generation: 'Taken away: its generation was interrupted',
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
      return 'Brought back by the curated bank'
    case 'promoted':
      return 'Promoted: it counts from now on'
    case 'withdrawn':
      return withdrawals[cause ?? ''] ?? 'Withdrawn'
    case 'review_requested':
      return `A learner asked for a review of version ${version}`
    case 'bank_offered':
      return 'The curated bank says something else; an educator decides'
    case 'bank_settled':
      return settlements[cause ?? ''] ?? 'Decided on what the curated bank says'
    case 'review_decided':
      return `Review request decided: ${decisions[cause ?? ''] ?? cause}`
  }
}

/** Every turn in the life of a question, newest first. */
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

import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { Badge } from '../ui/badge.tsx'

/** Why a question waits, and whether it is still drawn. */
export const ReviewRequestCauses = ({
  entry,
}: {
  entry: Pick<DoubtedQuestion, 'situation' | 'withdrawnFor' | 'isPilot' | 'openRequests' | 'hasBankOffer'>
}) => (
  <span className="inline-flex flex-wrap gap-1.5">
    {entry.withdrawnFor === 'correct_rate' && <Badge tone="bad">Below chance</Badge>}
    {entry.situation === 'withdrawn' && entry.withdrawnFor !== 'correct_rate' && <Badge tone="warn">Withdrawn</Badge>}
    {entry.situation === 'active' && entry.openRequests > 0 && <Badge>Asked for</Badge>}
    {entry.hasBankOffer && <Badge tone="warn">Bank differs</Badge>}
    {entry.isPilot && <Badge tone="brand">Pilot</Badge>}
  </span>
)

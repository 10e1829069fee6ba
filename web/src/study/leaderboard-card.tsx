import { tiers } from '@medicready/domain/billing/tiers'
import type { LeaderboardEntry } from '@medicready/domain/contract/study'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Medal, Trophy } from 'lucide-react'
import { useUser } from '../api/session.ts'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { leaderboardQuery } from './queries.ts'

const MEDALS = 3

/** The ten leading students. */
export function LeaderboardCard() {
  const { data: leaderboard } = useSuspenseQuery(leaderboardQuery)
  const { entries, students } = leaderboard
  const { id: ownId } = useUser()
  return (
    <Card aria-labelledby="leaderboard">
      <h2 id="leaderboard" className="flex items-center gap-2 text-lg font-semibold">
        <Trophy aria-hidden className="size-5 text-warn" />
        Leaderboard
      </h2>
      {entries.length === 0 ? (
        <EmptyState title="No students have answered questions yet">Complete some questions to appear on the leaderboard!</EmptyState>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">Ranked by questions answered, then accuracy.</p>
          <table className="mt-3 w-full text-sm">
            <thead className="sr-only">
              <tr>
                <th scope="col">Rank</th>
                <th scope="col">Student</th>
                <th scope="col">Questions answered and accuracy</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.userId} entry={entry} own={entry.userId === ownId} />
              ))}
            </tbody>
          </table>
          {students > entries.length && (
            <p className="mt-3 text-center text-sm text-muted">
              Showing top {entries.length} of {students.toLocaleString('en-US')} students
            </p>
          )}
        </>
      )}
    </Card>
  )
}

const Row = ({ entry, own }: { entry: LeaderboardEntry; own: boolean }) => (
  <tr className={classList('[&>*]:border-b-2 [&>*]:border-surface', own ? 'bg-brand-soft' : entry.rank <= MEDALS && 'bg-warn-soft')}>
    <td className="w-11 rounded-l-control py-2 pl-2 text-center font-semibold tabular-nums">
      {entry.rank <= MEDALS ? (
        <span className={classList('inline-flex items-center gap-0.5', own ? 'text-brand' : 'text-warn')}>
          <Medal aria-hidden className="size-4" />
          {entry.rank}
        </span>
      ) : (
        <span className="text-muted">{entry.rank}</span>
      )}
    </td>
    <th scope="row" className="max-w-0 px-2 py-2 text-left font-medium">
      <span className={classList('block truncate', own && 'font-semibold text-brand')}>
        {entry.name}
        {own && ' (you)'}
      </span>
      <span className="block text-xs font-normal tracking-wide text-muted">{tiers[entry.subscriptionTier].label.toUpperCase()}</span>
    </th>
    <td className="w-24 rounded-r-control py-2 pr-2 text-right tabular-nums">
      <span className="block font-semibold">
        {entry.totalAnswered.toLocaleString('en-US')}
        <span className="sr-only"> answered,</span>
      </span>
      <span className="block text-xs text-muted">
        {entry.accuracy === null ? (
          'not scored yet'
        ) : (
          <>
            {entry.accuracy}%<span className="sr-only"> correct</span>
          </>
        )}
      </span>
    </td>
  </tr>
)

export const LeaderboardSkeleton = () => (
  <Card className="h-179">
    <Skeleton className="h-7 w-36" />
    <div className="mt-12 grid gap-3.5">
      <SkeletonRows rows={10} className="h-10" />
    </div>
  </Card>
)

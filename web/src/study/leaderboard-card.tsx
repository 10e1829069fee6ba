import { tiers } from '@medicready/domain/billing/tiers'
import type { LeaderboardEntry } from '@medicready/domain/contract/study'
import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Medal, Trophy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { activeModulesQuery, type LeaderboardView, leaderboardQuery } from './queries.ts'

const MEDALS = 3

const views = [
  { value: 'all', label: 'All time' },
  { value: 'week', label: 'This week' },
  { value: 'module', label: 'By module' },
] as const

/** The ten leading students: of all time, since Monday, or in one module. */
export function LeaderboardCard() {
  const [view, setView] = useState<LeaderboardView['view']>('all')
  const { showOnLeaderboard } = useUser()
  return (
    <Card aria-labelledby="leaderboard">
      <h2 id="leaderboard" className="flex items-center gap-2 text-lg font-semibold">
        <Trophy aria-hidden className="size-5 text-warn" />
        Leaderboard
      </h2>
      {!showOnLeaderboard && (
        <p className="mt-1 text-sm text-muted">
          You have left the leaderboard. You can still look at it.{' '}
          <Link to={paths.settings()} className="font-medium text-brand underline underline-offset-4">
            Come back
          </Link>
        </p>
      )}
      <div className="mt-3">
        <Tabs label="Show" tabs={views} value={view} onChange={setView}>
          <LoadedRanks>{view === 'module' ? <RanksByModule /> : <Ranks ranked={{ view }} />}</LoadedRanks>
        </Tabs>
      </div>
    </Card>
  )
}

const LoadedRanks = ({ children }: { children: ReactNode }) => (
  <Loaded skeleton={<RanksSkeleton />} failure="The leaderboard could not be loaded.">
    {children}
  </Loaded>
)

/** Begins with the first of the learner's own modules. */
function RanksByModule() {
  const { data: selected } = useSuspenseQuery(activeModulesQuery)
  const [chosen, setModule] = useState<ModuleName | null>(null)
  const module = chosen ?? selected[0]?.module ?? moduleNames[0]
  return (
    <div className="mt-3">
      <SelectField label="Module" value={module} options={moduleNames} word={moduleLabel} onChange={setModule} />
      <LoadedRanks>
        <Ranks ranked={{ view: 'module', module }} />
      </LoadedRanks>
    </div>
  )
}

function Ranks({ ranked }: { ranked: LeaderboardView }) {
  const { data: leaderboard } = useSuspenseQuery(leaderboardQuery(ranked))
  const { entries, students } = leaderboard
  const { id: ownId } = useUser()
  if (entries.length === 0) return <NobodyYet ranked={ranked} />
  return (
    <>
      <p className="mt-2 text-sm text-muted">{explanationOf(ranked)}</p>
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
  )
}

function explanationOf({ view, module }: LeaderboardView): string {
  if (view === 'week') return 'Ranked by questions answered since Monday, then accuracy.'
  if (view === 'module' && module) return `Ranked by questions answered in ${moduleLabel(module)}, then accuracy.`
  return 'Ranked by questions answered, then accuracy.'
}

function NobodyYet({ ranked: { view, module } }: { ranked: LeaderboardView }) {
  if (view === 'week')
    return (
      <EmptyState title="Nobody has answered a question this week yet">
        The week began on Monday. The first answer opens the list.
      </EmptyState>
    )
  if (view === 'module' && module)
    return <EmptyState title={`Nobody has answered a question in ${moduleLabel(module)} yet`}>The first answer opens the list.</EmptyState>
  return <EmptyState title="No students have answered questions yet">Complete some questions to appear on the leaderboard!</EmptyState>
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

const RanksSkeleton = () => (
  <div className="mt-12 grid gap-3.5">
    <SkeletonRows rows={10} className="h-10" />
  </div>
)

import { tiers } from '@medicready/domain/billing/shown/tiers'
import type { LeaderboardEntry } from '@medicready/domain/contract/study/study'
import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Medal, Trophy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { useUser } from '../api/session.ts'
import { attempt } from '../api/write.ts'
import { Button } from '../ui/button.tsx'
import { Card, EmptyState } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { ActionDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toast.tsx'
import { useShowOnLeaderboard } from './commands.ts'
import { activeModulesQuery, type LeaderboardView, leaderboardQuery, ownPlaceQuery } from './queries.ts'

const MEDALS = 3

const views = [
  { value: 'all', label: 'All time' },
  { value: 'week', label: 'This week' },
  { value: 'module', label: 'By module' },
] as const

export function LeaderboardCard() {
  const [view, setView] = useState<LeaderboardView['view']>('all')
  const { showOnLeaderboard } = useUser()
  return (
    <Card aria-labelledby="leaderboard">
      <h2 id="leaderboard" className="flex items-center gap-2 text-lg font-semibold">
        <Trophy aria-hidden className="size-5 text-warn" />
        Leaderboard
      </h2>
      {!showOnLeaderboard && <p className="mt-1 text-sm text-muted">You have left the leaderboard. You can still view it.</p>}
      <div className="mt-3">
        <Tabs label="Show" tabs={views} value={view} onChange={setView}>
          <LoadedRanks>{view === 'module' ? <RanksByModule /> : <Ranks ranked={{ view }} />}</LoadedRanks>
        </Tabs>
      </div>
      <LeaveOrJoin isShown={showOnLeaderboard} />
    </Card>
  )
}

function LeaveOrJoin({ isShown }: { isShown: boolean }) {
  const [asks, setAsks] = useState(false)
  const save = useShowOnLeaderboard()
  const change = (showOnLeaderboard: boolean) =>
    attempt(async () => {
      await save.mutateAsync({ body: { showOnLeaderboard } })
      toast(showOnLeaderboard ? joined : left)
      setAsks(false)
    }, 'Failed to update settings. Please try again.')
  return (
    <div className="mt-3 border-t border-hairline pt-2 text-center">
      {isShown ? (
        <Button variant="ghost" size="sm" onClick={() => setAsks(true)} label="Leave the leaderboard" />
      ) : (
        <Button variant="secondary" size="sm" loading={save.isPending} onClick={() => void change(true)} label="Join again" />
      )}
      <ActionDialog
        open={asks}
        title="Leave the leaderboard?"
        keep="Stay"
        confirm="Leave"
        isPending={save.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => void change(false)}
      >
        <div className="grid gap-3">
          <p>Other students no longer see your name, your plan, or your figures.</p>
          <p>Your answers still count for you. You can join again at any time with all your answers.</p>
        </div>
      </ActionDialog>
    </div>
  )
}

const left = { title: 'You have left the leaderboard', description: 'Other students no longer see you there.' }
const joined = { title: 'You are on the leaderboard again', description: 'Your place is based on all your answers.' }

const LoadedRanks = ({ children }: { children: ReactNode }) => (
  <Loaded skeleton={<RanksSkeleton />} failure="The leaderboard could not be loaded.">
    {children}
  </Loaded>
)

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
  const { id: ownId, showOnLeaderboard } = useUser()
  if (entries.length === 0) return <NoOneYet ranked={ranked} />
  return (
    <>
      <p className="mt-2 text-sm text-muted">{explanationOf(ranked)} Each question counts once a day, by your first answer.</p>
      <table className="mt-3 w-full text-sm">
        <RankHead />
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
      {showOnLeaderboard && students > entries.length && entries.every(({ userId }) => userId !== ownId) && (
        <Loaded skeleton={<Skeleton className="mt-3 h-16" />} failure="Your place could not be loaded.">
          <OwnPlace ranked={ranked} />
        </Loaded>
      )}
    </>
  )
}

/** Only if it is not among the first ten. */
function OwnPlace({ ranked }: { ranked: LeaderboardView }) {
  const { data } = useSuspenseQuery(ownPlaceQuery(ranked))
  if (data.entry === null) return null
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="pb-1 text-left text-muted">Your place</caption>
      <RankHead />
      <tbody>
        <Row entry={data.entry} own />
      </tbody>
    </table>
  )
}

const RankHead = () => (
  <thead className="sr-only">
    <tr>
      <th scope="col">Rank</th>
      <th scope="col">Student</th>
      <th scope="col">Questions answered and accuracy</th>
    </tr>
  </thead>
)

function explanationOf({ view, module }: LeaderboardView): string {
  if (view === 'week') return 'Ranked by questions answered since Monday, then accuracy.'
  if (view === 'module' && module) return `Ranked by questions answered in ${moduleLabel(module)}, then accuracy.`
  return 'Ranked by questions answered, then accuracy.'
}

function NoOneYet({ ranked: { view, module } }: { ranked: LeaderboardView }) {
  if (view === 'week')
    return (
      <EmptyState title="No one has answered a question this week yet">
        The week began on Monday. The first answer starts the list.
      </EmptyState>
    )
  if (view === 'module' && module)
    return <EmptyState title={`No one has answered a question in ${moduleLabel(module)} yet`}>The first answer starts the list.</EmptyState>
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
        <span className={own ? 'text-brand' : 'text-muted'}>{entry.rank.toLocaleString('en-US')}</span>
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

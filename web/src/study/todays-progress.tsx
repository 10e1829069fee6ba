import type { UserStats } from '@medicready/domain/contract/study/study'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Flame, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'
import { statsQuery } from '../api/own-reads.ts'
import { useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { Card, Figure } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { calendarDayInWords, countOf } from '../ui/words.ts'

type Week = UserStats['weeklyProgress']

/** "Mon" or "Monday". Calendar days have no time zone, so it is computed in UTC. */
export const weekday = (date: string, length: 'short' | 'long'): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { weekday: length, timeZone: 'UTC' })

const unscoredOf = (week: Week): number => week.reduce((sum, day) => sum + day.answered - day.scored, 0)

export function weekSummary(week: Week): string {
  const answered = week.reduce((sum, day) => sum + day.answered, 0)
  if (answered === 0) return 'No questions answered in the last 7 days.'
  const correct = week.reduce((sum, day) => sum + day.correct, 0)
  const days = week.filter((day) => day.answered > 0).length
  const unscored = unscoredOf(week)
  const trial = unscored > 0 ? `, ${unscored} on trial and not scored` : ''
  return `${countOf(answered, 'question')} on ${countOf(days, 'day')} of the last 7, ${correct} correct${trial}.`
}

export function TodaysProgress() {
  const { data: stats } = useSuspenseQuery(statsQuery(useToday()))
  const { calmMode } = useUser()
  return (
    <Card heading="Today's Progress">
      <dl className="mt-4 grid grid-cols-3 gap-3">
        <Figure term="Questions">{stats.totalAnswered.toLocaleString('en-US')}</Figure>
        <Figure term="Accuracy">{stats.accuracy === null ? '–' : `${Math.round(stats.accuracy * 100)}%`}</Figure>
        {!calmMode && (
          <Figure term="Day Streak" warm={stats.studyStreak > 0}>
            {stats.studyStreak > 0 && <Flame aria-hidden className="size-6" />}
            {stats.studyStreak}
          </Figure>
        )}
      </dl>
      {!calmMode && <StreakFreezes stats={stats} />}
      {!calmMode && stats.longestStreak > stats.studyStreak && (
        <p className="mt-3 text-sm text-muted">Your longest streak: {countOf(stats.longestStreak, 'day')}</p>
      )}
      <div className="mt-5 border-t border-hairline pt-5">
        <WeekChart week={stats.weeklyProgress} />
      </div>
    </Card>
  )
}

export const TodaysProgressSkeleton = () => (
  <Card className="h-100 sm:h-110">
    <Skeleton className="h-7 w-40" />
    <div className="mt-4 grid grid-cols-3 gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
    <Skeleton className="mt-8 h-44" />
  </Card>
)

const WIDTH = 336
const HEIGHT = 132
const BASELINE = HEIGHT - 22
const TOP = 20
const BAR = 26

function WeekChart({ week }: { week: Week }) {
  const summary = <p className="text-sm text-muted">{weekSummary(week)}</p>
  if (week.every((day) => day.answered === 0)) return summary
  return (
    <div className="grid gap-2">
      <ChartOrTable
        title={<h3 className="text-sm font-semibold">Last 7 days</h3>}
        chart={
          <div className="mt-2 grid max-w-sm gap-2">
            <WeekBars week={week} />
            <p aria-hidden className="flex flex-wrap gap-x-3 text-sm text-muted">
              <Key className="bg-brand">correct</Key>
              <Key className="border border-control bg-hairline">incorrect</Key>
              {unscoredOf(week) > 0 && <Key className="border border-control bg-surface">not scored</Key>}
            </p>
          </div>
        }
        columns={['Day', 'Answered', 'Correct']}
        rows={week.map(({ date, answered, correct }) => [weekday(date, 'long'), answered, correct])}
      />
      {summary}
    </div>
  )
}

const Key = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-2.5 rounded-pill ${className}`} /> {children}
  </span>
)

function WeekBars({ week }: { week: Week }) {
  const most = Math.max(1, ...week.map((day) => day.answered))
  const height = (count: number) => (count / most) * (BASELINE - TOP)
  const step = WIDTH / week.length
  return (
    <svg role="img" aria-label={weekSummary(week)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full">
      <line x1="0" x2={WIDTH} y1={BASELINE} y2={BASELINE} className="stroke-hairline" />
      {week.map(({ date, answered, scored, correct }, index) => {
        const center = step * (index + 0.5)
        const today = index === week.length - 1
        // The bars of a day overlap. A bar with an outline is narrower by its stroke width.
        const bar = (count: number, look: string, width = BAR - 1) =>
          count > 0 && (
            <rect x={center - width / 2} y={BASELINE - height(count)} width={width} height={height(count)} rx="4" className={look} />
          )
        return (
          <g key={date}>
            {bar(answered, 'fill-surface stroke-control')}
            {bar(scored, 'fill-hairline stroke-control')}
            {bar(correct, 'fill-brand', BAR)}
            {answered > 0 && (
              <text
                x={center}
                y={BASELINE - height(answered) - 6}
                textAnchor="middle"
                className="fill-ink text-xs font-semibold tabular-nums"
              >
                {answered}
              </text>
            )}
            <text x={center} y={HEIGHT - 4} textAnchor="middle" className={today ? 'fill-ink text-xs font-semibold' : 'fill-muted text-xs'}>
              {today ? 'Today' : weekday(date, 'short')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function StreakFreezes({ stats }: { stats: Pick<UserStats, 'studyStreak' | 'freezes' | 'weeklyProgress'> }) {
  const { kept, daysToNext, lastSpent } = stats.freezes
  const isRecent = lastSpent !== null && lastSpent.date >= (stats.weeklyProgress[0]?.date ?? '')
  if (stats.studyStreak === 0 && kept === 0 && !isRecent) return null
  return (
    <div className="mt-3 flex items-start gap-2 text-sm text-muted">
      <Snowflake aria-hidden className="mt-0.5 size-4 shrink-0 text-brand" />
      <div>
        <p>
          <span className="font-medium text-ink">{kept === 0 ? 'No freeze kept' : `${countOf(kept, 'freeze')} kept`}.</span>{' '}
          {daysToNext === null
            ? 'You have the maximum number.'
            : `${daysToNext} more ${daysToNext === 1 ? 'day' : 'days'} of study to your next freeze.`}
        </p>
        {isRecent && stats.studyStreak > 0 && (
          <p>
            A freeze kept your {lastSpent.days}-day streak on {calendarDayInWords(lastSpent.date)}.
          </p>
        )}
      </div>
    </div>
  )
}

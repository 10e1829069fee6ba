import type { ShownAchievement, UserStats } from '@medicready/domain/contract/study/study'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { achievementsQuery, statsQuery } from '../api/own-reads.ts'
import { useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { calendarDayInWords, countOf } from '../ui/words.ts'

const Prompts = lazyPart(() => import('../offline/prompts.tsx'))

export default function Notices() {
  return (
    <>
      <HabitNotice />
      <Part fallback={null}>
        <Prompts />
      </Part>
    </>
  )
}

/** Streak freezes are announced once per browser, since one can be spent while the user is away. */
function HabitNotice() {
  const { id: userId, calmMode } = useUser()
  const today = useToday()
  const { data: achievements, isFetching: awaitsAchievements } = useQuery(achievementsQuery)
  const { data: stats, isFetching: awaitsStats } = useQuery(statsQuery(today))
  const known = useRef<ReadonlySet<string> | null>(null)
  /** For this visit, in case the browser stores nothing. */
  const told = useRef<ToldFreezes | null>(null)
  useEffect(() => {
    // Both follow an answer: they share one notice.
    if (!achievements || !stats || awaitsAchievements || awaitsStats) return
    const earned = achievements.achievements.filter(({ earnedOn }) => earnedOn !== null)
    const before = known.current
    known.current = new Set(earned.map(({ id }) => id))
    if (calmMode) return
    const freezes = newsOf(stats.freezes, told.current ?? (readKept(ofThisBrowser, keyOf(userId)) as ToldFreezes | null), today)
    if (freezes.earned || freezes.spent) {
      told.current = toldOf(stats.freezes)
      keep(ofThisBrowser, keyOf(userId), told.current)
    }
    const notice = habitNotice(before ? earned.filter(({ id }) => !before.has(id)) : [], freezes)
    if (notice) toast(notice)
  }, [achievements, stats, awaitsAchievements, awaitsStats, calmMode, userId, today])
  return null
}

const keyOf = (userId: string): string => `toldFreezes ${userId}`

type Freezes = Pick<UserStats['freezes'], 'lastEarned' | 'lastSpent'>
type Freeze = NonNullable<Freezes['lastEarned']>

interface ToldFreezes {
  readonly earned: CalendarDay
  readonly spent: CalendarDay
}

export const toldOf = ({ lastEarned, lastSpent }: Freezes): ToldFreezes => ({
  earned: lastEarned?.date ?? '',
  spent: lastSpent?.date ?? '',
})

/** News: of yesterday or today, and not told before. */
export function newsOf(freezes: Freezes, told: ToldFreezes | null, today: CalendarDay): { earned: Freeze | null; spent: Freeze | null } {
  const since = addDays(today, -1)
  const news = (freeze: Freeze | null, toldOn: CalendarDay) => (freeze && freeze.date >= since && freeze.date > toldOn ? freeze : null)
  return { earned: news(freezes.lastEarned, told?.earned ?? ''), spent: news(freezes.lastSpent, told?.spent ?? '') }
}

export function habitNotice(
  earned: readonly ShownAchievement[],
  freezes: { earned: Freeze | null; spent: Freeze | null },
): ToastWords | null {
  const [first, ...others] = [...achievementNotices(earned), ...freezeNotices(freezes)]
  if (!first) return null
  const more = others.map(({ title, description }) => `${title}. ${description ?? ''}`)
  return { ...first, description: [first.description, ...more].join(' '), duration: others.length > 0 ? 12_000 : 8_000 }
}

function achievementNotices(earned: readonly ShownAchievement[]): ToastWords[] {
  const [greatest, ...others] = earned.toSorted((one, other) => other.points - one.points)
  if (!greatest) return []
  const { name, description, points } = greatest
  const more = others.length > 0 ? ` ${countOf(others.length, 'more achievement')} on your profile.` : ''
  return [{ title: `Achievement earned: ${name}`, description: `${description} ${countOf(points, 'point')}.${more}` }]
}

function freezeNotices({ earned, spent }: { earned: Freeze | null; spent: Freeze | null }): ToastWords[] {
  const notices: ToastWords[] = []
  if (spent)
    notices.push({
      title: 'Your streak is safe',
      description: `A freeze kept your ${spent.days}-day streak on ${calendarDayInWords(spent.date)}.`,
    })
  if (earned)
    notices.push({
      title: 'Streak freeze earned',
      description: `${earned.days} days in a row. You have earned a streak freeze for a day when you cannot study.`,
    })
  return notices
}

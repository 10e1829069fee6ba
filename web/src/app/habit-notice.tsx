import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { achievementsQuery, statsQuery } from '../api/own-reads.ts'
import { useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { keep, ofThisBrowser, readKept } from '../ui/kept.ts'
import { toast } from '../ui/toast.tsx'
import { habitNotice, newsOf, type ToldFreezes, toldOf } from './habit-words.ts'

/** Streak freezes are announced once per browser, since one can be spent while the user is away. */
export default function HabitNotice() {
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

import type { ShownAchievement } from '@medicready/domain/contract/achievements'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { achievementsQuery } from '../api/achievements.ts'
import { useUser } from '../api/session.ts'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

/**
 * Tells of an achievement when an answer has earned it: what was earned before is known from the first look. In calm
 * mode nothing is said.
 */
export default function AchievementNotice() {
  const { calmMode } = useUser()
  const { data } = useQuery(achievementsQuery)
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!data) return
    const earned = data.achievements.filter(({ earnedOn }) => earnedOn !== null)
    const before = known.current
    known.current = new Set(earned.map(({ id }) => id))
    if (before && !calmMode) tellOf(earned.filter(({ id }) => !before.has(id)))
  }, [data, calmMode])
  return null
}

/** One notice, of the greatest of them. */
function tellOf(earned: readonly ShownAchievement[]): void {
  const [greatest, ...others] = earned.toSorted((one, other) => other.points - one.points)
  if (!greatest) return
  const { name, description, points } = greatest
  const more = others.length > 0 ? ` ${countOf(others.length, 'more achievement')} on your profile.` : ''
  toast({ title: `Achievement earned: ${name}`, description: `${description} ${countOf(points, 'point')}.${more}`, duration: 8000 })
}

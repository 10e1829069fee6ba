import type { ShownAchievement, UserStats } from '@medicready/domain/contract/study/study'
import { addDays, type CalendarDay } from '@medicready/domain/core/calendar'
import type { ToastWords } from '../ui/toast.tsx'
import { calendarDayInWords, countOf } from '../ui/words.ts'

type Freezes = Pick<UserStats['freezes'], 'lastEarned' | 'lastSpent'>
type Freeze = NonNullable<Freezes['lastEarned']>

export interface ToldFreezes {
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

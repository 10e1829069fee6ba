import type { ShownAchievement } from '@medicready/domain/contract/study/achievements'

/** How far along it is, 0 to 1. */
const shareOf = ({ progress, requirement }: ShownAchievement): number => progress / requirement

/** What was earned, and of each type the one that is nearest. */
export function inShort(achievements: readonly ShownAchievement[]): ShownAchievement[] {
  const next = new Set<ShownAchievement>()
  for (const ofType of Map.groupBy(achievements, ({ type }) => type).values()) {
    const [nearest] = ofType.filter(({ earnedOn }) => earnedOn === null).toSorted((one, other) => shareOf(other) - shareOf(one))
    if (nearest) next.add(nearest)
  }
  return achievements.filter((achievement) => achievement.earnedOn !== null || next.has(achievement))
}

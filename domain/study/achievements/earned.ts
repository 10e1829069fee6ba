import { z } from 'zod'
import type { CalendarDay } from '../../calendar.ts'
import type { Aggregate, Decide } from '../../decider.ts'
import { defineEvent, type EventOf } from '../../event.ts'
import { withMember } from '../../growing.ts'
import { achievementOf } from './catalogue.ts'

/** `achievement-<userId>`: what a learner has earned, each once. What was earned stays, whatever comes later. */

export const AchievementEarned = defineEvent('AchievementEarned', {
  userId: z.uuid(),
  /** Of the catalogue as it was then. */
  achievementId: z.string().regex(/^[a-z0-9-]{1,60}$/),
  points: z.int().min(0),
  /** The day of the answer that earned it, on the account's own calendar. */
  earnedOn: z.iso.date(),
})

export const achievementEvents = [AchievementEarned] as const
export type AchievementEvent = EventOf<(typeof achievementEvents)[number]>

export interface EarnedState {
  readonly earned: ReadonlySet<string>
}

export const achievementAggregate: Aggregate<EarnedState, AchievementEvent> = {
  category: 'achievement',
  initial: { earned: new Set() },
  evolve: ({ earned }, { data }) => ({ earned: withMember(earned, data.achievementId) }),
}

export interface Reached {
  readonly achievementId: string
  readonly reachedOn: CalendarDay
}

/** Records what was reached and is not recorded yet. What the catalogue does not know is passed over. */
export const earnAchievements =
  ({ userId, reached }: { readonly userId: string; readonly reached: readonly Reached[] }): Decide<EarnedState, AchievementEvent> =>
  ({ earned }) => {
    const told = new Set(earned)
    return reached.flatMap(({ achievementId, reachedOn }) => {
      const points = achievementOf(achievementId)?.points
      if (points === undefined || told.has(achievementId)) return []
      told.add(achievementId)
      return [{ type: 'AchievementEarned', data: { userId, achievementId, points, earnedOn: reachedOn } }]
    })
  }

import { z } from 'zod'
import type { Aggregate, Decide } from '../../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../../core/event.ts'
import { withMember } from '../../core/growing.ts'
import type { CalendarDay } from '../../core/shown/calendar.ts'
import { achievementOf } from './catalogue.ts'

/** `achievement-<userId>`: earned once, never lost. */

export const achievementEvents = defineEvents({
  AchievementEarned: eventWith({
    userId: z.uuid(),
    achievementId: z.string().regex(/^[a-z0-9-]{1,60}$/),
    points: z.int().min(0),
    /** Account day of the answer that earned it. */
    earnedOn: z.iso.date(),
  }),
})
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

/** Unknown achievements are ignored. */
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

import { z } from 'zod'
import { tierNames } from '../../billing/tiers.ts'
import { achievementTypes } from '../../study/achievements/catalogue.ts'
import { signedIn } from '../call/call.ts'

export const ShownAchievement = z.object({
  id: z.string(),
  type: z.enum(achievementTypes),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  requirement: z.int(),
  points: z.int(),
  progress: z.int(),
  /** Answers missing until an accuracy can be shown; null for other requirements. */
  answersToGo: z.int().nullable(),
  earnedOn: z.iso.date().nullable(),
  /** The lowest tier that can earn it. */
  reachableFrom: z.enum(tierNames),
})
export type ShownAchievement = z.infer<typeof ShownAchievement>

export const Achievements = z.object({
  points: z.int(),
  achievements: z.array(ShownAchievement),
})

export const achievementCalls = {
  'GET /api/user/achievements': signedIn.read({
    summary: 'All achievements, with the progress of the caller.',
    response: Achievements,
  }),
} as const

import { z } from 'zod'
import { tierNames } from '../../billing/tiers.ts'
import { achievementTypes } from '../../study/achievements/catalogue.ts'
import { call } from '../call.ts'

/** An achievement, and how far the caller is. */
export const ShownAchievement = z.object({
  id: z.string(),
  type: z.enum(achievementTypes),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  requirement: z.int(),
  points: z.int(),
  /** Of the requirement; all of it once it is earned. */
  progress: z.int(),
  /** How many answers are missing until an accuracy can be told; null where that is not what is waited for. */
  answersToGo: z.int().nullable(),
  /** The day, on the account's own calendar; null while it is not earned. */
  earnedOn: z.iso.date().nullable(),
  /** The plan from which on it is within reach. */
  reachableFrom: z.enum(tierNames),
})
export type ShownAchievement = z.infer<typeof ShownAchievement>

export const Achievements = z.object({
  /** Of all that is earned. */
  points: z.int(),
  achievements: z.array(ShownAchievement),
})

export const achievementCalls = {
  'GET /api/user/achievements': call({
    summary: 'All achievements, with the progress of the caller.',
    access: 'signedIn',
    service: 'read-api',
    response: Achievements,
    errors: [],
    example: {},
  }),
} as const

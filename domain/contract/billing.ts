import { z } from 'zod'
import { tierNames } from '../billing/tiers.ts'
import { call } from './call.ts'

export const SubscriptionStatus = z.object({
  subscriptionTier: z.enum(tierNames),
  /** -1 means unlimited. */
  dailyLimit: z.int(),
  /** -1 means unlimited. */
  remainingQuestions: z.int(),
  canGenerateQuestions: z.boolean(),
})
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const billingCalls = {
  'GET /api/subscription/status': call({
    summary: "The caller's tier, and what is left of today's limit.",
    access: 'signedIn',
    service: 'read-api',
    response: SubscriptionStatus,
    errors: [],
    example: {},
  }),
} as const

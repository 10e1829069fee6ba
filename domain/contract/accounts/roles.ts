import { z } from 'zod'
import { userRoles } from '../../accounts/rules.ts'
import { printableText } from '../../text.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { email } from './accounts.ts'

const MAX_REASON_LENGTH = 500

/** Somebody who may do more than study. */
export const RoleHolder = z.object({
  userId: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(userRoles),
})
export type RoleHolder = z.infer<typeof RoleHolder>

export const roleCalls = {
  'GET /api/admin/roles': call({
    summary: 'Who has another role than student.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    response: z.array(RoleHolder),
    errors: [],
    example: {},
  }),
  'PUT /api/admin/roles': call({
    summary:
      "Give somebody a role, or take it: then they are a student again. A change ends all their sessions. One's own role is for another to change.",
    access: 'runBusiness',
    service: 'command-api',
    body: z.object({
      email,
      role: z.enum(userRoles),
      /** Kept with the fact, and who said it. */
      reason: printableText({ max: MAX_REASON_LENGTH, required: 'Please say why.' }),
    }),
    response: z.object({ userId: z.uuid(), role: z.enum(userRoles), hasChanged: z.boolean() }),
    errors: ['accountNotFound', 'ownRole'],
    example: { body: { email: existing.email, role: 'educator', reason: 'Teaches trauma care.' } },
  }),
} as const

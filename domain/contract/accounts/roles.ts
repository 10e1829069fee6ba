import { z } from 'zod'
import { userRoles } from '../../accounts/rules.ts'
import { runBusiness } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { RoleChange } from './admin-forms.ts'

export const RoleHolder = z.object({
  userId: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(userRoles),
})
export type RoleHolder = z.infer<typeof RoleHolder>

export const roleCalls = {
  'GET /api/admin/roles': runBusiness.read({
    summary: 'The accounts with a role other than student.',
    page: true,
    response: z.array(RoleHolder),
  }),
  'PUT /api/admin/roles': runBusiness.command({
    summary: 'Change the role of an account and end all its sessions. Administrators cannot change their own role.',
    body: RoleChange,
    response: z.object({ userId: z.uuid(), role: z.enum(userRoles), hasChanged: z.boolean() }),
    errors: ['accountNotFound', 'ownRole'],
    example: { body: { email: existing.email, role: 'educator', reason: 'Teaches trauma care.' } },
  }),
} as const

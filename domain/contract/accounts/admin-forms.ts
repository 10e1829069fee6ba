import * as z from 'zod/mini'
import { accountWords, userRoles } from '../../accounts/shown/rules.ts'
import { tierNames } from '../../billing/shown/tiers.ts'
import { reason } from '../admin/forms.ts'
import { email, personName } from './forms.ts'

export const StudentInvitation = z.object({
  email,
  firstName: personName(accountWords.firstNameRequired),
  lastName: personName(accountWords.lastNameRequired),
  tier: z._default(z.enum(tierNames), 'free'),
  reason,
})

export const TierChange = z.object({ tier: z.enum(tierNames), reason })

const EMAIL_REQUIRED = 'Please enter an email address.'

export const RoleChange = z.object({
  email: z.pipe(z.string(EMAIL_REQUIRED).check(z.trim(), z.minLength(1, EMAIL_REQUIRED)), email),
  role: z.enum(userRoles),
  reason,
})

import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { ReadParts } from '../read-parts.ts'
import { findUser } from './users.ts'

export const accountRoutes = ({ sql, checkpoints }: ReadParts): Pick<Handlers<'read-api'>, 'GET /api/auth/user'> => ({
  'GET /api/auth/user': async ({ identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['accounts/users'])
    const user = await findUser(sql, identity.userId)
    // The session is a minute younger than the projection: the person is there, their row is not yet.
    if (!user) throw new Rejection('unavailable')
    return {
      id: user.id,
      email: user.email ?? '',
      firstName: user.first_name ?? '',
      lastName: user.last_name ?? '',
      role: user.role,
      subscriptionTier: user.subscription_tier,
      emailVerified: user.email_verified,
      dailyEmailEnabled: user.daily_email_enabled,
      timeZone: user.time_zone,
      createdAt: user.created_at.toISOString(),
    }
  },
})

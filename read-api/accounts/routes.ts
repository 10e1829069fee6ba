import type { UserRole } from '@medicready/domain/accounts/rules'
import type { accountCalls } from '@medicready/domain/contract/accounts/accounts'
import { type Handlers, isSecondFactorMissing } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { accountsOf, roleOf } from '@medicready/projector/read-models/accounts/user-queries'
import { known, type Reading, whereProjected } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

interface AccountParts {
  readonly sql: Sql
  readonly reading: Reading
  readonly publicUrl: string
}

export const accountRoutes = ({ sql, reading, publicUrl }: AccountParts): Handlers<typeof accountCalls, 'read-api'> => {
  const accounts = new SharedQuery(
    (userIds) => accountsOf(sql, userIds),
    ({ id }) => id,
  )
  return {
    'GET /api/auth/user': reading([accountsOf], async ({ identity, http }) => {
      const user = known((await accounts.of(identity.userId))[0])
      return {
        id: user.id,
        email: user.email ?? '',
        firstName: user.first_name ?? '',
        lastName: user.last_name ?? '',
        phone: user.phone,
        firstLanguage: user.first_language,
        paramedicProgram: user.paramedic_program,
        role: user.role,
        subscriptionTier: user.subscription_tier,
        emailVerified: user.email_verified,
        secondFactor: user.has_second_factor ? 'enrolled' : 'none',
        secondFactorRequired: isSecondFactorMissing(user.role, http, publicUrl),
        showCorrectAnswers: user.show_correct_answers,
        dailyEmailEnabled: user.daily_email_enabled,
        dailyEmailTime: user.daily_email_time,
        examDate: user.exam_date,
        calmMode: user.calm_mode,
        showOnLeaderboard: user.show_on_leaderboard,
        timeZone: user.time_zone,
        formerTimeZone: user.former_time_zone,
        timeZoneChangedAt: user.time_zone_changed_at,
        eraseAt: user.erase_at,
        mailStopped: user.stop_reason && { reason: user.stop_reason, since: user.stopped_at },
        createdAt: user.created_at,
      }
    }),
  }
}

/** An account's role as the read model has it, for calls that ask for a right. */
export const rolesOf =
  (sql: Sql) =>
  async (userId: string): Promise<UserRole> => {
    const [row] = await whereProjected(() => roleOf(sql, userId))
    return row?.role ?? 'student'
  }

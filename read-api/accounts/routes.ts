import type { UserRole } from '@medicready/domain/accounts/rules'
import type { accountCalls } from '@medicready/domain/contract/accounts'
import { type Handlers, isSecondFactorMissing } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { mailDelivery } from '@medicready/projector/read-models/accounts/mail-delivery'
import { secondFactors } from '@medicready/projector/read-models/accounts/second-factors'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { known, type Reading, whereProjected } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

type Stopped = RowOf<typeof mailDelivery.tables.mail_delivery>
type UserRow = Omit<RowOf<typeof users.tables.users>, 'updated_at'> & {
  readonly has_second_factor: boolean
  /** Null where mails go to the address. */
  readonly stop_reason: Stopped['reason'] | null
  readonly stopped_at: Stopped['stopped_at']
}

interface AccountParts {
  readonly sql: Sql
  readonly reading: Reading
  readonly publicUrl: string
}

export const accountRoutes = ({ sql, reading, publicUrl }: AccountParts): Handlers<typeof accountCalls, 'read-api'> => {
  const userRows = new SharedQuery(
    (userIds) => sql<UserRow[]>`
      SELECT id, email, first_name, last_name, phone, first_language, paramedic_program, role, subscription_tier, email_verified, show_correct_answers, daily_email_enabled,
        daily_email_time, exam_date, calm_mode, show_on_leaderboard, time_zone, former_time_zone, time_zone_changed_at, erase_at, created_at,
        coalesce(jsonb_array_length(factors) > 0, false) AS has_second_factor, d.reason AS stop_reason, d.stopped_at
      FROM read.users LEFT JOIN read.second_factors f ON f.user_id = id LEFT JOIN read.mail_delivery d ON d.user_id = id
      WHERE id = ANY(${userIds}::uuid[])`,
    ({ id }) => id,
  )
  return {
    'GET /api/auth/user': reading([users, secondFactors, mailDelivery], async ({ identity, http }) => {
      const user = known((await userRows.of(identity.userId))[0])
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
    const [row] = await whereProjected(() => sql<Pick<UserRow, 'role'>[]>`SELECT role FROM read.users WHERE id = ${userId}`)
    return row?.role ?? 'student'
  }

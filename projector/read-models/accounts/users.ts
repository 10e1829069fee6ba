import type { FirstLanguage } from '@medicready/domain/accounts/background'
import { DEFAULT_SETTINGS, type UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import { defineReadModel, type MutableRows, type RowOf, table, typed } from '../definition.ts'

const accounts = table({
  key: ['id'],
  columns: {
    id: 'uuid',
    email: 'text?',
    first_name: 'text?',
    last_name: 'text?',
    phone: 'text?',
    first_language: typed<FirstLanguage>('text?'),
    paramedic_program: 'text?',
    role: typed<UserRole>('text'),
    subscription_tier: typed<Tier>('text'),
    email_verified: 'boolean',
    show_correct_answers: 'boolean',
    daily_email_enabled: 'boolean',
    daily_email_time: 'text',
    exam_date: 'date?',
    calm_mode: 'boolean',
    show_on_leaderboard: 'boolean',
    time_zone: 'text',
    former_time_zone: 'text?',
    time_zone_changed_at: 'timestamptz?',
    erase_at: 'timestamptz?',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  indexes: ['(time_zone)', '(erase_at) WHERE erase_at IS NOT NULL'],
})

function change(users: MutableRows<typeof accounts>, id: string, changes: Partial<RowOf<typeof accounts>>): void {
  const user = users.get({ id })
  if (user) users.set({ ...user, ...changes })
}

/** What folding sealed facts without the key results in. */
const nobody = {
  email: null,
  first_name: null,
  last_name: null,
  phone: null,
  first_language: null,
  paramedic_program: null,
  exam_date: null,
  role: 'student',
  daily_email_enabled: false,
  erase_at: null,
} as const

export const users = defineReadModel({
  name: 'accounts/users',
  version: 6,
  tables: { users: accounts },
  on: {
    AccountRegistered: ({ data, metadata }, { users }) =>
      users.set({
        id: data.userId,
        email: data.email,
        first_name: data.firstName,
        last_name: data.lastName,
        phone: null,
        first_language: null,
        paramedic_program: null,
        role: 'student',
        subscription_tier: 'free',
        email_verified: false,
        show_correct_answers: DEFAULT_SETTINGS.showCorrectAnswers,
        daily_email_enabled: DEFAULT_SETTINGS.dailyEmailEnabled,
        daily_email_time: DEFAULT_SETTINGS.dailyEmailTime,
        exam_date: DEFAULT_SETTINGS.examDate,
        calm_mode: DEFAULT_SETTINGS.calmMode,
        show_on_leaderboard: DEFAULT_SETTINGS.showOnLeaderboard,
        time_zone: data.timeZone,
        former_time_zone: null,
        time_zone_changed_at: null,
        erase_at: null,
        created_at: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      }),
    EmailVerified: ({ data, metadata }, { users }) => {
      const { firstName, lastName, timeZone } = data
      const profile = timeZone === null ? {} : { first_name: firstName, last_name: lastName, time_zone: timeZone }
      change(users, data.userId, { ...profile, email_verified: true, updated_at: metadata.occurredAt })
    },
    ProfileChanged: ({ data, metadata }, { users }) => {
      const { firstName, lastName, phone } = data
      change(users, data.userId, { first_name: firstName, last_name: lastName, phone, updated_at: metadata.occurredAt })
    },
    BackgroundTold: ({ data, metadata }, { users }) => {
      const { firstLanguage, paramedicProgram } = data
      const background = { first_language: firstLanguage, paramedic_program: paramedicProgram }
      change(users, data.userId, { ...background, updated_at: metadata.occurredAt })
    },
    SettingsChanged: ({ data, metadata }, { users }) => {
      const user = users.get({ id: data.userId })
      if (!user) return
      users.set({
        ...user,
        show_correct_answers: data.showCorrectAnswers,
        daily_email_enabled: data.dailyEmailEnabled,
        daily_email_time: data.dailyEmailTime,
        exam_date: data.examDate,
        calm_mode: data.calmMode,
        show_on_leaderboard: data.showOnLeaderboard,
        time_zone: data.timeZone,
        former_time_zone: data.timeZone === user.time_zone ? user.former_time_zone : user.time_zone,
        time_zone_changed_at: data.timeZoneChangedAt,
        updated_at: metadata.occurredAt,
      })
    },
    EmailChanged: ({ data, metadata }, { users }) => change(users, data.userId, { email: data.email, updated_at: metadata.occurredAt }),
    RoleGranted: ({ data, metadata }, { users }) => change(users, data.userId, { role: data.role, updated_at: metadata.occurredAt }),
    RoleRevoked: ({ data, metadata }, { users }) => change(users, data.userId, { role: 'student', updated_at: metadata.occurredAt }),
    TierChanged: ({ data, metadata }, { users }) =>
      change(users, data.userId, { subscription_tier: data.to, updated_at: metadata.occurredAt }),
    DeletionRequested: ({ data, metadata }, { users }) =>
      change(users, data.userId, { erase_at: data.eraseAt, updated_at: metadata.occurredAt }),
    DeletionCancelled: ({ data, metadata }, { users }) => change(users, data.userId, { erase_at: null, updated_at: metadata.occurredAt }),
    AccountErased: ({ data, metadata }, { users }) => change(users, data.userId, { ...nobody, updated_at: metadata.occurredAt }),
  },
})

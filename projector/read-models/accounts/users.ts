import type { FirstLanguage } from '@medicready/domain/accounts/shown/background'
import { DEFAULT_SETTINGS, type UserRole } from '@medicready/domain/accounts/shown/rules'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { Recorded } from '@medicready/domain/core/event'
import { defineReadModel, type MutableRows, type RowOf, rowFrom, table, typed, update } from '../definition.ts'

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
    daily_email_time: 'coded text',
    exam_date: 'date?',
    calm_mode: 'boolean',
    show_on_leaderboard: 'boolean',
    time_zone: 'coded text',
    former_time_zone: 'text?',
    time_zone_changed_at: 'timestamptz?',
    erase_at: 'timestamptz?',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  indexes: ['(time_zone)', '(erase_at) WHERE erase_at IS NOT NULL'],
})

type OfUser = Recorded & { readonly data: { readonly userId: string } }
const change = (users: MutableRows<typeof accounts>, { data, metadata }: OfUser, changes: Partial<RowOf<typeof accounts>>): void =>
  update(users, { id: data.userId }, { ...changes, updated_at: metadata.occurredAt })

/** What folding sealed facts without the key results in. */
const erased = {
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
      users.set(
        rowFrom(
          accounts,
          { ...DEFAULT_SETTINGS, ...data },
          {
            id: data.userId,
            role: 'student',
            subscription_tier: 'free',
            created_at: metadata.occurredAt,
            updated_at: metadata.occurredAt,
          },
        ),
      ),
    EmailVerified: (fact, { users }) => {
      const { firstName, lastName, timeZone } = fact.data
      const profile = timeZone === null ? {} : { first_name: firstName, last_name: lastName, time_zone: timeZone }
      change(users, fact, { ...profile, email_verified: true })
    },
    ProfileChanged: (fact, { users }) => {
      const { firstName, lastName, phone } = fact.data
      change(users, fact, { first_name: firstName, last_name: lastName, phone })
    },
    BackgroundTold: (fact, { users }) =>
      change(users, fact, { first_language: fact.data.firstLanguage, paramedic_program: fact.data.paramedicProgram }),
    SettingsChanged: ({ data, metadata }, { users }) =>
      update(users, { id: data.userId }, ({ time_zone, former_time_zone }) => ({
        show_correct_answers: data.showCorrectAnswers,
        daily_email_enabled: data.dailyEmailEnabled,
        daily_email_time: data.dailyEmailTime,
        exam_date: data.examDate,
        calm_mode: data.calmMode,
        show_on_leaderboard: data.showOnLeaderboard,
        time_zone: data.timeZone,
        former_time_zone: data.timeZone === time_zone ? former_time_zone : time_zone,
        time_zone_changed_at: data.timeZoneChangedAt,
        updated_at: metadata.occurredAt,
      })),
    EmailChanged: (fact, { users }) => change(users, fact, { email: fact.data.email }),
    RoleGranted: (fact, { users }) => change(users, fact, { role: fact.data.role }),
    RoleRevoked: (fact, { users }) => change(users, fact, { role: 'student' }),
    TierChanged: (fact, { users }) => change(users, fact, { subscription_tier: fact.data.to }),
    DeletionRequested: (fact, { users }) => change(users, fact, { erase_at: fact.data.eraseAt }),
    DeletionCancelled: (fact, { users }) => change(users, fact, { erase_at: null }),
    AccountErased: (fact, { users }) => change(users, fact, erased),
  },
})

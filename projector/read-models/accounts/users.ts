import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

const accounts = table({
  key: ['id'],
  columns: {
    id: 'uuid',
    email: 'text?',
    first_name: 'text?',
    last_name: 'text?',
    role: typed<UserRole>('text'),
    subscription_tier: typed<Tier>('text'),
    email_verified: 'boolean',
    daily_email_enabled: 'boolean',
    time_zone: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  indexes: ['(time_zone)'],
})

function change(users: KeptRows<typeof accounts>, id: string, changes: Partial<RowOf<typeof accounts>>): void {
  const user = users.get({ id })
  if (user) users.set({ ...user, ...changes })
}

/** The people who have an account. Names and address are null once the person was erased. */
export const users = defineReadModel({
  name: 'accounts/users',
  version: 2,
  tables: { users: accounts },
  on: {
    AccountRegistered: ({ data, metadata }, { users }) =>
      users.set({
        id: data.userId,
        email: data.email,
        first_name: data.firstName,
        last_name: data.lastName,
        role: 'student',
        subscription_tier: 'free',
        email_verified: false,
        daily_email_enabled: false,
        time_zone: data.timeZone,
        created_at: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      }),
    EmailVerified: ({ data, metadata }, { users }) => {
      const { firstName, lastName, timeZone } = data
      const profile = timeZone === null ? {} : { first_name: firstName, last_name: lastName, time_zone: timeZone }
      change(users, data.userId, { ...profile, email_verified: true, updated_at: metadata.occurredAt })
    },
    RoleGranted: ({ data, metadata }, { users }) => change(users, data.userId, { role: data.role, updated_at: metadata.occurredAt }),
    RoleRevoked: ({ data, metadata }, { users }) => change(users, data.userId, { role: 'student', updated_at: metadata.occurredAt }),
    TierChanged: ({ data, metadata }, { users }) =>
      change(users, data.userId, { subscription_tier: data.to, updated_at: metadata.occurredAt }),
  },
})

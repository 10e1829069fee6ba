import { defineProjection, table } from '../projection.ts'

/** The people who have an account. Names and address are null once the person was erased. */
export const users = defineProjection({
  name: 'accounts/users',
  version: 1,
  tables: {
    users: table({
      key: ['id'],
      columns: {
        id: 'uuid',
        email: 'text?',
        first_name: 'text?',
        last_name: 'text?',
        role: 'text',
        subscription_tier: 'text',
        email_verified: 'boolean',
        daily_email_enabled: 'boolean',
        time_zone: 'text',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
      indexes: ['(time_zone)'],
    }),
  },
  on: {
    AccountRegistered: ({ data, metadata }, { users }) =>
      users.insert({
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
    EmailVerified: ({ data, metadata }, { users }) =>
      users.update({ id: data.userId }, (user) => user && { ...user, email_verified: true, updated_at: metadata.occurredAt }),
    RoleGranted: ({ data, metadata }, { users }) =>
      users.update({ id: data.userId }, (user) => user && { ...user, role: data.role, updated_at: metadata.occurredAt }),
    TierChanged: ({ data, metadata }, { users }) =>
      users.update({ id: data.userId }, (user) => user && { ...user, subscription_tier: data.to, updated_at: metadata.occurredAt }),
  },
})

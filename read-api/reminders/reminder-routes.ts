import type { reminderReadCalls } from '@medicready/domain/contract/reminders/reminders'
import { DEFAULT_REMINDERS } from '@medicready/domain/reminders/rules'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { reminderPreferencesOf } from '@medicready/projector/read-models/reminders/reminder-queries'
import type { Reading } from '../reading.ts'

interface Parts {
  readonly sql: Sql
  readonly reading: Reading
}

export const reminderRoutes = ({ sql, reading }: Parts): Handlers<typeof reminderReadCalls, 'read-api'> => ({
  'GET /api/user/reminders': reading([reminderPreferencesOf], async ({ identity: { userId } }) => {
    const [row] = await reminderPreferencesOf(sql, userId)
    return row ? { mail: row.mail, push: row.push, quietHours: row.quiet_hours } : DEFAULT_REMINDERS
  }),
})

import type { reminderReadCalls } from '@medicready/domain/contract/reminders'
import { DEFAULT_REMINDERS } from '@medicready/domain/reminders/rules'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { reminderPreferences } from '@medicready/projector/read-models/reminders/preferences'
import type { Reading } from '../reading.ts'

interface Parts {
  readonly sql: Sql
  readonly reading: Reading
}

export const reminderRoutes = ({ sql, reading }: Parts): Handlers<typeof reminderReadCalls, 'read-api'> => ({
  'GET /api/user/reminders': reading([reminderPreferences], async ({ identity: { userId } }) => {
    const [row] = await sql<RowOf<typeof reminderPreferences.tables.reminder_preferences>[]>`
      SELECT mail, push, quiet_hours FROM read.reminder_preferences WHERE user_id = ${userId}`
    return row ? { mail: row.mail, push: row.push, quietHours: row.quiet_hours } : DEFAULT_REMINDERS
  }),
})

import type { reminderReadCalls } from '@medicready/domain/contract/reminders/reminders'
import { DEFAULT_REMINDERS } from '@medicready/domain/reminders/rules'
import { reminderPreferencesOf } from '@medicready/projector/read-models/reminders/reminder-queries'
import type { Routes } from '../parts.ts'

export const reminderRoutes: Routes<typeof reminderReadCalls> = ({ sql, reading }) => ({
  'GET /api/user/reminders': reading([reminderPreferencesOf], async ({ identity: { userId } }) => {
    const [row] = await reminderPreferencesOf(sql, userId)
    return row ? { mail: row.mail, push: row.push, quietHours: row.quiet_hours } : DEFAULT_REMINDERS
  }),
})

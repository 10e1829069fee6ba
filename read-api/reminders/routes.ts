import { hash } from 'node:crypto'
import type { pushCalls, reminderCalls } from '@medicready/domain/contract/reminders/reminders'
import { DEFAULT_REMINDERS } from '@medicready/domain/reminders/shown/rules'
import { pushDevicesOf, reminderPreferencesOf } from '@medicready/projector/read-models/reminders/reminder-queries'
import type { Routes } from '../read-dependencies.ts'

export const reminderRoutes: Routes<typeof reminderCalls> = ({ sql, reading }) => ({
  'GET /api/user/reminders': reading([reminderPreferencesOf], async ({ identity: { userId } }) => {
    const [row] = await reminderPreferencesOf(sql, userId)
    return row ? { mail: row.mail, push: row.push, quietHours: row.quiet_hours } : DEFAULT_REMINDERS
  }),
})

export const pushRoutes: Routes<typeof pushCalls> = ({ sql, reading }) => ({
  'GET /api/push/devices': reading([pushDevicesOf], async ({ identity: { userId } }) => {
    const [row] = await pushDevicesOf(sql, userId)
    const devices = (row?.devices ?? []).map(({ endpoint, ...device }) => ({
      ...device,
      fingerprint: hash('sha256', endpoint, 'base64url'),
    }))
    return { devices }
  }),
})

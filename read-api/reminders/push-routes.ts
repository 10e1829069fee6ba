import { hash } from 'node:crypto'
import type { pushReadCalls } from '@medicready/domain/contract/reminders/push'
import { pushDevicesOf } from '@medicready/projector/read-models/reminders/reminder-queries'
import type { Routes } from '../parts.ts'

export const pushRoutes: Routes<typeof pushReadCalls> = ({ sql, reading }) => ({
  'GET /api/push/devices': reading([pushDevicesOf], async ({ identity: { userId } }) => {
    const [row] = await pushDevicesOf(sql, userId)
    const devices = (row?.devices ?? []).map(({ endpoint, ...device }) => ({
      ...device,
      fingerprint: hash('sha256', endpoint, 'base64url'),
    }))
    return { devices }
  }),
})

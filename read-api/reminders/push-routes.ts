import { hash } from 'node:crypto'
import type { pushReadCalls } from '@medicready/domain/contract/reminders/push'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { pushDevicesOf } from '@medicready/projector/read-models/reminders/reminder-queries'
import type { Reading } from '../reading.ts'

export const pushRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof pushReadCalls, 'read-api'> => ({
  'GET /api/push/devices': reading([pushDevicesOf], async ({ identity: { userId } }) => {
    const [row] = await pushDevicesOf(sql, userId)
    const devices = (row?.devices ?? []).map(({ endpoint, ...device }) => ({
      ...device,
      fingerprint: hash('sha256', endpoint, 'base64url'),
    }))
    return { devices }
  }),
})

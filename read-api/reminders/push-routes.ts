import { hash } from 'node:crypto'
import type { pushReadCalls } from '@medicready/domain/contract/push'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { pushDevices } from '@medicready/projector/read-models/reminders/push-devices'
import type { Reading } from '../reading.ts'

export const pushRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof pushReadCalls, 'read-api'> => ({
  'GET /api/push/devices': reading([pushDevices], async ({ identity: { userId } }) => {
    const [row] = await sql<Pick<RowOf<typeof pushDevices.tables.push_devices>, 'devices'>[]>`
      SELECT devices FROM read.push_devices WHERE user_id = ${userId}`
    const devices = (row?.devices ?? []).map(({ endpoint, ...device }) => ({
      ...device,
      fingerprint: hash('sha256', endpoint, 'base64url'),
    }))
    return { devices }
  }),
})

import type { roleCalls } from '@medicready/domain/contract/roles'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

type HolderRow = Pick<RowOf<typeof users.tables.users>, 'id' | 'email' | 'first_name' | 'last_name' | 'role'>

/** By role, then by id. */
const HolderKey = z.tuple([z.string(), z.uuid()])
const holderKey = ({ role, id }: HolderRow): z.infer<typeof HolderKey> => [role, id]

const toHolder = ({ id, email, first_name, last_name, role }: HolderRow) => ({
  userId: id,
  email: email ?? '',
  firstName: first_name ?? '',
  lastName: last_name ?? '',
  role,
})

export const roleRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof roleCalls, 'read-api'> => ({
  'GET /api/admin/roles': reading([users], async ({ query }) => {
    const after = sortKeyOf(query, HolderKey)
    const rows = await sql<HolderRow[]>`
      SELECT id, email, first_name, last_name, role FROM read.users
      WHERE role <> 'student' AND email IS NOT NULL ${after ? sql`AND (role, id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY role, id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toHolder, sortKey: holderKey })
  }),
})

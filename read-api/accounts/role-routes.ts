import type { roleCalls } from '@medicready/domain/contract/accounts/roles'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type RoleHolder, roleHolders } from '@medicready/projector/read-models/accounts/user-queries'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

/** By role, then by id. */
const HolderKey = z.tuple([z.string(), z.uuid()])
const holderKey = ({ role, id }: RoleHolder): z.infer<typeof HolderKey> => [role, id]

const toHolder = ({ id, email, first_name, last_name, role }: RoleHolder) => ({
  userId: id,
  email: email ?? '',
  firstName: first_name ?? '',
  lastName: last_name ?? '',
  role,
})

export const roleRoutes = ({ sql, reading }: { sql: Sql; reading: Reading }): Handlers<typeof roleCalls, 'read-api'> => ({
  'GET /api/admin/roles': reading([roleHolders], async ({ query }) => {
    const rows = await roleHolders(sql, { after: sortKeyOf(query, HolderKey), limit: query.limit + 1 })
    return pageOf(rows, query, { item: toHolder, sortKey: holderKey })
  }),
})

import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/settings'
import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownContext } from '../command-context.ts'
import { startTestStores } from '../testing/test-stores.ts'
import { endFormerSessions } from './processes.ts'

let stores: Awaited<ReturnType<typeof startTestStores>>
beforeAll(async () => {
  stores = await startTestStores()
})
afterAll(() => stores.close())

test('the worker ends sessions of a former role that a killed process left open, but not newer ones', async () => {
  const { sql, commands, eventStore } = stores
  const userId = uuidV4()
  const context = ownContext('test', () => '2026-03-01T12:00:00.000Z')
  await commands.execute(accountAggregate, userId, () => [accountRegistered(userId)], { ...context, commandId: uuidV4() })
  const others = uuidV4()
  for (const [sid, owner, startedAt] of [
    ['former', userId, '2026-03-01T11:59:00.000Z'],
    ['since', userId, '2026-03-01T12:01:00.000Z'],
    ['another', others, '2026-03-01T11:59:00.000Z'],
  ] as const)
    await sql`
      INSERT INTO auth.sessions (sid, sess, expire, started_at)
      VALUES (${sid}, ${sql.json({ userId: owner, idleMinutes: 30 })}, now() + interval '1 hour', ${startedAt})`
  await commands.execute(accountAggregate, userId, changeRole({ role: 'admin', reason: 'runs the site' }), context)
  const granted = (await eventStore.readStream(`account-${userId}`)).at(-1)
  if (granted?.type !== 'RoleGranted') throw new Error('No role was granted.')
  await endFormerSessions(granted, { sql })
  const left = await sql<{ sid: string }[]>`SELECT sid FROM auth.sessions ORDER BY sid`
  expect(left.map(({ sid }) => sid)).toEqual(['another', 'since'])
})

import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from './accounts/change-role.ts'
import { registerAccount } from './accounts/register-account.ts'
import { idFrom, ownContext } from './command-context.ts'
import { dependenciesOver } from './dependencies.ts'
import { isStillValid } from './start-session.ts'
import { startTestStores } from './testing/test-stores.ts'

let stores: Awaited<ReturnType<typeof startTestStores>>
beforeAll(async () => {
  stores = await startTestStores()
})
afterAll(() => stores.close())

const now = '2026-03-01T12:00:00.000Z'

test('someone whose role changes while they sign in gets no session with the old role', async () => {
  const deps = dependenciesOver(stores)
  const context = ownContext('test', () => now)
  const person = {
    email: 'ana@example.com',
    password: 'correct horse',
    firstName: 'Ana',
    lastName: 'Silva',
    timeZone: 'UTC',
    agreedTo: null,
  }
  const { userId } = (await registerAccount(deps, person, context)).account
  const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now })
  const { state } = await deps.commands.execute(
    accountAggregate,
    userId,
    verify,
    ownContext('test', () => now),
  )
  expect(isRegistered(state)).toBe(true)
  const underWay = isStillValid(deps, state as RegisteredAccount)
  expect(await underWay()).toBe(true)
  await changeRole(
    deps,
    { userId, role: 'admin', reason: 'runs the site' },
    ownContext('test', () => now),
  )
  expect(await underWay()).toBe(false)
})

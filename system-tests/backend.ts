import { ensureAdministrator } from '@medicready/command-api/accounts/administrator'
import { Passwords } from '@medicready/command-api/accounts/passwords'
import { Registration } from '@medicready/command-api/accounts/registration'
import { buildCommandApi } from '@medicready/command-api/application'
import { idFrom } from '@medicready/command-api/command-context'
import { Commands } from '@medicready/command-api/commands'
import { bankDirectory, loadBank, readBank } from '@medicready/command-api/questions/load-bank'
import { accountAggregate, verifyEmail } from '@medicready/domain/accounts/account'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPgPool, connectPostgres } from '@medicready/platform/postgres/connection'
import { startTestEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { projections } from '@medicready/projector/projections'
import { Projector } from '@medicready/projector/projector'
import { projectorSession } from '@medicready/projector/projector-session'
import { buildReadApi } from '@medicready/read-api/application'
import { v4 as uuidV4 } from 'uuid'
import { expect, vi } from 'vitest'

const sessionSecret = 'a secret for tests, 32 letters long'
const QUESTIONS = 12

/** Both APIs and the projector in this process, on a log and a database of their own, for tests that look at every call. */
export async function startBackend() {
  const database = await createTestDatabase()
  const server = await startTestEventStore()
  const sql = connectPostgres(database.url, { name: 'test' })
  const projectorSql = connectPostgres(database.url, projectorSession('projector'))
  const sessionPool = connectPgPool(database.url, { name: 'test' }, quietLogger)
  const vault = new Vault(sql, testMasterKey)
  const eventStore = new EventStore({ url: server.url, vault, logger: quietLogger })
  const clock = () => new Date().toISOString()
  const commands = new Commands(eventStore)
  await loadBank((await readBank(bankDirectory)).filter(({ module }) => module === 'Trauma').slice(0, QUESTIONS), { commands, sql, clock })

  const projector = new Projector({ postgresUrl: database.url, sql: projectorSql, eventStore, projections, logger: quietLogger })
  projector.start()
  const commandApi = await buildCommandApi({
    sql,
    sessionPool,
    eventStore,
    vault,
    logger: quietLogger,
    clock,
    publicUrl: 'http://localhost:3000',
    sessionSecret,
    signInAttemptsPerMinute: 100_000,
  })
  const readApi = await buildReadApi({ sql, logger: quietLogger, clock, sessionSecret, workerUrl: 'http://127.0.0.1:9' })
  // Where nothing was projected yet there are no views to read.
  await vi.waitFor(async () => expect((await readApi.inject('/health/ready')).statusCode).toBe(200), { timeout: 20_000 })
  const registration = new Registration(commands, new Passwords(sql), vault)
  let newest = 0n

  /** Sends a call to the service that answers it, as whoever holds the token, waiting for what was written before. */
  async function send(
    key: CallKey,
    path: string,
    { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const [method] = key.split(' ') as ['GET' | 'POST' | 'PATCH']
    const app = contract[key].service === 'command-api' ? commandApi : readApi
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'consistency-token': String(newest), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const position = BigInt(String(answer.headers['consistency-token'] ?? 0))
    if (position > newest) newest = position
    return answer
  }

  /** Somebody who is registered, verified and signed in. */
  async function signedIn(role: 'student' | 'admin' = 'student') {
    const person = { email: `${uuidV4()}@example.com`, password: 'correct horse' }
    if (role === 'admin') await ensureAdministrator(person, { commands, registration, clock })
    else {
      const context = { commandId: uuidV4(), actorId: 'test', correlationId: 'test', now: clock() }
      const account = { ...person, firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC' }
      await registration.register(account, context)
      const userId = (await registration.find(person.email))?.state.userId ?? ''
      const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: clock() })
      await commands.execute(accountAggregate, userId, verify, { ...context, commandId: uuidV4() })
    }
    const { token } = (await send('POST /api/auth/login', '/api/auth/login', { body: person })).json<{ token: string }>()
    const userId = (await registration.find(person.email))?.state.userId ?? ''
    return { ...person, userId, token }
  }

  return {
    send,
    signedIn,
    eventStore,
    commandApi,
    readApi,
    close: async () => {
      await Promise.all([commandApi.close(), readApi.close()])
      await projector.stop()
      await eventStore.close()
      await server.close()
      await Promise.all([sql.end(), projectorSql.end(), sessionPool.end()])
      await database.drop()
    },
  }
}

export type Backend = Awaited<ReturnType<typeof startBackend>>

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { hashToken } from '@medicready/platform/http/identity'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startSteadyEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { buildReadApi } from '../application.ts'

const projectorServer = fileURLToPath(new URL('../../projector/server.ts', import.meta.url))

/** With a projector as in production, on its own log and database. */
export async function startTestReadApi({ workerUrl = 'http://127.0.0.1:9', publicUrl = 'http://localhost:3000' } = {}) {
  const database = await createTestDatabase()
  const server = await startSteadyEventStore()
  const sql = connectPostgres(database.url, { name: 'test' })
  const eventStore = new EventStore({ url: server.url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  const door = await openDoor(database.urlOf('read-api'))
  const readSql = connectPostgres(door.url, { name: 'test read-api' })
  const clock = { now: '2026-03-02T03:00:00.000Z' }
  const app = await buildReadApi({
    sql: readSql,
    logger: quietLogger,
    edgeAddresses: ['127.0.0.1'],
    callsPerMinute: 1_000_000,
    clock: () => clock.now,
    sessionSecret: 'a secret for tests, 32 letters long',
    publicUrl,
    serviceUrls: { edge: 'http://127.0.0.1:9', 'command-api': 'http://127.0.0.1:9', projector: 'http://127.0.0.1:9', worker: workerUrl },
  })
  let projector: ChildProcess | null = null
  const stopProjector = async () => {
    if (!projector) return
    const exited = once(projector, 'exit')
    projector.kill('SIGTERM')
    await exited
    projector = null
  }
  return {
    app,
    sql,
    eventStore,
    clock,
    door,
    startProjector: () => {
      projector = spawn(process.execPath, [projectorServer], {
        env: {
          ...process.env,
          POSTGRES_URL: database.urlOf('projector'),
          EVENTSTORE_URL: server.url,
          MASTER_KEY: testMasterKey,
          PROJECTOR_PORT: '0',
          LOG_LEVEL: 'error',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
    stopProjector,
    signIn: async (userId: string): Promise<string> => {
      const token = `token-of-${userId}`
      await sql`INSERT INTO auth.sessions (sid, sess, expire) VALUES (${token}, ${JSON.stringify({ userId, idleMinutes: 30 })}::text::json, now() + interval '1 day')`
      await sql`INSERT INTO auth.bearer_tokens (token_hash, sid) VALUES (${hashToken(token)}, ${token})`
      return token
    },
    close: async () => {
      await stopProjector()
      await app.close()
      await readSql.end({ timeout: 1 })
      await eventStore.close()
      await sql.end({ timeout: 1 })
      await door.close()
      await server.close()
      await database.drop()
    },
  }
}

export type TestReadApi = Awaited<ReturnType<typeof startTestReadApi>>

/** A connection to Postgres that can be cut and restored. */
async function openDoor(postgresUrl: string) {
  const target = new URL(postgresUrl)
  const passing = new Set<Socket>()
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const door = createServer((inside) => {
        const outside = connect(Number(target.port), target.hostname)
        for (const socket of [inside, outside]) {
          passing.add(socket)
          socket.on('error', () => undefined)
          socket.on('close', () => {
            passing.delete(socket)
            inside.destroy()
            outside.destroy()
          })
        }
        inside.pipe(outside).pipe(inside)
      })
      door.listen(port, '127.0.0.1', () => resolve(door))
    })
  let door = await listen(0)
  const address = door.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const shut = async () => {
    const closed = once(door, 'close')
    door.close()
    for (const socket of passing) socket.destroy()
    await closed
  }
  const url = new URL(postgresUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    shut,
    open: async () => {
      door = await listen(port)
    },
    close: async () => {
      if (door.listening) await shut()
    },
  }
}

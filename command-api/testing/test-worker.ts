import { type Mailer, Pace } from '@medicready/platform/mail/mailer'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { PushSender } from '@medicready/platform/push/push-sender'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { unreachablePayments } from '@medicready/platform/testing/unreachable-payments'
import { dependenciesOver } from '../dependencies.ts'
import { reactions } from '../processes.ts'
import { runReactions } from '../worker/reactions.ts'
import { publicUrl, type TestCommandApi } from './test-command-api.ts'

export function startTestReactions(api: TestCommandApi, mailer: Mailer): () => Promise<void> {
  const stopping = new AbortController()
  const { eventStore } = api
  const sql = connectPostgres(api.urlOf('worker'), { name: 'test worker' })
  const signal = stopping.signal
  const pushes = new PushSender({ ...api, contact: 'test@example.com' })
  const deps = {
    ...dependenciesOver({ ...api, sql }),
    clock: () => api.clock.now,
    logger: quietLogger,
    mailer,
    payments: unreachablePayments,
    pushes,
    publicUrl,
    reminderPace: new Pace(1_000),
    postalAddress: null,
    readApiUrl: 'http://127.0.0.1:9',
    authoring: null,
    signal,
  }
  const working = runReactions({ reactions, deps, eventStore, sql, logger: quietLogger, signal, lookMilliseconds: 100 })
  return async () => {
    stopping.abort()
    await working
    pushes.close()
    await sql.end({ timeout: 1 })
  }
}

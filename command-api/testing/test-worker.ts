import type { Mailer } from '@medicready/platform/mail/mailer'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { partsOver } from '../parts.ts'
import { reactions } from '../processes.ts'
import { runReactions } from '../worker/reactions.ts'
import { publicUrl, type TestCommandApi } from './test-command-api.ts'

/** The worker's reactions in this process, without a model. Answers how to stop them. */
export function startTestReactions(api: TestCommandApi, mailer: Mailer): () => Promise<void> {
  const stopping = new AbortController()
  const { eventStore, sql } = api
  const signal = stopping.signal
  const parts = { ...partsOver(api), clock: () => api.clock.now, logger: quietLogger, mailer, publicUrl, authoring: null, signal }
  const working = runReactions({ reactions, parts, eventStore, sql, logger: quietLogger, signal, lookMilliseconds: 20 })
  return async () => {
    stopping.abort()
    await working
  }
}

import { readFileSync } from 'node:fs'
import { HashingQueue, showHashing } from '@medicready/command-api/accounts/hashing-queue'
import { healthOf, showWorker } from '@medicready/command-api/worker/health'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createServer } from '@medicready/platform/http/server'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startTestEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { appendRaw } from '@medicready/platform/testing/raw-events'
import { Vault } from '@medicready/platform/vault/vault'
import { Projector } from '@medicready/projector/engine/projector'
import { registerHealth } from '@medicready/projector/health'
import { readModels } from '@medicready/projector/read-models/all'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const Alert = z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string(), runbook: z.string() }) })
const Rules = z.object({ groups: z.array(z.object({ rules: z.array(Alert) })) })
const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })

const alerts = Rules.parse(parse(textOf('platform/monitoring/alerts.yml'))).groups.flatMap(({ rules }) => rules)
const { panels } = Dashboard.parse(JSON.parse(textOf('platform/monitoring/dashboard.json')))

/** Of PromQL: what is neither a function, nor a label, nor in quotes. */
const metricsIn = (expression: string): string[] =>
  expression.replaceAll(/"[^"]*"|\{[^}]*\}|\b(?:by|without)\s*\([^)]*\)|\[[^\]]*\]/g, ' ').match(/\b[a-z]\w*_\w+\b(?!\s*\()/g) ?? []

async function servicesOverStores() {
  const [{ url: postgresUrl, drop }, log] = await Promise.all([createTestDatabase(), startTestEventStore()])
  const sql = connectPostgres(postgresUrl, { name: 'test' })
  const eventStore = new EventStore({ url: log.url, vault: new Vault(sql, testMasterKey), logger })
  const app = await createServer({ name: 'test', logger, readiness: async () => ({ ready: true }) })
  registerHealth(app, { projector: new Projector({ postgresUrl, sql, eventStore, readModels, logger }), eventStore, sql })
  const reaction = { name: 'one', on: {} }
  const job = { name: 'nightly', schedule: '0 0 * * *', run: async () => undefined }
  showWorker(app.metrics, {
    isActive: () => true,
    health: async () => healthOf({ reactions: [reaction], jobs: [job] }, sql, eventStore),
  })
  showHashing(app.metrics, new HashingQueue())
  onTestFinished(async () => {
    await app.close()
    await eventStore.close()
    await sql.end({ timeout: 1 })
    await log.close()
    await drop()
  })
  return { app, sql, log }
}

test('every alert and panel uses metrics that exist, and their values are read', { timeout: 60_000 }, async () => {
  const { app, sql, log } = await servicesOverStores()
  const known = new Set(app.metrics.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`]))
  const used = [...alerts, ...panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) => metricsIn(expr))
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((name) => !known.has(name))).toEqual([])

  await appendRaw(log.url, 'elsewhere-1', [{ type: 'NobodyKnowsThis', data: {} }])
  await sql`INSERT INTO worker.parked (reaction, incident) VALUES ('one', 'It failed.')`
  await sql`INSERT INTO worker.job_runs (job, ended_at, error) VALUES ('nightly', now(), 'It failed.')`
  const { body } = await app.inject('/metrics')
  expect(body).toContain('worker_reaction_parked{reaction="one",service="test"} 1')
  expect(Number(/worker_reaction_lag_seconds\{reaction="one",service="test"\} (\S+)/.exec(body)?.[1])).toBeGreaterThan(0)
  expect(body).toContain('worker_job_failed{job="nightly",service="test"} 1')
  expect(body).toContain('projector_active{service="test"} 0')
  expect(body).toMatch(/store_answer_seconds\{store="event store",service="test"\} \d/)
  await log.stop()
  const withoutLog = (await app.inject('/metrics')).body
  expect(withoutLog).toContain('store_answer_seconds{store="event store",service="test"} +Inf')
  expect(withoutLog).not.toContain('worker_reaction_parked{')
})

test('every alert has a runbook', () => {
  const headings = new Set(
    [...textOf('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(
      ([, title = '']) => `docs/operations.md#${title.toLowerCase().replaceAll(' ', '-')}`,
    ),
  )
  expect(alerts.filter(({ annotations }) => !headings.has(annotations.runbook)).map(({ alert }) => alert)).toEqual([])
})

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A house in a temporary folder, in which imports are planted; the rules are the ones that the real house obeys. */
const root = fileURLToPath(new URL('..', import.meta.url))
let house: string

const floors = ['domain', 'platform', 'local', 'command-api', 'projector', 'read-api', 'web', 'system-tests']

const sound: Record<string, string> = {
  'domain/f.ts': "import { e } from './e.ts'\nexport const f = () => e",
  'domain/e.ts': 'export const e = 1',
  'domain/study/study-day.ts': "import { z } from 'zod'\nexport type StudyDay = z.infer<z.ZodString>\nexport const limit = 1",
  'domain/study/study-day.test.ts':
    "import { test } from 'vitest'\nimport fc from 'fast-check'\nimport { limit } from './study-day.ts'\ntest('x', () => { fc.pre(limit === 1) })",
  'domain/study/shown/modes.ts': 'export const modes = 1',
  'domain/questions/content/item.ts': 'export const item = 1',
  'web/src/study/modes.ts': "import { modes } from '@medicready/domain/study/shown/modes'\nexport const shown = modes",
  'web/src/questions/admin/editor.ts': "import { item } from '@medicready/domain/questions/content/item'\nexport const edited = item",
  'domain/contract/study/study.ts': "import { z } from 'zod'\nexport const answer = z.string()",
  'platform/event-store/event-store.ts': "import type { AppendResult } from '@eventstore/db-client'\nexport type Appended = AppendResult",
  'platform/lifetime.ts': "import { limit } from '@medicready/domain/study/study-day'\nexport const life = limit",
  'platform/testing/postgres.ts': 'export const database = 1',
  'local/launcher.ts': "import { life } from '@medicready/platform/lifetime'\nexport const launcher = life",
  'system-tests/faults.ts': "import { server } from '../command-api/server.ts'\nexport const tested = server",
  'command-api/server.ts': "import { life } from '@medicready/platform/lifetime'\nexport const server = life",
  'read-api/server.ts': 'export const server = 2',
  'read-api/study/routes.ts': "import { users } from '@medicready/projector/read-models/accounts/users'\nexport const routes = users",
  'projector/server.ts': 'export const server = 3',
  'projector/engine/projector.ts': 'export const fold = 1',
  'projector/read-models/definition.ts': "import { limit } from '@medicready/domain/study/study-day'\nexport const define = () => limit",
  'projector/read-models/accounts/users.ts': "import { define } from '../definition.ts'\nexport const users = define()",
  'projector/read-models/all.ts': "import { users } from './accounts/users.ts'\nexport const readModels = [users]",
  'web/edge.ts': "import { life } from '@medicready/platform/lifetime'\nexport const edge = life",
  'web/src/ui/button.tsx': 'export const Button = () => <button type="button" />',
  'web/src/study/dashboard-page.tsx':
    "import { answer } from '@medicready/domain/contract/study/study'\nimport { Button } from '../ui/button.tsx'\nexport const Page = () => <Button key={answer.description} />",
  'web/src/app/routes.tsx': "export const routes = () => import('../study/dashboard-page.tsx')",
}

/** Each planted import breaks the rule named first. */
const planted: [rule: string, file: string, source: string][] = [
  ['command-api-stands-alone', 'command-api/a.ts', "import { server } from '../read-api/server.ts'\nexport const a = server"],
  ['read-api-stands-alone', 'read-api/a.ts', "export { server } from '../projector/server.ts'"],
  ['read-api-stands-alone', 'read-api/b.ts', "export { fold } from '@medicready/projector/engine/projector'"],
  ['read-models-are-pure', 'projector/read-models/study/a.ts', "import { fold } from '../../engine/projector.ts'\nexport const a = fold"],
  ['read-models-are-pure', 'projector/read-models/study/b.ts', "import { users } from '../accounts/users.ts'\nexport const b = users"],
  ['read-models-are-pure', 'projector/read-models/study/c.ts', "import { readFileSync } from 'node:fs'\nexport const c = readFileSync"],
  [
    'queries-know-read-models-alone',
    'projector/read-models/study/a-queries.ts',
    "import { Remembered } from '@medicready/platform/remembered'\nexport const a = Remembered",
  ],
  [
    'evidence-is-remembered-queries',
    'projector/read-models/readiness/learners-evidence.ts',
    "import { fold } from '../../engine/projector.ts'\nexport const a = fold",
  ],
  ['projector-stands-alone', 'projector/a.ts', "import type { server } from '../command-api/server.ts'\nexport type A = typeof server"],
  ['web-stands-alone', 'web/a.ts', "export const a = () => import('../command-api/server.ts')"],
  ['platform-knows-no-service', 'platform/a.ts', "import type { server } from '../command-api/server.ts'\nexport type A = typeof server"],
  ['platform-knows-no-service', 'platform/b.test.ts', "import { launcher } from '@medicready/local/launcher'\nexport const b = launcher"],
  ['stripe-stand-in-stands-alone', 'local/stripe/a.ts', "import { life } from '@medicready/platform/lifetime'\nexport const a = life"],
  ['local-knows-no-service', 'local/a.ts', "import { server } from '../command-api/server.ts'\nexport const a = server"],
  ['command-api-stands-alone', 'command-api/e.test.ts', "import { launcher } from '@medicready/local/launcher'\nexport const e = launcher"],
  ['domain-stands-on-nothing', 'domain/a.ts', "import { life } from '@medicready/platform/lifetime'\nexport const a = life"],
  ['domain-imports-zod-alone', 'domain/b.ts', "import { readFileSync } from 'node:fs'\nexport const b = readFileSync"],
  ['domain-imports-zod-alone', 'domain/c.ts', "import type { Pool } from 'pg'\nexport type C = Pool"],
  ['domain-tests-stay-pure', 'domain/d.test.ts', "import pg from 'pg'\nexport const d = pg"],
  [
    'web-room-study-is-closed',
    'web/src/study/a.tsx',
    "import type { Exam } from '../exams/exam.tsx'\nexport const A = (exam: Exam) => <p>{exam}</p>",
  ],
  [
    'web-room-exams-is-closed',
    'web/src/exams/exam.tsx',
    "export type Exam = string\nexport const load = () => import('../study/dashboard-page.tsx')",
  ],
  ['shared-web-knows-no-room', 'web/src/ui/a.tsx', "export { Page } from '../study/dashboard-page.tsx'"],
  ['shared-web-knows-no-room', 'web/src/answering/a.tsx', "export { Page } from '../study/dashboard-page.tsx'"],
  ['dashboards-know-no-room', 'web/src/dashboards/a.tsx', "export { Page } from '../study/dashboard-page.tsx'"],
  [
    'ui-knows-no-product',
    'web/src/ui/b.ts',
    "import type { answer } from '@medicready/domain/contract/study/study'\nexport type B = typeof answer",
  ],
  ['rooms-are-loaded-lazily', 'web/src/app/a.tsx', "export { Page } from '../study/dashboard-page.tsx'"],
  ['browser-sees-the-contract', 'web/src/study/b.ts', "import { limit } from '@medicready/domain/study/study-day'\nexport const b = limit"],
  [
    'educators-see-questions',
    'web/src/questions/admin/a.ts',
    "import { limit } from '@medicready/domain/study/study-day'\nexport const a = limit",
  ],
  [
    'browser-sees-the-contract',
    'web/src/study/e.ts',
    "import { item } from '@medicready/domain/questions/content/item'\nexport const e = item",
  ],
  ['shown-knows-what-is-shown', 'domain/study/shown/a.ts', "import { limit } from '../study-day.ts'\nexport const a = limit"],
  ['browser-has-no-server', 'web/src/study/c.ts', "import type { life } from '@medicready/platform/lifetime'\nexport type C = typeof life"],
  [
    'one-door-to-the-event-store',
    'projector/b.ts',
    "import { EventStoreDBClient } from '@eventstore/db-client'\nexport const b = EventStoreDBClient",
  ],
  ['use-cases-know-no-http', 'command-api/study/a.ts', "import type { FastifyRequest } from 'fastify'\nexport type A = FastifyRequest"],
  ['one-door-to-stripe', 'command-api/b.ts', "import Stripe from 'stripe'\nexport const b = Stripe"],
  ['one-door-to-fsrs', 'domain/study/a.ts', "import { fsrs } from 'ts-fsrs'\nexport const a = fsrs"],
  ['one-door-to-openai', 'command-api/c.ts', "import OpenAI from 'openai'\nexport const c = OpenAI"],
  ['one-door-to-web-push', 'command-api/g.ts', "import webPush from 'web-push'\nexport const g = webPush"],
  [
    'tests-are-not-products',
    'command-api/d.ts',
    "import { database } from '@medicready/platform/testing/postgres'\nexport const d = database",
  ],
  ['no-circles-between-folders', 'domain/exams/a.ts', "import { b } from '../billing/b.ts'\nexport const a = b"],
  ['no-circles-between-folders', 'domain/exams/d.ts', 'export const d = 1'],
  ['no-circles-between-folders', 'domain/billing/b.ts', 'export const b = 1'],
  ['no-circles-between-folders', 'domain/billing/c.ts', "import { d } from '../exams/d.ts'\nexport const c = d"],
  ['no-circles', 'domain/e.ts', "import { f } from './f.ts'\nexport const e = () => f"],
  ['no-circles-between-folders', 'web/src/study/d.ts', "import { routes } from '../app/routes.tsx'\nexport const d = routes"],
  ['no-circles-between-folders', 'web/src/ui/charts/e.ts', "import { f } from '../../api/f.ts'\nexport const e = f"],
  ['no-circles-between-folders', 'web/src/api/f.ts', 'export const f = 1'],
  ['no-circles-between-folders', 'web/src/api/g.ts', "import { h } from '../ui/charts/h.ts'\nexport const g = h"],
  ['no-circles-between-folders', 'web/src/ui/charts/h.ts', 'export const h = 1'],
  ['everything-is-found', 'domain/g.ts', "import { gone } from './gone.ts'\nexport const g = gone"],
]

async function write(file: string, source: string) {
  await mkdir(dirname(join(house, file)), { recursive: true })
  await writeFile(join(house, file), source)
}

type Report = { summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] } }

/** What the rules have to say about the house, as `rule: file`. */
async function violations(): Promise<string[]> {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { promise, resolve } = Promise.withResolvers<string>()
  const args = [command, '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', ...floors]
  execFile(process.execPath, args, { cwd: house, maxBuffer: 1 << 26 }, (_, stdout, stderr) => resolve(stdout || stderr))
  const { summary } = JSON.parse(await promise) as Report
  expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(sound).length)
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
}

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'medicready-rules-'))
  await mkdir(join(house, 'node_modules', '@medicready'), { recursive: true })
  for (const name of ['zod', 'vitest', 'fast-check', 'pg', '@eventstore']) {
    await symlink(join(root, 'node_modules', name), join(house, 'node_modules', name), 'junction')
  }
  for (const floor of floors) {
    await mkdir(join(house, floor))
    await cp(join(root, floor, 'package.json'), join(house, floor, 'package.json'))
    await symlink(join(house, floor), join(house, 'node_modules', '@medicready', floor), 'junction')
  }
  await cp(join(root, 'package.json'), join(house, 'package.json'))
  for (const [file, source] of Object.entries(sound)) await write(file, source)
})

afterAll(() => rm(house, { recursive: true, force: true }))

test('imports in the allowed direction break no rule', async () => {
  expect(await violations()).toEqual([])
})

test('every rule sees the imports that break it: values, types, re-exports and lazy ones, in .ts and .tsx', async () => {
  for (const [, file, source] of planted) await write(file, source)
  const found = await violations()
  const place = (rule: string, file: string) => (rule.startsWith('no-circles-between-folders') ? dirname(file) : file)
  expect(planted.map(([rule, file]) => `${rule}: ${place(rule, file)}`).filter((expected) => !found.includes(expected))).toEqual([])
})

test('every rule is tested with an import that breaks it', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }
  const broken = new Set(planted.map(([rule]) => rule))
  // All rooms of the web have the same rule.
  expect(forbidden.map(({ name }) => name).filter((name) => !broken.has(name) && !name.startsWith('web-room-'))).toEqual([])
})

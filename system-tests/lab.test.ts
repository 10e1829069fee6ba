import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import type { CountedFact } from '@medicready/domain/contract/lab/facts'
import type { QueryAnswer } from '@medicready/domain/contract/lab/queries'
import { everyFact } from '@medicready/platform/testing/event-log'
import { patience } from '@medicready/platform/testing/patience'
import { ask, openExport } from '@medicready/projector/export/read-export'
import { afterAll, expect, test, vi } from 'vitest'
import { ownBackend } from './backend.ts'

const exportDirectory = await mkdtemp(join(tmpdir(), 'medicready-lab-'))
afterAll(() => rm(exportDirectory, { recursive: true }))
const backend = await ownBackend({ exportDirectory })
const name = { firstName: 'Quirina', lastName: 'Zwetkow' }
const learner = await backend.signedIn('student', name)
const analyst = await backend.signedIn('analyst')
const colleague = await backend.signedIn('analyst', { firstName: 'Bela', lastName: 'Kis' })

const query = (sql: string, { token } = analyst) => backend.send('POST /api/analyst/queries', { token, body: { sql } })
const answerTo = async (sql: string): Promise<QueryAnswer> => {
  const answer = await query(sql)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json()
}

test('an analyst sees each type of fact with its meaning, and as many as are in the log', async () => {
  await backend.send('POST /api/user/modules', { token: learner.token, body: { module: 'Trauma' } })
  await vi.waitFor(async () => {
    const facts = (await backend.send('GET /api/analyst/facts', { token: analyst.token })).json() as CountedFact[]
    const log = Map.groupBy(await everyFact(backend.eventStore), ({ type }) => type)
    expect(Object.fromEntries(facts.filter(({ count }) => count > 0).map(({ type, count }) => [type, count]))).toEqual(
      Object.fromEntries([...log].map(([type, { length }]) => [type, length])),
    )
    const selected = log.get('ModuleSelected')?.map(({ metadata }) => metadata.occurredAt) ?? []
    expect(facts.find(({ type }) => type === 'ModuleSelected')).toMatchObject({
      room: 'study',
      meaning: expect.stringContaining('module'),
      firstAt: selected.at(0),
      lastAt: selected.at(-1),
    })
    expect(facts.find(({ type }) => type === 'ExamCompleted')).toMatchObject({ count: 0, firstAt: null, lastAt: null })
  }, patience)
})

test('a search looks at types, meanings, and fields', async () => {
  const found = async (search: string) => {
    const at = `/api/analyst/facts?${new URLSearchParams({ search })}`
    return ((await backend.send('GET /api/analyst/facts', { token: analyst.token, at })).json() as CountedFact[]).map(({ type }) => type)
  }
  expect(await found('flaggedForReview CONFIDENCE')).toEqual(['AnswerSubmitted'])
  expect(await found('flaggedForReview zebra')).toEqual([])
})

test('a type has its fields, with what is sealed, and the shapes of their values', async () => {
  const inFull = (type: string) => backend.send('GET /api/analyst/facts/{type}', { token: analyst.token, params: { type } })
  const { fields } = (await inFull('AccountRegistered')).json()
  expect(fields).toContainEqual(expect.objectContaining({ path: 'email', type: 'text or null', isSealed: true }))
  expect((await inFull('QuestionAdded')).json()).toMatchObject({
    count: expect.any(Number),
    readModels: expect.arrayContaining(['questions/questions']),
    shapes: expect.arrayContaining([expect.objectContaining({ name: 'Item' }), expect.objectContaining({ name: 'moduleNames' })]),
  })
  expect((await inFull('NothingHappened')).statusCode).toBe(404)
})

test('without an export, a query says so', async () => {
  expect((await query('SELECT 1')).json()).toMatchObject({ code: 'exportMissing' })
})

test('the latest export is queried with SQL, and each query is audited', async () => {
  await promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL('../projector/export.ts', import.meta.url)), '--reason', 'To test it.'],
    {
      env: { ...process.env, ...backend.environment, EXPORT_DIRECTORY: exportDirectory },
    },
  )
  const { views, examples } = await backend.done('GET /api/analyst/export', { token: analyst.token })
  expect(views[0]).toMatchObject({ name: 'answers', columns: expect.arrayContaining(['user_id', '"at"', 'is_correct']) })
  expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(['AnswerSubmitted', 'read_models.users']))
  expect(examples).toHaveLength(10)
  // Each of them is asked in projector/export.test.ts.
  await answerTo(examples[0]?.sql ?? '')

  const sql = 'SELECT module, count(*) AS n, count(*) AS n, true AS b, [1, NULL] AS l FROM ModuleSelected GROUP BY module'
  expect(await answerTo(sql)).toEqual({
    columns: ['module', 'n', 'n (3)', 'b', 'l'].map((name) => ({ name, isNumber: name.startsWith('n') })),
    rows: [['Trauma', 1, 1, 'true', '[1,null]']],
    isCut: false,
    seconds: expect.any(Number),
  })
  const queried = (await backend.factsOf('ExportQueried')).at(-1)
  expect(queried).toMatchObject({ data: { by: analyst.userId, sql }, metadata: { actorId: analyst.userId } })
  const { token } = await backend.signedIn('admin')
  const audited = await backend.done('GET /api/admin/audit', { token, query: { type: 'ExportQueried' } })
  expect(audited[0]).toMatchObject({ what: 'Queried the export', reason: sql })
})

let opened: ReturnType<typeof openExport> | undefined

test.each([
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  "COPY (SELECT 1) TO '/tmp/medicready-lab.csv'",
  "ATTACH '/tmp/medicready-lab.db'",
  'SET threads = 8',
  "PRAGMA memory_limit = '8GB'",
  'CREATE TABLE mine AS SELECT 1',
  'SELECT 1; SELECT 2',
  'SELECT FROM WHERE',
])('%s is refused', async (sql) => {
  // In this process, since a process for each query costs two seconds of a processor.
  opened ??= openExport(exportDirectory)
  await expect(ask(await opened, sql).next()).rejects.toThrow(/\S/)
})

test.each([
  "SELECT * FROM read_text('/etc/passwd')",
  `COPY (SELECT 1) TO '${exportDirectory}/other.csv'`,
  `SELECT * FROM read_parquet('${exportDirectory}/missing.parquet')`,
])('%s is refused without the address of the export', async (sql) => {
  const answer = await query(sql)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'queryFailed', message: expect.stringMatching(/\S/) })
  expect(answer.body).not.toContain(exportDirectory)
})

test('an answer is limited in rows, in size, and in memory', async () => {
  const many = await answerTo('SELECT * FROM range(20000)')
  expect([many.rows.length, many.rows[9_999], many.isCut]).toEqual([10_000, [9_999], true])
  const large = await answerTo("SELECT repeat('x', 1000000) FROM range(100)")
  expect([large.rows.length, large.isCut]).toEqual([4, true])
  const wide = await query("SELECT repeat('x', 100000000 + range) FROM range(2000)")
  expect(wide.json()).toMatchObject({ code: 'queryFailed', message: expect.stringContaining('memory') })
})

const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range * b.range = c.range + 0.5'

/** Endless without a processor: a pipe that is never written to. */
function waiting(): string {
  if (process.platform === 'win32') return endless
  const pipe = join(exportDirectory, 'pipe')
  execFileSync('mkfifo', [pipe])
  return `SELECT * FROM read_text('${pipe}')`
}

test('a query that does not end is killed, and the product answers others meanwhile', async () => {
  const begun = performance.now()
  const slow = query(waiting())
  const replaced = query(endless, colleague)
  await vi.waitFor(
    async () =>
      expect(
        (await backend.factsOf('ExportQueried'))
          .slice(-2)
          .map(({ data }) => data.by)
          .sort(),
      ).toEqual([analyst.userId, colleague.userId].sort()),
    patience,
  )
  const third = await backend.signedIn('analyst')
  expect((await query('SELECT 1', third)).json()).toMatchObject({ code: 'queriesBusy' })
  expect((await query('SELECT 1 AS one', colleague)).json()).toMatchObject({ rows: [[1]] })
  expect((await replaced).json()).toMatchObject({ code: 'queryFailed', message: 'This query was stopped.' })
  expect((await slow).json()).toMatchObject({ code: 'queryFailed', message: expect.stringContaining('30 seconds') })
  expect(performance.now() - begun).toBeGreaterThan(29_000)
  expect(await answerTo('SELECT 1 AS one')).toMatchObject({ rows: [[1]] })
}, 60_000)

test('a person stops their own query', async () => {
  const running = query(endless)
  await vi.waitFor(async () => expect((await backend.factsOf('ExportQueried')).at(-1)?.data.sql).toBe(endless), patience)
  await vi.waitFor(async () => {
    await backend.done('POST /api/analyst/queries/stop', { token: analyst.token })
    expect(await Promise.race([running, 'running'])).not.toBe('running')
  }, patience)
  expect((await running).json()).toMatchObject({ message: 'This query was stopped.' })
})

test('saved queries are shown to all analysts, and changed by their owners only', async () => {
  const save = (name: string, sql: string, { token } = analyst) =>
    backend.done('POST /api/analyst/saved-queries', { token, body: { name, sql } })
  const shown = async ({ token } = analyst) => backend.done('GET /api/analyst/saved-queries', { token })
  const { id } = await save('Answers', 'SELECT 1')
  expect(await save('answers', 'SELECT 2')).toEqual({ id })
  const { id: other } = await save('Answers', 'SELECT 3', colleague)
  expect(await shown()).toEqual(
    expect.arrayContaining([
      { id, name: 'answers', sql: 'SELECT 2', owner: 'Ana Silva', isOwn: true, savedAt: expect.any(String) },
      { id: other, name: 'Answers', sql: 'SELECT 3', owner: 'Bela Kis', isOwn: false, savedAt: expect.any(String) },
    ]),
  )
  for (const each of [id, other])
    await backend.done('DELETE /api/analyst/saved-queries/{id}', { token: analyst.token, params: { id: each } })
  expect((await shown()).map((query) => query.id)).toEqual([other])
})

const ofAnalysts = (Object.keys(contract) as CallKey[]).filter((key) => contract[key].access === 'analyzeData')

test.each(ofAnalysts)('%s names no one', async (key) => {
  const { statusCode, body } = await backend.sendExample(key, {}, analyst.token)
  expect(statusCode).toBeLessThan(400)
  for (const personal of [learner.email, name.firstName, name.lastName, analyst.email]) expect(body).not.toContain(personal)
})

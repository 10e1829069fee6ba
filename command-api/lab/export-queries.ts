import { fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AskableExport, QueryAnswer } from '@medicready/domain/contract/lab/queries'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { z } from 'zod'

const program = fileURLToPath(import.meta.resolve('@medicready/projector/export/answer-query'))
const examplesDirectory = new URL('../../docs/questions/', import.meta.url)

const MOST_SECONDS = 30
const MOST_AT_ONCE = 2
const MOST_MEGABYTES_OF_CODE = 512

const Manifest = z.object({ exportId: z.uuid(), runId: z.uuid(), startedAt: z.iso.datetime() })
const Message = z.union([z.object({ answer: QueryAnswer }), z.object({ refusal: z.string() })])

const viewsSql = `
  WITH words AS (SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved')
  SELECT
    CASE schema_name WHEN 'main' THEN '' ELSE schema_name || '.' END || table_name AS view,
    CASE WHEN lower(column_name) IN (FROM words) THEN '"' || column_name || '"' ELSE column_name END AS name
  FROM duckdb_columns() WHERE NOT internal
  ORDER BY schema_name <> 'main', table_name ~ '[A-Z].*', view, column_index`

const failed = (words: string) => new Rejection('queryFailed', [], null, words)

/** Each query runs in a process of its own. Of this one's settings it gets only where compiled code is. */
export class ExportQueries {
  readonly #directory: string | undefined
  /** What stops the query of each person. */
  readonly #running = new Map<string, AbortController>()
  #described: { readonly runId: string; readonly described: Promise<AskableExport> } | null = null

  constructor(directory: string | undefined) {
    this.#directory = directory
  }

  /** Rejects with `exportMissing`. */
  async latest(): Promise<z.infer<typeof Manifest> & { readonly folder: string }> {
    const folder = this.#directory ?? ''
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null)
    if (folder === '' || text === null) throw new Rejection('exportMissing')
    return { ...Manifest.parse(JSON.parse(text)), folder }
  }

  /** Described once for each run of the export. */
  async describe(): Promise<AskableExport> {
    const { folder, runId, startedAt: exportedAt } = await this.latest()
    if (this.#described?.runId !== runId) {
      const described = Promise.all([run(folder, viewsSql, AbortSignal.timeout(MOST_SECONDS * 1_000)), readExamples()]).then(
        ([{ rows }, examples]) => {
          const views = Map.groupBy(rows, ([view]) => String(view))
          return {
            exportedAt,
            views: Array.from(views, ([name, columns]) => ({ name, columns: columns.map((row) => String(row[1])) })),
            examples,
          }
        },
      )
      this.#described = { runId, described }
      described.catch(() => {
        this.#described = null
      })
    }
    return this.#described.described
  }

  /** Stops the query that this person is still running. Rejects with `queryFailed` or `queriesBusy`. */
  async answer(userId: string, folder: string, sql: string): Promise<QueryAnswer> {
    this.stop(userId)
    if (this.#running.size >= MOST_AT_ONCE) throw new Rejection('queriesBusy')
    const stopping = new AbortController()
    this.#running.set(userId, stopping)
    try {
      return await run(folder, sql, AbortSignal.any([stopping.signal, AbortSignal.timeout(MOST_SECONDS * 1_000)]))
    } finally {
      if (this.#running.get(userId) === stopping) this.#running.delete(userId)
    }
  }

  stop(userId: string): void {
    this.#running.get(userId)?.abort(failed('This query was stopped.'))
    this.#running.delete(userId)
  }

  close(): void {
    for (const userId of this.#running.keys()) this.stop(userId)
  }
}

async function run(folder: string, sql: string, signal: AbortSignal): Promise<QueryAnswer> {
  const child = fork(program, [], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES_OF_CODE}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const stop = () => reject(signal.reason instanceof Rejection ? signal.reason : failed(tooSlow))
  child.once('message', resolve).once('error', reject)
  child.once('exit', () => reject(failed('This query needs too much memory. Please ask for less, such as fewer days or columns.')))
  signal.addEventListener('abort', stop)
  try {
    child.send({ folder, sql })
    const message = Message.parse(await promise)
    if ('refusal' in message) throw failed(message.refusal)
    return message.answer
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

const tooSlow = `This query took longer than ${MOST_SECONDS} seconds. Please ask for less, such as fewer days.`

/** The first line of a file is a comment with the question. */
async function readExamples(): Promise<AskableExport['examples']> {
  const files = (await readdir(examplesDirectory)).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, examplesDirectory), 'utf8')))
  return texts.map((sql) => ({ name: sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? '', sql }))
}

import { constants, setPriority } from 'node:os'
import type { QueryAnswer } from '@medicready/domain/contract/lab/queries'
import { wordsOf } from '../arguments.ts'
import { ask, openExport } from './read-export.ts'

// Started by the command API for one query, and killed by it after the answer or when time is over.

const MOST_ROWS = 10_000
const MOST_LETTERS = 5_000_000
const MOST_MEMORY = 1024 * 1024 * 1024
const LOOK_MILLISECONDS = 50
const limits = { threads: '1', memory_limit: '512MB', temp_directory: '' }

const isNumeric = (type: string): boolean => /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\))$/.test(type)

/** DuckDB gives large integers and decimals as text. */
function cellOf(value: unknown, isNumber: boolean): string | number | null {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'string') return isNumber && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER ? Number(value) : value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const withDifferentNames = (names: readonly string[]): string[] =>
  names.map((name, at) => (names.indexOf(name) === at ? name : `${name} (${at + 1})`))

async function answerQuery(folder: string, sql: string): Promise<QueryAnswer> {
  const begun = performance.now()
  const found: QueryAnswer = { columns: [], rows: [], isCut: false, seconds: 0 }
  let letters = 0
  for await (const { columns, types, rows } of ask(await openExport(folder, limits), sql)) {
    const isNumber = types.map(isNumeric)
    found.columns = withDifferentNames(columns).map((name, at) => ({ name, isNumber: isNumber[at] ?? false }))
    for (const row of rows) {
      const cells = row.map((value, at) => cellOf(value, isNumber[at] ?? false))
      letters += JSON.stringify(cells).length
      found.isCut = found.rows.length === MOST_ROWS || letters > MOST_LETTERS
      if (found.isCut) break
      found.rows.push(cells)
    }
    if (found.isCut) break
  }
  return { ...found, seconds: (performance.now() - begun) / 1_000 }
}

const send = (message: { readonly answer: QueryAnswer } | { readonly refusal: string }) => process.send?.(message)

setPriority(constants.priority.PRIORITY_LOW)
// An exit would wait for DuckDB.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// DuckDB's limit leaves out the values of an answer.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.kill(process.pid, 'SIGKILL')
}, LOOK_MILLISECONDS)
process.once('message', async ({ folder, sql }: { readonly folder: string; readonly sql: string }) => {
  try {
    send({ answer: await answerQuery(folder, sql) })
  } catch (error) {
    send({ refusal: wordsOf(error).replaceAll(folder, '') })
  }
})

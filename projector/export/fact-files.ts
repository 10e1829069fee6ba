import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { copyToParquet, quotedText, structOf } from './duckdb.ts'
import type { ExportedFile, ExportFolder } from './export-folder.ts'
import { factColumns } from './exported-facts.ts'

/** Lines by partition, in the order of the log. */
export class WaitingLines {
  readonly #lines = new Map<string, { readonly type: string; readonly month: string; readonly lines: string[] }>()
  #characters = 0

  get characters(): number {
    return this.#characters
  }

  add(type: string, month: string, line: string): void {
    const partition = partitionOf(type, month)
    const known = this.#lines.get(partition)
    if (known) known.lines.push(line)
    else this.#lines.set(partition, { type, month, lines: [line] })
    this.#characters += line.length
  }

  [Symbol.iterator]() {
    return this.#lines.entries()
  }
}

const partitionOf = (type: string, month: string): string => `facts/type=${type}/month=${month}`

interface Part {
  readonly number: number
  readonly rows: number
  readonly file: ExportedFile | null
}

/**
 * Part k of a partition has its rows k × n to (k + 1) × n - 1, so that the files do not depend on when the export was
 * interrupted. A part that grows is written again under a name with its new number of rows.
 */
export class FactFiles {
  readonly #folder: ExportFolder
  readonly #connection: DuckDBConnection
  readonly #rowsPerFile: number
  readonly #files: Map<string, ExportedFile>
  /** The last part of each partition. */
  readonly #last = new Map<string, Part>()

  constructor(folder: ExportFolder, connection: DuckDBConnection, rowsPerFile: number, files: readonly ExportedFile[]) {
    this.#folder = folder
    this.#connection = connection
    this.#rowsPerFile = rowsPerFile
    this.#files = new Map(files.map((file) => [file.path, file]))
    for (const file of files) {
      const [, partition = '', number] = /^(.*)\/part-(\d+)-/.exec(file.path) ?? []
      if (Number(number) >= (this.#last.get(partition)?.number ?? 0))
        this.#last.set(partition, { number: Number(number), rows: file.rows, file })
    }
  }

  get files(): readonly ExportedFile[] {
    return [...this.#files.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  }

  async append(waiting: WaitingLines): Promise<void> {
    for (const [partition, { type, lines }] of waiting) {
      for (let from = 0; from < lines.length; ) {
        const part = this.#openPart(partition)
        const more = lines.slice(from, from + this.#rowsPerFile - part.rows)
        await this.#extend(partition, type, part, more)
        from += more.length
      }
    }
  }

  #openPart(partition: string): Part {
    const last = this.#last.get(partition)
    if (!last) return { number: 0, rows: 0, file: null }
    return last.rows < this.#rowsPerFile ? last : { number: last.number + 1, rows: 0, file: null }
  }

  async #extend(partition: string, type: string, part: Part, lines: readonly string[]): Promise<void> {
    const added = join(this.#folder.scratch, 'lines.json')
    await writeFile(added, lines.join('\n'))
    const columns = structOf(factColumns.get(type) ?? {})
    const fromLines = `SELECT * FROM read_json(${quotedText(added)}, columns = ${columns}, format = 'newline_delimited')`
    const before = part.file && `SELECT * FROM read_parquet(${quotedText(this.#folder.of(part.file.path))}, hive_partitioning = false)`
    const query = before ? `${before} UNION ALL BY NAME ${fromLines}` : fromLines
    const written = await copyToParquet(this.#connection, query, join(this.#folder.scratch, 'part.parquet'))
    const rows = part.rows + lines.length
    if (written !== rows) throw new Error(`${written} rows of ${partition} were written instead of ${rows}.`)
    const file = await this.#folder.take('part.parquet', `${partition}/part-${part.number}-${rows}.parquet`, rows)
    if (part.file) this.#files.delete(part.file.path)
    this.#files.set(file.path, file)
    this.#last.set(partition, { number: part.number, rows, file })
  }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const Position = z.object({ commit: z.string(), prepare: z.string() })
const ExportedFile = z.object({ path: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })
export type ExportedFile = z.infer<typeof ExportedFile>

const Selection = z.object({ fromDay: z.string().nullable(), toDay: z.string().nullable(), types: z.array(z.string()).nullable() })
export type Selection = z.infer<typeof Selection>

/** What is in the folder. `progress.json` has it during a run, `manifest.json` after it. */
const ExportRecord = z.object({
  exportId: z.uuid(),
  /** Of the last run, and of its fact in the log. */
  runId: z.uuid(),
  reason: z.string(),
  startedAt: z.string(),
  selection: Selection,
  /** The position up to which the log is exported, and the one where the last run ends. */
  reached: Position.nullable(),
  through: Position,
  pseudonyms: z.string(),
  /** A digest of the columns, so that a new version of the product does not mix them with others. */
  columns: z.string(),
  /** Entries of the log that are not facts that this version can read. */
  skipped: z.object({ unknown: z.int(), malformed: z.int() }),
  erasures: z.object({
    /** Facts of this many people are not in the export. The digest is of their pseudonyms. */
    people: z.int(),
    digest: z.string(),
    /** Exports that end before this position hold facts of people erased since, and must be made again. */
    outdatedBefore: z.string().nullable(),
  }),
  /** Why the whole export was made again. */
  remade: z.string().nullable(),
  facts: z.array(ExportedFile),
  readModels: z.array(z.object({ name: z.string(), version: z.int(), position: z.string().nullable(), tables: z.array(ExportedFile) })),
  /** Read models that were not live in this version of the product. */
  leftOut: z.array(z.string()),
})
export type ExportRecord = z.infer<typeof ExportRecord>

export type RecordName = 'manifest.json' | 'progress.json'

/** The records name the files that count. All others are leftovers of a run that was killed. */
export class ExportFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** For files that are not ready. */
  get scratch(): string {
    return this.of('.scratch')
  }

  of(path: string): string {
    return join(this.path, path)
  }

  async isForeign(): Promise<boolean> {
    const names = await readdir(this.path).catch(() => [])
    return names.length > 0 && !names.some((name) => ['manifest.json', 'progress.json', '.scratch'].includes(name))
  }

  async read(name: RecordName): Promise<ExportRecord | null> {
    const text = await readFile(this.of(name), 'utf8').catch(() => null)
    return text === null ? null : ExportRecord.parse(JSON.parse(text))
  }

  async start(progress: ExportRecord): Promise<void> {
    await this.#write('progress.json', progress)
    const manifest = await this.read('manifest.json')
    if (manifest && manifest.exportId !== progress.exportId) await rm(this.of('manifest.json'))
    await this.#removeAllBut(progress)
  }

  async keep(progress: ExportRecord): Promise<void> {
    await this.#write('progress.json', progress)
    await this.#removeAllBut(progress)
  }

  async end(manifest: ExportRecord): Promise<void> {
    await this.#write('manifest.json', manifest)
    await rm(this.of('progress.json'))
    await this.#removeAllBut(manifest)
    await rm(this.scratch, { recursive: true })
  }

  async emptyScratch(): Promise<void> {
    await rm(this.scratch, { recursive: true, force: true })
    await mkdir(this.scratch, { recursive: true })
  }

  /** Moves a finished file out of the scratch folder. */
  async take(scratch: string, path: string, rows: number): Promise<ExportedFile> {
    const from = join(this.scratch, scratch)
    const { size: bytes } = await stat(from)
    const sha256 = await digestOf(from)
    await mkdir(dirname(this.of(path)), { recursive: true })
    await rename(from, this.of(path))
    return { path, rows, bytes, sha256 }
  }

  async isWhole({ path, bytes, sha256 }: ExportedFile): Promise<boolean> {
    const found = await stat(this.of(path)).catch(() => null)
    return found?.size === bytes && (await digestOf(this.of(path))) === sha256
  }

  /** At once or not at all, also when the power fails. */
  async #write(name: RecordName, record: ExportRecord): Promise<void> {
    const file = await open(this.of('.scratch/record.json'), 'w')
    await file.writeFile(`${JSON.stringify(record, null, 1)}\n`)
    await file.sync()
    await file.close()
    await rename(this.of('.scratch/record.json'), this.of(name))
  }

  /** The files of the last finished run stay until the next one has finished. */
  async #removeAllBut(record: ExportRecord): Promise<void> {
    const manifest = await this.read('manifest.json')
    const records = manifest ? [manifest, record] : [record]
    const named = new Set(
      records.flatMap(({ facts, readModels }) => [...facts, ...readModels.flatMap(({ tables }) => tables)]).map(({ path }) => path),
    )
    for (const folder of ['facts', 'read_models']) {
      const entries = await readdir(this.of(folder), { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        const path = relative(this.path, join(entry.parentPath, entry.name))
        if (entry.isFile() && !named.has(path)) await rm(this.of(path))
      }
    }
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

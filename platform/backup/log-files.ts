import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFolder, KeptFile } from './backup-folder.ts'

/**
 * The order of EventStoreDB's documentation ("Backup and restore", simple full backup) while the server runs: index
 * checkpoints, the rest of the index, the checkpoints of the log, and then its chunks. The copied checkpoints fix
 * where the copied log ends, whatever is appended afterwards.
 */
const upToTheEnd = [/^index\/.*\.chk$/, /^index\//, /^[^/]+\.chk$/]
const chunks = /^[^/]+$/

/** Where its reader, who acknowledges events, has come. */
const CHASER = 'chaser.chk'
const TRUNCATE = 'truncate.chk'

/** A file of the log was replaced during the copy, as when an index is merged. */
export class LogChanged extends Error {}

export class LogFiles {
  readonly #directory: string
  readonly #backup: BackupFolder
  readonly #previous: readonly KeptFile[]
  readonly #copied = new Map<string, KeptFile>()

  constructor(directory: string, backup: BackupFolder, previous: readonly KeptFile[]) {
    this.#directory = directory
    this.#backup = backup
    this.#previous = previous
  }

  async copyUpToTheEnd(): Promise<void> {
    for (const pattern of upToTheEnd) await this.#copyAll(pattern)
  }

  async copyChunks(): Promise<readonly KeptFile[]> {
    await this.#copyAll(chunks)
    return [...this.#copied.values()]
  }

  /** The position at which the copied log ends; null if there is no log. A checkpoint is a little-endian number. */
  async end(): Promise<bigint | null> {
    const chaser = this.#copied.get(CHASER)
    if (!chaser) return null
    for await (const bytes of this.#backup.contents(chaser)) return bytes.readBigInt64LE()
    return null
  }

  async #copyAll(pattern: RegExp): Promise<void> {
    const entries = await readdir(this.#directory, { recursive: true, withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => this.#relative(join(parentPath, name)))
    for (const name of names.sort()) if (pattern.test(name) && !this.#copied.has(name)) this.#copied.set(name, await this.#copy(name))
  }

  #relative(path: string): string {
    return path.slice(join(this.#directory, '/').length).replaceAll('\\', '/')
  }

  async #copy(name: string): Promise<KeptFile> {
    const path = join(this.#directory, name)
    try {
      const { size, mtimeMs: modified } = await stat(path)
      const complete = this.#completeInThePrevious(name)
      if (complete?.size === size && complete.modified === modified && (await this.#backup.holds(complete))) return complete
      return { name, modified, ...(await this.#backup.keep(createReadStream(path, { highWaterMark: 1024 * 1024 }))) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LogChanged(`${path} is gone.`, { cause: error })
      throw error
    }
  }

  /** A chunk is complete when there is one after it. */
  #completeInThePrevious(name: string): KeptFile | undefined {
    const before = this.#previous.filter((file) => /^chunk-/.test(file.name)).slice(0, -1)
    return before.find((file) => file.name === name)
  }
}

/** Takes the place of what is there. */
export async function writeLog(backup: BackupFolder, files: readonly KeptFile[], directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true })
  for (const file of files) {
    const path = join(directory, file.name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, backup.contents(file), { flush: true })
  }
  // EventStoreDB cuts the log off there. Its documentation asks for this copy.
  const chaser = files.find(({ name }) => name === CHASER)
  if (chaser) await writeFile(join(directory, TRUNCATE), backup.contents(chaser), { flush: true })
}

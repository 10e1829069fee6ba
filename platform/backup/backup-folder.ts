import { createHmac } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { subkey } from '../vault/master-keys.ts'
import { decrypt, encrypt } from '../vault/sealing.ts'

/** For the operator. */
export class BackupRefused extends Error {}

const kept = z.object({ name: z.string(), size: z.number(), blocks: z.array(z.string().regex(/^[0-9a-f]{64}$/)) })
const keptFile = kept.extend({ modified: z.number() })
const keptTable = kept.extend({ columns: z.array(z.string()) })
const manifest = z.object({
  /** Where the log ends. Every event before it is in the backup. */
  position: z.string(),
  time: z.iso.datetime(),
  /** The ID of the master key. */
  masterKey: z.string(),
  migrations: z.array(z.string()),
  /** Everyone whose erasure this backup or an earlier one has seen. */
  erased: z.array(z.uuid()),
  log: z.array(keptFile),
  tables: z.array(keptTable),
})

export type KeptFile = z.infer<typeof keptFile>
export type KeptTable = z.infer<typeof keptTable>
export type Manifest = z.infer<typeof manifest>
type Kept = z.infer<typeof kept>

const BLOCK_BYTES = 4 * 1024 * 1024
/** With one backup a day, the key of an erased person is in no backup after two weeks. */
export const KEPT_GENERATIONS = 14
const SUFFIX = '.manifest'

/**
 * `blocks/` holds every block of every file once, named by its keyed SHA-256; `generations/` holds a manifest for each
 * backup, written last. All of it is encrypted with AES-256-GCM.
 */
export class BackupFolder {
  readonly #blocks: string
  readonly #generations: string
  readonly #encryption: Buffer
  readonly #naming: Buffer
  #known: Set<string> | null = null
  bytesWritten = 0

  constructor(folder: string, key: string) {
    this.#blocks = join(folder, 'blocks')
    this.#generations = join(folder, 'generations')
    const root = Buffer.from(key, 'base64')
    this.#encryption = subkey(root, 'backup encryption')
    this.#naming = subkey(root, 'backup names')
  }

  /** Oldest first. */
  async generations(): Promise<string[]> {
    const names = await readdir(this.#generations).catch(missing)
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort()
  }

  async manifest(generation: string): Promise<Manifest> {
    const sealed = await readFile(join(this.#generations, generation + SUFFIX))
    return manifest.parse(JSON.parse(this.#open(sealed, generation, `the backup ${generation}`).toString()))
  }

  async keep(source: AsyncIterable<Uint8Array>): Promise<Omit<Kept, 'name'>> {
    const blocks: string[] = []
    let size = 0
    for await (const block of inBlocks(source)) {
      size += block.length
      blocks.push(await this.#keepBlock(block))
    }
    return { size, blocks }
  }

  async #keepBlock(plain: Buffer): Promise<string> {
    const name = this.#nameOf(plain)
    const known = await this.#knownBlocks()
    if (!known.has(name)) {
      await write(join(this.#blocks, name), encrypt(this.#encryption, plain, name))
      known.add(name)
      this.bytesWritten += plain.length
    }
    return name
  }

  async holds({ blocks }: Kept): Promise<boolean> {
    const known = await this.#knownBlocks()
    return blocks.every((block) => known.has(block))
  }

  async #knownBlocks(): Promise<Set<string>> {
    if (this.#known === null) {
      await mkdir(this.#blocks, { recursive: true })
      this.#known = new Set(await readdir(this.#blocks))
    }
    return this.#known
  }

  /** Throws BackupRefused for a block that is missing or not what was written. */
  async *contents({ name, blocks }: Kept): AsyncGenerator<Buffer> {
    for (const block of blocks) {
      const what = `${join(this.#blocks, block)}, a part of ${name},`
      const sealed = await readFile(join(this.#blocks, block)).catch(() => {
        throw new BackupRefused(`${what} is missing.`)
      })
      const plain = this.#open(sealed, block, what)
      if (this.#nameOf(plain) !== block) throw new BackupRefused(`${what} is damaged.`)
      yield plain
    }
  }

  /** Only now is the backup one. Then removes old generations, and the blocks that no generation needs. */
  async publish(manifest: Manifest): Promise<string> {
    const generation = manifest.time.replaceAll(':', '-')
    await mkdir(this.#generations, { recursive: true })
    const sealed = encrypt(this.#encryption, Buffer.from(JSON.stringify(manifest)), generation)
    await write(join(this.#generations, generation + SUFFIX), sealed)
    const generations = await this.generations()
    for (const old of generations.slice(0, -KEPT_GENERATIONS)) await rm(join(this.#generations, old + SUFFIX))
    const needed = new Set<string>()
    for (const one of generations.slice(-KEPT_GENERATIONS)) {
      const { log, tables } = await this.manifest(one)
      for (const { blocks } of [...log, ...tables]) for (const block of blocks) needed.add(block)
    }
    for (const name of await readdir(this.#blocks)) if (!needed.has(name)) await rm(join(this.#blocks, name))
    return generation
  }

  #nameOf(plain: Buffer): string {
    return createHmac('sha256', this.#naming).update(plain).digest('hex')
  }

  #open(sealed: Buffer, name: string, what: string): Buffer {
    try {
      return decrypt(this.#encryption, sealed, name)
    } catch {
      throw new BackupRefused(`${what} is damaged, or BACKUP_KEY is not the key that it was written with.`)
    }
  }
}

const missing = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return []
  throw error
}

async function write(path: string, data: Buffer): Promise<void> {
  await writeFile(`${path}.new`, data, { flush: true, mode: 0o600 })
  await rename(`${path}.new`, path)
}

async function* inBlocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const part = rest.subarray(0, BLOCK_BYTES - length)
      rest = rest.subarray(part.length)
      waiting.push(part)
      length += part.length
      if (length < BLOCK_BYTES) continue
      yield Buffer.concat(waiting)
      waiting = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

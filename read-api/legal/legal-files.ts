import { createHash } from 'node:crypto'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { LegalText } from '@medicready/domain/legal/shown/legal-text'
import type { FileToSend } from '@medicready/platform/http/calls'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import type { Edition } from './published-policies.ts'

/** A PDF has 30 to 80 KB. */
const REMEMBERED_BYTES = 16 * 1024 * 1024
const IDLE_MILLISECONDS = 60_000

type LastingFile = FileToSend & { readonly bytes: Buffer; readonly etag: string }
type TextOf = (edition: Edition) => Promise<LegalText>

/** Created once per version, whose text never changes, on another thread. */
export class LegalFiles {
  readonly #textOf: TextOf
  readonly #publicUrl: string
  readonly #made = new LRUCache<string, LastingFile>({ maxSize: REMEMBERED_BYTES, sizeCalculation: ({ bytes }) => bytes.length })
  readonly #underWay = new Map<string, Promise<LastingFile>>()
  /** Started when needed, and stopped with its fonts when idle. */
  readonly #threads = new Piscina<unknown, Uint8Array>({
    filename: new URL('./legal-files-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MILLISECONDS,
  })

  constructor(textOf: TextOf, publicUrl: string) {
    this.#textOf = textOf
    this.#publicUrl = publicUrl
  }

  pdf(edition: Edition): Promise<LastingFile> {
    return this.#once(`${edition.document} ${edition.version}`, `${fileName(edition)}.pdf`, async () => {
      const text = await this.#textOf(edition)
      return this.#threads.run({ text, publicUrl: this.#publicUrl }, { name: 'pdf' })
    })
  }

  zip(editions: readonly Edition[]): Promise<LastingFile> {
    const key = editions.map(({ document, version }) => `${document} ${version}`).join()
    return this.#once(key, `${PRODUCT_NAME} policies.zip`, async () => {
      const files = await Promise.all(editions.map((edition) => this.pdf(edition)))
      return this.#threads.run(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { name: 'zip' })
    })
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }

  async #once(key: string, name: string, make: () => Promise<Uint8Array>): Promise<LastingFile> {
    const known = this.#made.get(key) ?? this.#underWay.get(key)
    if (known) return known
    const making = make().then((made) => {
      const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength)
      const file = { name, bytes, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
      this.#made.set(key, file)
      return file
    })
    this.#underWay.set(key, making)
    try {
      return await making
    } finally {
      this.#underWay.delete(key)
    }
  }
}

const fileName = ({ title, version }: Edition): string => `${PRODUCT_NAME} ${title} (version ${version})`

import { createHash } from 'node:crypto'
import { PRODUCT_NAME } from '@medicready/domain/product'
import type { FileToSend } from '@medicready/platform/http/calls'
import { type Zippable, zipSync } from 'fflate'
import { LRUCache } from 'lru-cache'
import { legalPdf } from './legal-pdf.ts'
import type { Edition, PublishedPolicies } from './published-policies.ts'

/** A PDF has 30 to 80 KB. */
const REMEMBERED_BYTES = 16 * 1024 * 1024
/** The earliest time that a ZIP can say, as it is read everywhere: what is in it says when it was written. */
const ZIP_TIME = new Date(1980, 0, 1)

type LastingFile = FileToSend & { readonly bytes: Buffer; readonly etag: string }

/** What can be downloaded of the policies, made once for each version. */
export class LegalFiles {
  readonly #policies: PublishedPolicies
  readonly #publicUrl: string
  readonly #made = new LRUCache<string, LastingFile>({ maxSize: REMEMBERED_BYTES, sizeCalculation: ({ bytes }) => bytes.length })
  readonly #underWay = new Map<string, Promise<LastingFile>>()

  constructor(policies: PublishedPolicies, publicUrl: string) {
    this.#policies = policies
    this.#publicUrl = publicUrl
  }

  pdf(edition: Edition): Promise<LastingFile> {
    return this.#once(`${edition.document} ${edition.version}`, async () => ({
      name: `${fileName(edition)}.pdf`,
      bytes: await legalPdf(await this.#policies.text(edition), this.#publicUrl),
    }))
  }

  zip(editions: readonly Edition[]): Promise<LastingFile> {
    return this.#once(editions.map(({ document, version }) => `${document} ${version}`).join(), async () => {
      const files: Zippable = {}
      for (const edition of editions) {
        const { name, bytes } = await this.pdf(edition)
        files[name] = bytes
      }
      // PDFs are compressed already.
      return { name: `${PRODUCT_NAME} policies.zip`, bytes: Buffer.from(zipSync(files, { level: 0, mtime: ZIP_TIME })) }
    })
  }

  /** Whoever asks while a file is being made waits for that one. */
  async #once(key: string, make: () => Promise<{ readonly name: string; readonly bytes: Buffer }>): Promise<LastingFile> {
    const known = this.#made.get(key) ?? this.#underWay.get(key)
    if (known) return known
    const making = make().then(({ name, bytes }) => {
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

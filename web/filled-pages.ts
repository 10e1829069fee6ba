import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@medicready/platform/logger'
import { Piscina } from 'piscina'
import type { AppShell } from './edge-routes.ts'

/** What a call answered, as far as the app reads it. */
interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Asked {
  /** Of the page, as a whole. */
  readonly address: string
  /** By the address of the call, as the app asks for it. */
  readonly answers: Readonly<Record<string, Answer>>
}

/** What the build makes a page with: src/app/filled-page.ts. Null of one that leads elsewhere. */
export type FillPage = (asked: Asked) => Promise<AppShell | null>

/** So long a page waits for its data: a little longer, and what it shows without them is the better beginning. */
const PATIENCE_MILLISECONDS = 300
/** Beyond that many that wait, pages go out without their data. */
const WAITING = 16

/**
 * Pages with the data of whoever asks for them: the reads with which they begin are asked here, too, and the app's own
 * screens are drawn with what they answer, on a thread of their own, so that nobody else's calls are held up.
 */
export class FilledPages {
  readonly #readApiUrl: string
  readonly #thread: Piscina<Asked, AppShell | null>
  readonly #logger: Logger

  constructor({ dist, readApiUrl, logger }: { dist: string; readApiUrl: string; logger: Logger }) {
    const filename = join(dist, '.pages/filled-page.js')
    if (!existsSync(filename)) throw new Error(`The web is not built: ${dist} holds no .pages/filled-page.js. Run "npm run build" first.`)
    this.#readApiUrl = readApiUrl
    this.#thread = new Piscina({ filename, minThreads: 1, maxThreads: 1, maxQueue: WAITING })
    this.#logger = logger
  }

  /** Null where its data are not to be had in time. `headers`: those of who asks. */
  async at(address: string, reads: readonly string[], headers: Readonly<Record<string, string>>): Promise<AppShell | null> {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const given = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
    return Promise.race([this.#fill(address, reads, { headers, signal }), given])
  }

  async #fill(address: string, reads: readonly string[], init: RequestInit): Promise<AppShell | null> {
    const answers = Object.fromEntries((await Promise.all(reads.map((read) => this.#ask(read, init)))).flat())
    if (reads.some((read) => !answers[read]) || this.#thread.queueSize >= WAITING) return null
    return this.#thread.run({ address, answers }).catch((error: unknown) => {
      this.#logger.warn({ err: error, address }, 'a page could not be drawn with its data')
      return null
    })
  }

  /** What a read answers; nothing where it refuses or does not answer: the app finds out for itself. */
  async #ask(read: string, init: RequestInit): Promise<[string, Answer][]> {
    try {
      const answer = await fetch(new URL(read, this.#readApiUrl), init)
      const body = await answer.text()
      return answer.ok ? [[read, { headers: Object.fromEntries(answer.headers), body }]] : []
    } catch {
      return []
    }
  }

  close(): Promise<void> {
    return this.#thread.destroy()
  }
}

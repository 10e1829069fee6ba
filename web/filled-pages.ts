import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from '@medicready/platform/logger'
import { Piscina } from 'piscina'
import type { OwnPage } from './edge-pages.ts'
import type { PageToFill, WorkerData } from './filled-pages-worker.ts'

/** So long a page waits for its data: a little longer, and what it shows without them is the better beginning. */
const PATIENCE_MILLISECONDS = 300
/** Pages that ask for their data at a time. */
const AT_ONCE = 8
/** Beyond that many that wait, pages go out without their data. */
const WAITING = 16

/**
 * Pages with the data of whoever asks for them: the reads with which they begin are asked here, too, and the app's own
 * screens are drawn with what they answer, all of it on a thread of its own, so that nobody else's calls are held up.
 */
export class FilledPages {
  readonly #readApiUrl: string
  readonly #thread: Piscina<PageToFill, OwnPage | null>
  readonly #logger: Logger

  constructor({ dist, readApiUrl, logger }: { dist: string; readApiUrl: string; logger: Logger }) {
    const maker = join(dist, '.pages/filled-page.js')
    if (!existsSync(maker)) throw new Error(`The web is not built: ${dist} holds no .pages/filled-page.js. Run "npm run build" first.`)
    this.#readApiUrl = readApiUrl
    this.#thread = new Piscina({
      filename: new URL('filled-pages-worker.ts', import.meta.url).href,
      workerData: { maker: pathToFileURL(maker).href } satisfies WorkerData,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: AT_ONCE,
      maxQueue: WAITING,
      // A thread that is idle still has to hear when the read API closes a connection.
      atomics: 'disabled',
    })
    this.#logger = logger
  }

  /** Null if its data do not arrive in time. `headers`: those that the calls are made with. */
  async at(page: Pick<PageToFill, 'address' | 'frame' | 'coding' | 'reads' | 'headers'>): Promise<OwnPage | null> {
    if (this.#thread.queueSize >= WAITING) return null
    const deadline = Date.now() + PATIENCE_MILLISECONDS
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const given = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
    const task: PageToFill = { ...page, readApiUrl: this.#readApiUrl, deadline }
    const filled = this.#thread.run(task).catch((error: unknown) => {
      this.#logger.warn({ err: error, address: page.address }, 'a page could not be drawn with its data')
      return null
    })
    return Promise.race([filled, given])
  }

  close(): Promise<void> {
    return this.#thread.destroy()
  }
}

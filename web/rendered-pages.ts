import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@medicready/platform/logger'
import { Piscina } from 'piscina'
import type { OwnPage } from './edge-pages.ts'
import type { PageToRender, WorkerData } from './rendered-pages-worker.ts'

/** How long a page waits for its data by default. Parts whose data take longer are rendered by the browser. */
const PATIENCE_MILLISECONDS = 300
/** How much longer the edge waits for the thread. */
const THREAD_MILLISECONDS = 200
/** Pages that wait for their data at a time. */
const AT_ONCE = 8
/** With more than this many pages waiting, pages go out without anything in them. */
const WAITING = 16

interface RenderedPagesParts {
  readonly dist: string
  readonly readApiUrl: string
  readonly logger: Logger
  readonly patienceMilliseconds?: number | undefined
}

/** Renders the app's pages for one person each, with their data, on a thread of its own: no call waits for it. */
export class RenderedPages {
  readonly #thread: Piscina<PageToRender, OwnPage | null>
  readonly #logger: Logger
  readonly #patience: number

  constructor({ dist, readApiUrl, logger, patienceMilliseconds = PATIENCE_MILLISECONDS }: RenderedPagesParts) {
    this.#patience = patienceMilliseconds
    if (!existsSync(join(dist, '.pages/entry.server.js')))
      throw new Error(`The web is not built: ${dist} holds no .pages/entry.server.js. Run "npm run build" first.`)
    this.#thread = new Piscina({
      filename: new URL('rendered-pages-worker.ts', import.meta.url).href,
      workerData: { dist, readApiUrl } satisfies WorkerData,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: AT_ONCE,
      maxQueue: WAITING,
      // A thread that is idle still has to hear when the read API closes a connection.
      atomics: 'disabled',
    })
    this.#logger = logger
  }

  /** Null where the page is to go out without anything in it. `headers`: those that the calls are made with. */
  at(page: Omit<PageToRender, 'deadline'>): Promise<OwnPage | null> {
    if (this.#thread.queueSize >= WAITING) return Promise.resolve(null)
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#patience + THREAD_MILLISECONDS, null)
      const send = (rendered: OwnPage | null) => {
        clearTimeout(timer)
        resolve(rendered)
      }
      this.#thread.run({ ...page, deadline: Date.now() + this.#patience }).then(send, (error: unknown) => {
        this.#logger.warn({ err: error, address: page.address }, 'a page could not be rendered')
        send(null)
      })
    })
  }

  /** Waits until the thread has loaded the app, so that the first pages need not go out empty. */
  async warmUp(address: string): Promise<void> {
    await this.#thread.run({ address, files: [], coding: null, headers: {}, deadline: Date.now() })
  }

  close(): Promise<void> {
    return this.#thread.destroy()
  }
}

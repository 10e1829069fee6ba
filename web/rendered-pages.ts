import type { Logger } from '@medicready/platform/logger'
import { Piscina } from 'piscina'
import { builtFile, type OwnPage } from './edge-pages.ts'
import type { PageToRender, WorkerData } from './rendered-pages-worker.ts'

/** How long a page waits for its data by default. Parts that take longer are rendered by the browser. */
const PATIENCE_MILLISECONDS = 300
/** How much longer the edge waits for the thread. */
const THREAD_MILLISECONDS = 200
const AT_ONCE = 8
/** With more pages than this waiting, pages are sent empty. */
const WAITING = 16

interface RenderedPagesParts {
  readonly dist: string
  readonly readApiUrl: string
  readonly logger: Logger
  readonly patienceMilliseconds?: number | undefined
}

export class RenderedPages {
  readonly #thread: Piscina<PageToRender, OwnPage | null>
  readonly #logger: Logger
  readonly #patience: number

  constructor({ dist, readApiUrl, logger, patienceMilliseconds = PATIENCE_MILLISECONDS }: RenderedPagesParts) {
    this.#patience = patienceMilliseconds
    builtFile(dist, '.pages/entry.server.js')
    this.#thread = new Piscina({
      filename: new URL('rendered-pages-worker.ts', import.meta.url).href,
      workerData: { dist, readApiUrl } satisfies WorkerData,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: AT_ONCE,
      maxQueue: WAITING,
      // An idle thread must still notice when the read API closes a connection.
      atomics: 'disabled',
    })
    this.#logger = logger
  }

  /** Null if the page is to be sent empty. `headers`: those that the calls are made with. */
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

  async warmUp(address: string): Promise<void> {
    await this.#thread.run({ address, files: [], coding: null, headers: {}, deadline: Date.now() })
  }

  close(): Promise<void> {
    return this.#thread.destroy()
  }
}

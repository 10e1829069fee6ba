import { type Dispatcher, Pool } from 'undici'

export interface Reply {
  readonly text: string
  readonly consistencyToken: string | null
  readonly isStale: boolean
}

interface Sent {
  readonly bearer: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Keeps its connections, and costs less than what it measures. */
export class HttpClient {
  readonly #pool: Pool

  constructor(origin: string, connections: number) {
    this.#pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 30_000 })
  }

  /** Throws for every answer that is not a success. */
  send(method: 'GET' | 'POST', path: string, { bearer, body, headers = {} }: Sent): Promise<Reply> {
    const sent: Record<string, string> = { ...headers, authorization: `Bearer ${bearer}` }
    if (body !== undefined) sent['content-type'] = 'application/json'
    return new Promise((resolve, reject) => {
      const options = { method, path, headers: sent, body: body === undefined ? null : JSON.stringify(body) }
      this.#pool.dispatch(options, new Receiver(`${method} ${path}`, resolve, reject))
    })
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

class Receiver implements Dispatcher.DispatchHandler {
  readonly #call: string
  readonly #resolve: (reply: Reply) => void
  readonly #reject: (error: Error) => void
  #status = 0
  #consistencyToken: string | null = null
  #isStale = false
  #text = ''

  constructor(call: string, resolve: (reply: Reply) => void, reject: (error: Error) => void) {
    this.#call = call
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status
    const token = headers['consistency-token']
    this.#consistencyToken = typeof token === 'string' ? token : null
    this.#isStale = headers.stale === 'true'
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#text += chunk.toString()
  }

  onResponseEnd(): void {
    if (this.#status >= 300) this.#reject(new Error(`${this.#call} answered ${this.#status}: ${this.#text}`))
    else this.#resolve({ text: this.#text, consistencyToken: this.#consistencyToken, isStale: this.#isStale })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }
}

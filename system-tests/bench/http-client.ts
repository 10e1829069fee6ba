import { Pool } from 'undici'
import { v4 as uuidV4 } from 'uuid'

interface Reply {
  readonly text: string
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

  send(method: 'GET' | 'POST', path: string, { bearer, body, headers = {} }: Sent): Promise<Reply> {
    const sent: Record<string, string> = { ...headers, authorization: `Bearer ${bearer}` }
    if (body !== undefined) sent['content-type'] = 'application/json'
    const options = { method, path, headers: sent, body: body === undefined ? null : JSON.stringify(body) }
    return new Promise((resolve, reject) => {
      let [status, isStale, text] = [0, false, '']
      this.#pool.dispatch(options, {
        onRequestStart: () => undefined,
        onResponseStart: (_, code, headers) => {
          status = code
          isStale = headers.stale === 'true'
        },
        onResponseData: (_, chunk) => {
          text += chunk.toString()
        },
        onResponseEnd: () => {
          if (status >= 300) reject(new Error(`${method} ${path} answered ${status}: ${text}`))
          else resolve({ text, isStale })
        },
        onResponseError: (_, error) => reject(error),
      })
    })
  }

  /** A command under a key of its own. */
  async post<Answer>(path: string, bearer: string, body: unknown): Promise<Answer> {
    const { text } = await this.send('POST', path, { bearer, body, headers: { 'idempotency-key': uuidV4() } })
    return JSON.parse(text) as Answer
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.close()
  }
}

import { Pool } from 'undici'

export interface Reply {
  readonly status: number
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

  /** Throws for every answer that is no success. */
  async send(method: 'GET' | 'POST', path: string, { bearer, body, headers }: Sent): Promise<Reply> {
    const response = await this.#pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`)
    const token = response.headers['consistency-token']
    return {
      status: response.statusCode,
      text,
      consistencyToken: typeof token === 'string' ? token : null,
      isStale: response.headers.stale === 'true',
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

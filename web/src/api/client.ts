import type { CallKey, CallsOf } from '@medicready/domain/contract/contract'
import { authToken, type KeptText } from './auth-token.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { newUuid } from './new-uuid.ts'

type Part = 'params' | 'query' | 'body'

export type Sent<Key extends CallKey> = {
  [P in Part as [CallsOf<Key>[P]] extends [undefined] ? never : P]: CallsOf<Key>[P]
}

export type Response<Key extends CallKey> = CallsOf<Key>['response']

export interface SendOptions {
  /** One per user action, so that a repeat counts once; generated when left out. Reads ignore it. */
  idempotencyKey?: string
  signal?: AbortSignal
  cursor?: string
}

type Arguments<Key extends CallKey> = object extends Sent<Key> ? [sent?: Sent<Key> & SendOptions] : [sent: Sent<Key> & SendOptions]

export interface Api {
  <Key extends CallKey>(key: Key, ...sent: Arguments<Key>): Promise<Response<Key>>
  withHeaders<Key extends CallKey>(key: Key, ...sent: Arguments<Key>): Promise<{ body: Response<Key>; headers: Headers }>
}

interface ApiDependencies {
  fetch: typeof globalThis.fetch
  authToken: KeptText
  newIdempotencyKey: () => string
  /** '' means the page's own origin. */
  origin: string
}

interface AnySent extends SendOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

const CONSISTENCY_TOKEN = 'Consistency-Token'

export function createApi({ fetch, authToken, newIdempotencyKey, origin }: ApiDependencies): Api {
  let highestPosition: bigint | undefined

  const remember = (token: string | null) => {
    if (!token || !/^\d+$/.test(token)) return
    const position = BigInt(token)
    if (highestPosition === undefined || position > highestPosition) highestPosition = position
  }

  const writes = new Set<Promise<unknown>>()

  /** A write under way may renew the session and end the one that a read was sent with. */
  const isRenewed = async (token: string | null): Promise<boolean> => {
    const underWay = [...writes]
    await Promise.allSettled(underWay)
    // The writer keeps the new token first.
    await new Promise((resolve) => setTimeout(resolve))
    return underWay.length > 0 || authToken.read() !== token
  }

  const send = async (key: CallKey, sent: AnySent, isFirst = true): Promise<{ body: unknown; headers: Headers }> => {
    const separator = key.indexOf(' ')
    const method = key.slice(0, separator)
    const headers = new Headers({ Accept: 'application/json' })
    const token = authToken.read()
    if (token) headers.set('Authorization', `Bearer ${token}`)
    if (method !== 'GET') {
      const press = sent.idempotencyKey ?? newIdempotencyKey()
      headers.set('Idempotency-Key', press)
      // One trace from the press to the row, over all repeats.
      headers.set('X-Correlation-Id', press)
    } else if (highestPosition !== undefined) headers.set(CONSISTENCY_TOKEN, String(highestPosition))
    const isFile = sent.body instanceof Blob
    if (sent.body !== undefined) headers.set('Content-Type', isFile ? 'application/octet-stream' : 'application/json')

    const positionAsked = highestPosition

    const url = origin + addressOf(key.slice(separator + 1), sent)
    const answer = await answerOf(() =>
      fetch(url, {
        method,
        headers,
        credentials: 'include',
        ...(sent.body !== undefined && { body: sent.body instanceof Blob ? sent.body : JSON.stringify(sent.body) }),
        ...(sent.signal && { signal: sent.signal }),
      }),
    )
    // A first load is not invalidated by a write that was answered meanwhile, so the read is sent again, once.
    const isOvertaken = isFirst && method === 'GET' && answer.ok && highestPosition !== positionAsked
    remember(answer.headers.get(CONSISTENCY_TOKEN))
    const text = await answerOf(() => answer.text())
    const isOutdated = isFirst && method === 'GET' && answer.status === 401 && (await isRenewed(token))
    if (isOvertaken || isOutdated) return send(key, sent, false)
    if (!answer.ok) throw new ApiError(answer.status, answer.statusText, text)
    return { body: bodyOf(text, answer), headers: answer.headers }
  }

  const withHeaders = <Key extends CallKey>(key: Key, ...[sent]: Arguments<Key>) => {
    const answer = send(key, (sent ?? {}) as AnySent) as Promise<{ body: Response<Key>; headers: Headers }>
    if (!key.startsWith('GET ')) {
      const settled = answer.then(Boolean, Boolean).finally(() => writes.delete(settled))
      writes.add(settled)
    }
    return answer
  }

  const call = async <Key extends CallKey>(key: Key, ...sent: Arguments<Key>) => (await withHeaders(key, ...sent)).body
  return Object.assign(call, { withHeaders })
}

/** A cancelled call stays a cancellation; everything else that prevents an answer is a lost connection. */
const answerOf = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ConnectionError(cause)
  }
}

const bodyOf = (text: string, answer: globalThis.Response): unknown => {
  if (answer.headers.get('content-type')?.startsWith('text/csv')) return text
  return text === '' ? undefined : parseJson(text, answer)
}

/** HTML where JSON was due comes from a proxy or a captive portal in between. */
const parseJson = (text: string, answer: globalThis.Response): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(answer.status, answer.statusText, text)
  }
}

const addressOf = (template: string, { params = {}, query = {}, cursor }: AnySent): string => {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

export const api: Api = createApi({
  fetch: (input, init) => globalThis.fetch(input, init),
  authToken,
  newIdempotencyKey: newUuid,
  origin: '',
})

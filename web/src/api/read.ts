import type { CallKey } from '@medicready/domain/contract/contract'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { type Api, api, type Delivery, type Response, type Sent } from './client.ts'
import { ApiError } from './errors.ts'
import { KEPT_AT } from './kept-names.ts'

export type ReadKey = Extract<CallKey, `GET ${string}`>

/** What a query function is told of its query. */
export type Asker = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>

type SentWithPage<Key extends ReadKey> = Sent<Key> & Pick<Delivery, 'cursor'>
type Asked<Key extends ReadKey> = [
  query: Asker,
  key: Key,
  ...sent: object extends Sent<Key> ? [sent?: SentWithPage<Key>] : [sent: SentWithPage<Key>],
]

interface Answered<Key extends ReadKey> {
  body: Response<Key>
  headers: Headers
}

const ASK_AGAIN_MS = 2000

const apis = new WeakMap<QueryClient, Api>()

/** Has the queries of a client call the product by this API: on a server, one for each request. */
export const setApiOf = (client: QueryClient, api: Api): unknown => apis.set(client, api)

/** What the queries of a client call. */
export const apiOf = (client: QueryClient): Api => apis.get(client) ?? api

/**
 * A read with its headers, for a query. While the read models are behind what this browser has written, the answer is
 * shown as it is, and asked for again shortly after for as long as somebody looks at it. What was kept of an earlier
 * visit is shown until the connection returns.
 */
export async function readWithHeaders<Key extends ReadKey>(
  ...[{ client, queryKey, signal }, key, sent]: Asked<Key>
): Promise<Answered<Key>> {
  const send = apiOf(client).withHeaders as (key: Key, sent: Delivery) => Promise<Answered<Key>>
  const answer = await send(key, { ...sent, signal })
  const askAgain = () => void client.invalidateQueries({ queryKey, exact: true })
  if (answer.headers.get('stale') === 'true') setTimeout(askAgain, ASK_AGAIN_MS)
  if (answer.headers.has(KEPT_AT)) window.addEventListener('online', askAgain, { once: true })
  return answer
}

/** The same for reads that say everything in their body. */
export const read = async <Key extends ReadKey>(...asked: Asked<Key>): Promise<Response<Key>> => (await readWithHeaders(...asked)).body

/** A read of one thing; null where there is none. An address that was mistyped is as good as a thing that is gone. */
export const readOrNull = <Key extends ReadKey>(...asked: Asked<Key>): Promise<Response<Key> | null> =>
  read(...asked).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  })

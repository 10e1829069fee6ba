import type { CallKey } from '@medicready/domain/contract/contract'
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { type Api, api, type Response, type SendOptions, type Sent } from './client.ts'
import { ApiError } from './errors.ts'
import { KEPT_AT } from './kept-names.ts'

export type ReadKey = Extract<CallKey, `GET ${string}`>

export type Asker = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>

type SentWithPage<Key extends ReadKey> = Sent<Key> & Pick<SendOptions, 'cursor'>
type Sending<Key extends ReadKey> = object extends Sent<Key> ? [sent?: SentWithPage<Key>] : [sent: SentWithPage<Key>]
type Asked<Key extends ReadKey> = [query: Asker, key: Key, ...sent: Sending<Key>]

interface Answered<Key extends ReadKey> {
  body: Response<Key>
  headers: Headers
}

const ASK_AGAIN_MS = 2000

const apis = new WeakMap<QueryClient, Api>()

/** On a server there is one API per request. */
export const setApiOf = (client: QueryClient, api: Api): unknown => apis.set(client, api)

export const apiOf = (client: QueryClient): Api => apis.get(client) ?? api

/** Asks again shortly when the read models lag behind this browser's writes; for kept answers, when online again. */
export async function readWithHeaders<Key extends ReadKey>(
  ...[{ client, queryKey, signal }, key, sent]: Asked<Key>
): Promise<Answered<Key>> {
  const send = apiOf(client).withHeaders as (key: Key, sent: SendOptions) => Promise<Answered<Key>>
  const answer = await send(key, { ...sent, signal })
  const askAgain = () => void client.invalidateQueries({ queryKey, exact: true })
  if (answer.headers.get('stale') === 'true') setTimeout(askAgain, ASK_AGAIN_MS)
  if (answer.headers.has(KEPT_AT)) window.addEventListener('online', askAgain, { once: true })
  return answer
}

export const read = async <Key extends ReadKey>(...asked: Asked<Key>): Promise<Response<Key>> => (await readWithHeaders(...asked)).body

/** Null where the thing does not exist; a malformed address counts as that. */
export const readOrNull = <Key extends ReadKey>(...asked: Asked<Key>): Promise<Response<Key> | null> =>
  read(...asked).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  })

export interface ReadQuery<Data> {
  readonly queryKey: QueryKey
  readonly queryFn: (query: QueryFunctionContext) => Promise<Data>
}

/** A query of a single read. */
export const readQuery = <Key extends ReadKey>(queryKey: QueryKey, key: Key, ...sent: Sending<Key>): ReadQuery<Response<Key>> => ({
  queryKey,
  queryFn: (query) => read<Key>(query, key, ...sent),
})

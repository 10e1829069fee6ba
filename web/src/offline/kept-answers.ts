import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'
import { isPersonal, KEPT_AT, KEPT_PICTURES_PREFIX, KEPT_PREFIX } from '../api/kept-names.ts'
import { keptPaths, mayStillAnswer } from './kept-rules.ts'

const SESSION = '/api/auth/user'

/** Counts how often everything was deleted: answers requested before are not kept after. */
let forgotten = 0

/** A page sends its first reads at once, so answers may arrive before their owner is known. */
const unclaimed = new Map<string, Response>()

/** Kept answers belong to one account: a sign-in, a sign-out or a lost session never finds another's. */
export function keepAnswers(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.search === '' && keptPaths.includes(url.pathname),
    async ({ request, url, event }) => {
      const askedAt = forgotten
      let answer: Response
      try {
        answer = await fetch(request)
      } catch (error) {
        const kept = await keptAnswer(url.pathname)
        if (kept) return request.headers.has('range') ? createPartialResponse(request, kept) : kept
        throw error
      }
      if (answer.status === 401) await forget()
      else if (answer.ok && answer.headers.get('content-type')?.startsWith('application/json')) {
        const keeping = keep(url.pathname, answer.clone(), askedAt)
        // The owner of the answers must be known before they are requested.
        if (url.pathname === SESSION) await keeping
        else event.waitUntil(keeping)
      }
      return answer
    },
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/pictures/'),
    async ({ request, url }) => {
      try {
        return await fetch(request)
      } catch (error) {
        const kept = await caches.match(url.pathname)
        if (kept) return request.headers.has('range') ? createPartialResponse(request, kept) : kept
        throw error
      }
    },
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/api/auth/'),
    async ({ request }) => {
      const answer = await fetch(request)
      if (answer.ok) await forget()
      return answer
    },
    'POST',
  )
}

async function keptAnswer(path: string): Promise<Response | undefined> {
  const [name] = await namesOfKept()
  if (!name) return undefined
  const kept = await (await caches.open(name)).match(path)
  const keptAt = kept?.headers.get(KEPT_AT)
  return keptAt && mayStillAnswer(path, new Date(keptAt), new Date()) ? kept : undefined
}

async function keep(path: string, answer: Response, askedAt: number): Promise<void> {
  const text = await answer.text()
  // Only the body: headers about freshness and the server's clock are outdated later.
  const headers = { 'content-type': 'application/json', [KEPT_AT]: new Date().toISOString() }
  const kept = new Response(text, { headers })
  const name = path === SESSION ? await ownCacheOf(text) : (await namesOfKept())[0]
  if (askedAt !== forgotten) return
  if (!name) {
    unclaimed.set(path, kept)
    return
  }
  const cache = await caches.open(name)
  await cache.put(path, kept)
  if (path !== SESSION) return
  for (const [path, kept] of unclaimed) await cache.put(path, kept)
  unclaimed.clear()
}

async function ownCacheOf(session: string): Promise<string> {
  const { id } = JSON.parse(session) as { id: string }
  const own = [KEPT_PREFIX + id, KEPT_PICTURES_PREFIX + id]
  for (const name of await caches.keys()) if (isPersonal(name) && !own.includes(name)) await caches.delete(name)
  return KEPT_PREFIX + id
}

async function forget(): Promise<void> {
  forgotten += 1
  unclaimed.clear()
  for (const name of await caches.keys()) if (isPersonal(name)) await caches.delete(name)
}

const namesOfKept = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(KEPT_PREFIX))

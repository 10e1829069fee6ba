import { authToken, laterLogOut } from '../api/auth-token.ts'
import { api } from '../api/client.ts'
import { ConnectionError } from '../api/errors.ts'
import { forgetTab } from '../ui/kept.ts'
import { ownSubscription } from './enable-push.ts'
import { forgetKept } from './kept-reads.ts'

const RETRY_MS = 5_000

/** Rejects with ConnectionError, and changes nothing, without a connection. The reload clears the memory. */
export async function logOut(): Promise<void> {
  const subscription = await ownSubscription()
  await tellServer(subscription?.endpoint ?? '')
  await endHere(subscription)
}

/** Without a connection: deletes everything here, and ends the session when the server can be told. */
export async function logOutLater(): Promise<void> {
  const subscription = await ownSubscription()
  laterLogOut.keep(subscription?.endpoint ?? '')
  await endHere(subscription)
}

/** Ends the session on the server before anything is read again, unless there was a sign-in since. */
export async function finishLogOut(): Promise<void> {
  const endpoint = laterLogOut.read()
  if (endpoint === null || authToken.read() !== null) return laterLogOut.clear()
  try {
    await tellServer(endpoint)
  } catch (error) {
    window.addEventListener('online', () => window.location.reload(), { once: true })
    // The connection may still be down shortly after that event, which does not come again.
    if (navigator.onLine) setTimeout(() => window.location.reload(), RETRY_MS)
    throw error
  }
  laterLogOut.clear()
  window.location.reload()
  // What this page already requested was answered for the user who is now logged out.
  return new Promise(() => undefined)
}

/** While the session still exists: ending notifications requires one. */
async function tellServer(endpoint: string): Promise<void> {
  if (endpoint !== '') await api('POST /api/push/unsubscribe', { body: { endpoint } }).catch(unlessLost)
  await api('POST /api/auth/logout')
}

/** A device whose notifications are not ended now is cleaned up when sending to it fails. */
function unlessLost(error: unknown): void {
  if (error instanceof ConnectionError) throw error
  console.error('The notifications of this device could not be ended', error)
}

async function endHere(subscription: PushSubscription | null): Promise<void> {
  await subscription?.unsubscribe().catch((error: unknown) => console.error('The browser keeps its subscription', error))
  authToken.clear()
  forgetTab()
  await forgetKept()
  window.location.assign('/')
}

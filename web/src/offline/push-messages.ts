import { messageOf, pathIn, windowAt } from './push-rules.ts'

declare const self: ServiceWorkerGlobalScope

/** Not in the platform's types yet. */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

/** Also tells the server of an endpoint that the browser has changed. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    const { title, body, path, tag, silent } = messageOf(event.data?.text())
    event.waitUntil(self.registration.showNotification(title, { body, tag, silent, icon: '/icon.svg', data: { path } }))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathIn(event.notification.data)))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange
    change.waitUntil(renew(change))
  })
}

/** A window on another page stays there: an answer may be in progress. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windowAt(windows, path, self.location.origin)
  if (there) await there.focus()
  else await self.clients.openWindow(path)
}

async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const { applicationServerKey } = oldSubscription?.options ?? {}
  const isToRenew = newSubscription === null && applicationServerKey
  const renewed = isToRenew
    ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    : newSubscription
  if (!renewed) return
  await fetch('/api/push/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': self.crypto.randomUUID() },
    body: JSON.stringify({ ...renewed.toJSON(), ...(oldSubscription && { replaces: oldSubscription.endpoint }) }),
  })
}

import { PRODUCT_NAME } from '@medicready/domain/product'
import { api } from '../api/client.ts'

/** How long a service worker may take to be there, where none is yet. */
const PATIENCE_MS = 15_000
const WELCOME = "Study reminders are now enabled! We'll help keep you on track."

export const canShowNotifications = (): boolean => 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window

/** The service worker that shows notifications: one that was registered, once it is ready. */
const readyWorker = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No service worker is there.')), PATIENCE_MS)),
  ])

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** The push subscription of this browser; null where there is none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canShowNotifications() || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** A subscription to the key of the product; one to another key, of a copy before, is of no use. */
async function subscription(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { publicKey } = await api('GET /api/push/key')
  const key = bytesOf(publicKey)
  const before = await registration.pushManager.getSubscription()
  const known = before?.options.applicationServerKey
  const isOurs = known && new Uint8Array(known).every((byte, place) => byte === key[place])
  if (before && isOurs) return before
  await before?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/**
 * Asks for the permission, which browsers grant in answer to a press alone, and has this device show notifications.
 * Answers the permission; that something went wrong after it is only logged, unless the caller asks for it.
 */
export async function enablePush({
  onFailure = (error: unknown) => console.error('The push subscription failed', error),
} = {}): Promise<NotificationPermission> {
  if (!canShowNotifications()) return 'denied'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission
  try {
    const registration = await readyWorker()
    const { endpoint = '', expirationTime = null, keys = {} } = (await subscription(registration)).toJSON()
    const { p256dh = '', auth = '' } = keys
    await api('POST /api/push/subscribe', { body: { endpoint, expirationTime, keys: { p256dh, auth } } })
    await registration.showNotification(PRODUCT_NAME, { body: WELCOME, tag: 'welcome', icon: '/icon.svg', data: { path: '/' } })
  } catch (error) {
    onFailure(error)
  }
  return permission
}

/**
 * Has this device show no more notifications. The server is told first: a browser that forgets alone is found gone
 * later.
 */
export async function disablePush(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await api('POST /api/push/unsubscribe', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

/** The id of a device in the server's list: SHA-256 of its endpoint, base64url. */
export async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

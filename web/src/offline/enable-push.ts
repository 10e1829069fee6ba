import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { api } from '../api/client.ts'

/** A newly registered service worker may take this long. */
const PATIENCE_MS = 15_000
const WELCOME = "Study reminders are now enabled! We'll help keep you on track."

export const canShowNotifications = (): boolean => 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window

const readyWorker = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No service worker is there.')), PATIENCE_MS)),
  ])

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canShowNotifications() || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** A subscription to another server key, from an earlier installation, is useless. */
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
 * Browsers only show the prompt during a press. Failures after the permission are logged, unless the caller wants them.
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

/** The server first: if the browser fails afterwards, a push to it is answered with "gone". */
export async function disablePush(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await api('POST /api/push/unsubscribe', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}

/** The server's id of a device: SHA-256 of its endpoint, base64url. */
export async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

import { createHash } from 'node:crypto'
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { factsOf } from './given-questions.ts'
import { product } from './product.ts'

test.use({ serviceWorkers: 'allow' })

const heading = 'Notifications'
const welcome = "Study reminders are now enabled! We'll help keep you on track."

interface Subscription {
  endpoint: string
  expirationTime: null
  keys: Record<string, string>
}

/**
 * The Chromium of the tests has no push service of its own, so that `PushManager.subscribe` can reach none: the local
 * one answers in its place, with a subscription as a browser's. All else is the browser's own.
 */
async function withPushService(page: Page): Promise<void> {
  const subscription = await newSubscription()
  await page.addInitScript((subscription) => {
    const kept = 'push subscription of the test'
    const made = { ...subscription, options: {}, toJSON: () => subscription, unsubscribe: async () => sessionStorage.removeItem(kept) }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem(kept, 'yes')
        return made
      },
      getSubscription: async () => (sessionStorage.getItem(kept) ? made : null),
    })
  }, subscription)
}

/** Delivers a push to the service worker, as the browser does after decrypting it. */
async function deliver(context: BrowserContext, page: Page, message: object): Promise<void> {
  const session = await context.newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations
    if (first) registered.resolve(first.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const push = { origin: new URL(page.url()).origin, registrationId: await registered.promise, data: JSON.stringify(message) }
  await session.send('ServiceWorker.deliverPushMessage', push)
  await session.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** The parts of a service worker that are missing in the page's types. */
interface WorkerScope extends EventTarget {
  readonly ExtendableEvent: new (type: string) => Event
  readonly clients: { openWindow: (path: string) => Promise<void> }
  readonly registration: ServiceWorkerRegistration
  readonly NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}

/**
 * Clicks a notification, which no tool can do: the event is the worker's own, but without a person behind it no window
 * may be opened. Returns which one would have been.
 */
const clicked = (worker: Worker, tag: string) =>
  worker.evaluate(async (tag) => {
    const scope = globalThis as unknown as WorkerScope
    const opened = Promise.withResolvers<string>()
    scope.clients.openWindow = async (path: string) => opened.resolve(path)
    const [notification] = await scope.registration.getNotifications({ tag })
    if (!notification) throw new Error('There is no such notification.')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    return opened.promise
  }, tag)

/**
 * The browser changes the address of its subscription by itself: no tool can have it do so. Either it says which is the
 * new one, or has the worker subscribe anew.
 */
const changed = (worker: Worker, { from, to, isSaid }: { from: Subscription; to: Subscription; isSaid: boolean }) =>
  worker.evaluate(
    ({ from, to, isSaid }) => {
      const scope = globalThis as unknown as WorkerScope
      const renewed = { ...to, toJSON: () => to } as unknown as PushSubscription
      scope.registration.pushManager.subscribe = async () => renewed
      const oldSubscription = { ...from, options: { applicationServerKey: new ArrayBuffer(65) } }
      const change = Object.assign(new scope.ExtendableEvent('pushsubscriptionchange'), {
        oldSubscription,
        newSubscription: isSaid ? renewed : null,
      })
      scope.dispatchEvent(change)
    },
    { from, to, isSaid },
  )

const newSubscription = async (): Promise<Subscription> =>
  (await (await fetch(`${product.pushUrl}/devices`, { method: 'POST', body: '{}' })).json()) as Subscription
/** Identifies the browser among the devices. */
const fingerprint = ({ endpoint }: Subscription): string => createHash('sha256').update(endpoint).digest('base64url')

test('notifications can be turned on for this device, and a pushed one opens its page', async ({ page, context, student }) => {
  await context.grantPermissions(['notifications'])
  await withPushService(page)
  await page.goto('/reminders')
  const card = page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
  await card.getByRole('button', { name: 'Show notifications on this device' }).press('Enter')
  await expect(card.getByText('This device shows your notifications.')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card.getByRole('listitem')).toContainText('This device')
  await expect.poll(() => shown(page)).toEqual([{ title: 'MedicReady', body: welcome, tag: 'welcome' }])
  await expectAccessible(page)

  const message = {
    title: '12 reviews are due',
    body: 'Now.\nYou asked for a reminder when reviews are due.',
    path: '/review',
    tag: 'c0ffee',
  }
  await deliver(context, page, message)
  const { path, ...words } = message
  await expect.poll(() => shown(page)).toContainEqual(words)
  // Sent twice, it replaces itself.
  await deliver(context, page, { ...message, title: '13 reviews are due' })
  await expect.poll(async () => (await shown(page)).map(({ title }) => title).toSorted()).toEqual(['13 reviews are due', 'MedicReady'])
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  expect(await clicked(worker, 'c0ffee')).toBe(path)
  await expect.poll(() => shown(page)).toHaveLength(1)

  await page.reload()
  await expect(card.getByText('This device shows your notifications.')).toBeVisible()
  await card.getByRole('button', { name: /^Stop notifications on/ }).press('Enter')
  await expect(card.getByRole('button', { name: 'Show notifications on this device' })).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeFocused()

  await card.getByRole('button', { name: 'Show notifications on this device' }).click()
  await expect(card.getByText('This device shows your notifications.')).toBeVisible()
  const { id } = await (await page.request.get('/api/auth/user')).json()
  await page.getByRole('button', { name: `${student.firstName} ${student.lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  const facts = await factsOf(`push-${id}`)
  expect(facts.map(({ type }) => type)).toEqual(['PushSubscribed', 'PushUnsubscribed', 'PushSubscribed', 'PushUnsubscribed'])
})

test('a changed push address is updated, another device can be removed, and a browser may deny permission', async ({
  page,
  context,
  student: _,
}) => {
  const [first, second, third] = [await newSubscription(), await newSubscription(), await newSubscription()]
  expect((await page.request.post('/api/push/subscribe', { data: first })).status()).toBe(200)
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await page.goto('/reminders')
  const card = page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
  await expect(card.getByText('Your browser blocks notifications from this site.')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(1)

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const known = async () => {
    const { devices } = (await (await page.request.get('/api/push/devices')).json()) as { devices: { fingerprint: string }[] }
    return devices.map((device) => device.fingerprint)
  }
  await changed(worker, { from: first, to: second, isSaid: true })
  await expect.poll(known).toEqual([fingerprint(second)])
  await changed(worker, { from: second, to: third, isSaid: false })
  await expect.poll(known).toEqual([fingerprint(third)])
  await page.reload()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await card.getByRole('button', { name: /^Stop notifications on/ }).click()
  await expect(card.getByRole('listitem')).toHaveCount(0)
})

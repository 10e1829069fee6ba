import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router-dom'
import { everyScreen, isOneOf } from '../screens.ts'
import { createStore } from '../ui/store.ts'

/** Pages where a reload would lose work. */
export const isPlaceOfWork = isOneOf(everyScreen.filter(({ holdsWork }) => holdsWork))

export interface PageNow {
  path: string
  /** Something was entered since the screen was opened. */
  hasInput: boolean
  isWriting: boolean
  hasWindow: boolean
  isHidden: boolean
  /** Milliseconds since the last input; infinite when there was none on this screen. */
  idleMs: number
}

export const IDLE_MS = 30_000

/** Whether the page is replaced now, the person is offered to have it replaced, or nothing is said for now. */
export function updateMoment(page: PageNow): 'reload' | 'offer' | 'wait' {
  if (isPlaceOfWork(page.path) || page.isWriting || page.hasWindow) return 'wait'
  if (page.hasInput) return 'offer'
  return page.isHidden || page.idleMs >= IDLE_MS ? 'reload' : 'offer'
}

/** A lock that every window with work in progress holds. */
const AT_WORK = 'medicready.atWork'
const LOOK_EVERY_MS = 5_000
const ASK_AGAIN_MS = 60 * 60 * 1000

export const offeredUpdate = createStore<(() => Promise<void>) | null>(null)

interface Followed {
  registration: ServiceWorkerRegistration
  router: Pick<DataRouter, 'state' | 'subscribe'>
  isWriting: () => boolean
}

/** Reloads when nothing would be lost. A worker takes over only when no window has work in progress. */
function followUpdates({ registration, router, isWriting }: Followed): void {
  const { serviceWorker } = navigator
  /** Without a controller this is the first visit, or a forced reload: no older worker controls it. */
  let isControlled = serviceWorker.controller !== null
  let isOutdated = false
  let isWished = false
  let isToTakeOver = false
  /** Typing may have begun before this code was loaded. */
  let hasInput = document.activeElement?.matches('input, textarea, select') ?? false
  let lastUse = Number.NEGATIVE_INFINITY
  let endWork: (() => void) | undefined
  /** The browser releases a lock a moment after it was told to. */
  let workEnded: Promise<unknown> = Promise.resolve()

  const holdWhileAtWork = () => {
    const atWork = hasInput || isPlaceOfWork(router.state.location.pathname)
    if (atWork && !endWork) {
      const { promise, resolve } = Promise.withResolvers<void>()
      endWork = resolve
      workEnded = navigator.locks.request(AT_WORK, { mode: 'shared' }, () => promise)
    } else if (!atWork) {
      endWork?.()
      endWork = undefined
    }
  }

  /** Returns whether every window may be replaced. The worker then fires `controllerchange` in each of them. */
  const letTakeOver = async () => {
    if (endWork) return false
    await workEnded
    return navigator.locks.request(AT_WORK, { ifAvailable: true }, async (lock) => {
      if (lock) registration.waiting?.postMessage('take over')
      return lock !== null
    })
  }

  const reload = () => window.location.reload()

  const replace = async () => {
    // A busy worker may keep its place for minutes; pages come from the server all the same.
    if (!registration.waiting || (isToTakeOver && isOutdated)) reload()
    else isToTakeOver = await letTakeOver()
  }

  /** Other windows with work in progress stay; this one reloads to the newest version. */
  const updateNow = async () => {
    isWished = true
    hasInput = false
    holdWhileAtWork()
    if (!registration.waiting || !(await letTakeOver())) reload()
  }

  const look = () => {
    if (!isOutdated && !registration.waiting) return
    const moment = updateMoment({
      path: router.state.location.pathname,
      hasInput,
      isWriting: isWriting(),
      hasWindow: document.querySelector('[role="dialog"], [role="alertdialog"]') !== null,
      isHidden: document.visibilityState === 'hidden',
      idleMs: performance.now() - lastUse,
    })
    offeredUpdate.set(isOutdated && moment === 'offer' ? updateNow : null)
    if (moment === 'reload') void replace()
  }

  const becomeOutdated = () => {
    isOutdated = true
    look()
  }

  serviceWorker.addEventListener('controllerchange', () => {
    if (isWished) reload()
    else if (isControlled) becomeOutdated()
    isControlled = true
  })
  const followInstalling = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && serviceWorker.controller) becomeOutdated()
    })
  }
  followInstalling()
  registration.addEventListener('updatefound', followInstalling)

  for (const use of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(use, () => (lastUse = performance.now()), { passive: true, capture: true })
  for (const entering of ['input', 'change'])
    window.addEventListener(
      entering,
      () => {
        hasInput = true
        holdWhileAtWork()
      },
      { capture: true },
    )
  let { pathname } = router.state.location
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === pathname) return
    pathname = location.pathname
    hasInput = false
    lastUse = Number.NEGATIVE_INFINITY
    holdWhileAtWork()
    look()
  })

  let askedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    look()
    if (document.visibilityState !== 'visible' || performance.now() - askedAt < ASK_AGAIN_MS) return
    askedAt = performance.now()
    registration.update().catch((error: unknown) => console.error('A newer version could not be asked for', error))
  })
  holdWhileAtWork()
  // A worker may wait since an earlier visit although this page is current: then nothing is offered.
  look()
  setInterval(look, LOOK_EVERY_MS)
}

export async function registerServiceWorker(router: DataRouter, queryClient: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  followUpdates({ registration, router, isWriting: () => queryClient.isMutating() > 0 })
}

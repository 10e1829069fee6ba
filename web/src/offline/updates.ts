import type { DataRouter } from 'react-router-dom'
import { createStore } from '../ui/store.ts'
import { isPlaceOfWork, updateMoment } from './update-moment.ts'

/** Held by every window in which somebody is in the middle of something. */
const AT_WORK = 'medicready.atWork'
const LOOK_EVERY_MS = 5_000
const ASK_AGAIN_MS = 60 * 60 * 1000

/** Has the newer version take over at once; null while nothing is to be offered. */
export const offeredUpdate = createStore<(() => Promise<void>) | null>(null)

interface Followed {
  registration: ServiceWorkerRegistration
  router: Pick<DataRouter, 'state' | 'subscribe'>
  isWriting: () => boolean
}

/**
 * Follows the versions of the app. When a newer one is there, this page is loaded anew at a moment at which that takes
 * nothing from anybody. The worker of the newer version takes over only when no window is in the middle of something:
 * until then the older one keeps the files of the pages that are open.
 */
export function followUpdates({ registration, router, isWriting }: Followed): void {
  const { serviceWorker } = navigator
  /** A page without a worker is the first visit, or was loaded past it: nothing older controls it. */
  let isControlled = serviceWorker.controller !== null
  let isOutdated = false
  let isWished = false
  /** The newer worker was told to take over when this page was last looked at. */
  let isToTakeOver = false
  /** Somebody may have begun to write before this was loaded. */
  let hasInput = document.activeElement?.matches('input, textarea, select') ?? false
  let lastUse = Number.NEGATIVE_INFINITY
  let endWork: (() => void) | undefined
  /** The browser lets go of what this window held a moment after it was told to. */
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

  /** Answers whether every window may be replaced. The worker then tells each of them that it controls it. */
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
    // A worker in the middle of something keeps its place, for minutes even: pages come from the server all the same.
    if (!registration.waiting || (isToTakeOver && isOutdated)) reload()
    else isToTakeOver = await letTakeOver()
  }

  /** A person's own wish. Another window at work stays as it is: this one alone is loaded anew, for the newest. */
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
    // Nobody has touched the new screen yet.
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
  // One may have waited since an earlier visit, while this page is as new as it is: then nothing is said of it.
  look()
  setInterval(look, LOOK_EVERY_MS)
}

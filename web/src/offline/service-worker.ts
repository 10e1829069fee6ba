import { clientsClaim } from 'workbox-core'
import { serveAppShell } from './app-shell.ts'
import { keepAnswers } from './kept-answers.ts'
import { showPushes } from './push-messages.ts'

/** Built to /sw.js. Each part adds its own listeners when the worker starts. */
declare const self: ServiceWorkerGlobalScope

// The first visit can go on without a connection, too.
clientsClaim()
serveAppShell()
keepAnswers()
showPushes()

/** A page says when (updates.ts): an older worker is never replaced while a page uses it. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') self.skipWaiting()
})

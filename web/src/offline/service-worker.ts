import { clientsClaim } from 'workbox-core'
import { serveAppShell } from './app-shell.ts'

/** Built to /sw.js. Each part adds its own listeners when the worker starts. */
declare const self: ServiceWorkerGlobalScope

// The first visit can go on without a connection, too.
clientsClaim()
serveAppShell()

/** A page says when it may be replaced (updates.ts): an older worker is never thrown out of a page that is in use. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') self.skipWaiting()
})

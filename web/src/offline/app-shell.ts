import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & {
  /** The files of this version, filled in by the build. */
  __WB_MANIFEST: PrecacheEntry[]
}

/** What is no screen of the app: without a connection the browser says so itself. */
const NO_SCREENS = [/^\/api\//, /^\/docs\b/, /^\/status\b/, /^[^?]*\.[^/?]*(?:\?|$)/]

/**
 * Keeps the app's own files, and answers with them where nothing else does: a page comes from the server for as long as
 * there is one to ask, so that no page comes out of a cache while it is old.
 */
export function serveAppShell(): void {
  cleanupOutdatedCaches()
  // No file stands for an address that ends in "/": that is a screen.
  precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
  registerRoute(
    new NavigationRoute(
      async ({ request }) => {
        try {
          return await fetch(request)
        } catch (error) {
          const shell = await matchPrecache('/index.html')
          if (!shell) throw error
          return shell
        }
      },
      { denylist: NO_SCREENS },
    ),
  )
}

import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build. */
  __WB_MANIFEST: PrecacheEntry[]
}

/** Not screens of the app: without a connection the browser reports that itself. */
const NO_SCREENS = [/^\/api\//, /^\/docs\b/, /^\/status\b/, /^[^?]*\.[^/?]*(?:\?|$)/]

/** Pages come from the server whenever it can be reached, so that no outdated page comes out of a cache. */
export function serveAppShell(): void {
  cleanupOutdatedCaches()
  // No file has an address that ends in "/": that is a screen.
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

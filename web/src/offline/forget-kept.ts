import { KEPT_PREFIX } from './kept-names.ts'

/** Forgets what the service worker has kept of the person, should it not be at work on this page. */
export async function forgetKept(): Promise<void> {
  try {
    for (const name of await caches.keys()) if (name.startsWith(KEPT_PREFIX)) await caches.delete(name)
  } catch (error) {
    // A browser that keeps nothing has nothing to forget.
    console.error('What was kept could not be looked through', error)
  }
}

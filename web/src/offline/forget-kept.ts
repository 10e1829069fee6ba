import { isOfSomebody } from '../api/kept-names.ts'
import { forgetAll } from './kept-reads.ts'

/**
 * Forgets what the pages have kept of the person, and what the service worker has, should it not be at work on this
 * page. Unsent answers stay: they are theirs to send when they sign in again.
 */
export async function forgetKept(): Promise<void> {
  await forgetAll()
  try {
    for (const name of await caches.keys()) if (isOfSomebody(name)) await caches.delete(name)
  } catch (error) {
    // A browser that keeps nothing has nothing to forget.
    console.error('What was kept could not be looked through', error)
  }
}

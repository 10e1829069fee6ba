import { isPersonal } from '../api/kept-names.ts'
import { forgetAll } from './kept-reads.ts'

/** Also clears the service worker's data, in case it does not control this page. Unsent answers stay. */
export async function forgetKept(): Promise<void> {
  await forgetAll()
  try {
    for (const name of await caches.keys()) if (isPersonal(name)) await caches.delete(name)
  } catch (error) {
    // A browser that stores nothing has nothing to delete.
    console.error('What was kept could not be looked through', error)
  }
}

import { ConnectionError } from '../api/errors.ts'
import { keptDeliveries } from './deliveries.ts'
import { noteSomeKept } from './some-kept.ts'

/** Whether something was shown as it was kept: with the next connection it is read anew. */
export const shown = { isKept: false }

/** Keeps something for whoever is signed in, to be read without a connection. A browser that refuses goes without. */
export async function keepFor(userId: string, name: string, value: unknown): Promise<void> {
  try {
    await (await keptDeliveries()).keep(userId, name, value)
    noteSomeKept(true)
  } catch {
    // Private windows and full disks refuse.
  }
}

/** What was kept under a name of whoever was signed in last. Throws the error where nothing was, or it is another. */
export async function keptInsteadOf(error: unknown, name: string): Promise<unknown> {
  if (!(error instanceof ConnectionError)) throw error
  const kept = await keptOf(name).catch(() => null)
  if (kept === null) throw error
  shown.isKept = true
  return kept
}

async function keptOf(name: string): Promise<unknown> {
  const deliveries = await keptDeliveries()
  const userId = await deliveries.lastUser()
  return userId === null ? null : deliveries.read(userId, name)
}

/** Forgets all that is kept of whoever was signed in. Answers that wait stay: they are theirs to send. */
export async function forgetAll(): Promise<void> {
  noteSomeKept(false)
  await keptDeliveries().then(
    (deliveries) => deliveries.forgetAll(),
    // Then nothing was kept.
    () => undefined,
  )
}

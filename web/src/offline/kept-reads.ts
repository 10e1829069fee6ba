import { ConnectionError } from '../api/errors.ts'
import { type Keeping, keptDeliveries } from './deliveries.ts'
import { KeptPictures } from './kept-pictures.ts'
import { isMetered } from './metered.ts'
import { isSomeKept, noteSomeKept } from './some-kept.ts'

/** Whether something was shown as it was kept: with the next connection it is read anew. */
export const shown = { isKept: false }
/** Whoever was signed in here is not any more: what is still on its way to be kept is not. */
let isOver = false

const pictures = new KeptPictures({ caches: globalThis.caches, fetch: (input, init) => globalThis.fetch(input, init) })

/**
 * Keeps something for whoever is signed in, to be read without a connection. Answers whether it is kept: a browser may
 * refuse, as private windows and full disks do. Its pictures follow, unless they would cost somebody who asked for
 * nothing.
 */
export async function keepFor(userId: string, name: string, value: unknown, keeping: Keeping = {}): Promise<boolean> {
  try {
    if (isOver || !(await (await keptDeliveries()).keep(userId, name, value, keeping))) return false
    noteSomeKept(true)
  } catch {
    return false
  }
  if (keeping.isAsked || !isMetered()) await keepPictures(userId).catch(() => undefined)
  return true
}

async function keepPictures(userId: string): Promise<void> {
  if (isOver) return
  const kept = await (await keptDeliveries()).list(userId)
  await pictures.keep(userId, [...new Set(kept.flatMap(({ pictures }) => pictures))])
}

/** Something that is kept, and the room that it takes with its pictures. */
export interface KeptThing {
  name: string
  value: unknown
  bytes: number
  /** How many of its pictures are kept. */
  pictures: number
}

export async function keptOf(userId: string): Promise<KeptThing[]> {
  const [kept, sizes] = await Promise.all([
    keptDeliveries().then((deliveries) => deliveries.list(userId)),
    pictures.sizes(userId).catch(() => new Map<string, number>()),
  ])
  return kept.map(({ name, value, bytes, pictures }) => {
    const here = pictures.flatMap((address) => sizes.get(address) ?? [])
    return { name, value, bytes: here.reduce((sum, size) => sum + size, bytes), pictures: here.length }
  })
}

/** Removes something that the person does not want to be kept, with its pictures. */
export async function remove(userId: string, name: string): Promise<void> {
  await (await keptDeliveries()).remove(userId, name)
  await tidyPictures(userId)
}

/** Forgets what is of no use any more. Answers whether it was kept. */
export async function forget(userId: string, name: string): Promise<boolean> {
  if (!isSomeKept()) return false
  const deliveries = await keptDeliveries()
  if ((await deliveries.read(userId, name)) === null) return false
  await deliveries.forget(userId, name)
  await tidyPictures(userId)
  return true
}

/** Forgets what is old or of anybody else, and the pictures with it. */
export async function tidy(userId: string): Promise<void> {
  await (await keptDeliveries()).tidy(userId)
  await tidyPictures(userId)
}

async function tidyPictures(userId: string): Promise<void> {
  const kept = await (await keptDeliveries()).list(userId)
  await pictures.keepOnly(userId, new Set(kept.flatMap(({ pictures }) => pictures)))
}

/** What was kept under a name of whoever was signed in last. Throws the error where nothing was, or it is another. */
export async function keptInsteadOf(error: unknown, name: string): Promise<unknown> {
  if (!(error instanceof ConnectionError)) throw error
  const kept = await readLast(name).catch(() => null)
  if (kept === null) throw error
  shown.isKept = true
  return kept
}

async function readLast(name: string): Promise<unknown> {
  const deliveries = await keptDeliveries()
  const userId = await deliveries.lastUser()
  return userId === null ? null : deliveries.read(userId, name)
}

/** Forgets all that is kept of whoever was signed in. Answers that wait stay: they are theirs to send. */
export async function forgetAll(): Promise<void> {
  isOver = true
  noteSomeKept(false)
  await keptDeliveries().then(
    (deliveries) => deliveries.forgetAll(),
    // Then nothing was kept.
    () => undefined,
  )
}

import type { ShownPicture } from '@medicready/domain/contract/questions/pictures'
import { ConnectionError } from '../api/errors.ts'
import { isPersonal, KEPT_PICTURES_PREFIX } from '../api/kept-names.ts'
import { type KeptDelivery, type OfflineDatabase, openOfflineDatabase } from './database.ts'
import { isSomeKept, noteSomeKept } from './waiting.ts'

/** Whether kept data was shown: it is refetched with the next connection. */
export const shown = { isKept: false }
/** Set by a sign-out: reads still in progress are not kept. */
let isOver = false

/** False where the browser refuses. Pictures follow unless the connection is metered and the person did not ask. */
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

export interface KeptThing {
  name: string
  value: unknown
  bytes: number
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

export async function remove(userId: string, name: string): Promise<void> {
  await (await keptDeliveries()).remove(userId, name)
  await tidyPictures(userId)
}

export async function forget(userId: string, name: string): Promise<boolean> {
  if (!isSomeKept()) return false
  const deliveries = await keptDeliveries()
  if ((await deliveries.read(userId, name)) === null) return false
  await deliveries.forget(userId, name)
  await tidyPictures(userId)
  return true
}

export async function tidy(userId: string): Promise<void> {
  await (await keptDeliveries()).tidy(userId)
  await tidyPictures(userId)
}

async function tidyPictures(userId: string): Promise<void> {
  const kept = await (await keptDeliveries()).list(userId)
  await pictures.keepOnly(userId, new Set(kept.flatMap(({ pictures }) => pictures)))
}

/** Rethrows the error where nothing was kept, or the error is not a lost connection. */
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

/** Answers that wait to be sent stay. */
export async function forgetAll(): Promise<void> {
  isOver = true
  noteSomeKept(false)
  await keptDeliveries().then(
    (deliveries) => deliveries.forgetAll(),
    () => undefined,
  )
}

/** Not in the platform's types yet. */
interface Connection {
  readonly saveData?: boolean
  readonly type?: string
}

/** Whether fetching may cost money. Browsers that do not tell count as unmetered. */
export function isMetered(browser: object = navigator): boolean {
  const { saveData = false, type } = (browser as { readonly connection?: Connection }).connection ?? {}
  return saveData || type === 'cellular'
}

const OLD_AFTER_MS = 3 * 24 * 3_600_000

interface Keeping {
  /** Whether the user asked for it: what they removed is only kept again then. */
  isAsked?: boolean
  until?: number | undefined
}

export class KeptDeliveries {
  readonly #database: OfflineDatabase
  readonly #now: () => number

  constructor(database: OfflineDatabase, now: () => number = Date.now) {
    this.#database = database
    this.#now = now
  }

  async keep(userId: string, name: string, value: unknown, { isAsked = false, until }: Keeping = {}): Promise<boolean> {
    const keptAt = this.#now()
    const bytes = new Blob([JSON.stringify(value)]).size
    const { store, done } = this.#database.transaction('deliveries', 'readwrite')
    const before = await store.get([userId, name])
    const isWanted = isAsked || before?.value !== null
    if (isWanted)
      await store.put({
        userId,
        name,
        value,
        bytes,
        pictures: picturesIn(value),
        keptAt,
        until: Math.min(until ?? Number.POSITIVE_INFINITY, keptAt + OLD_AFTER_MS),
      })
    await done
    return isWanted
  }

  async read(userId: string, name: string): Promise<unknown> {
    const kept = await this.#database.get('deliveries', [userId, name])
    return kept && !this.#isOld(kept) ? kept.value : null
  }

  async list(userId: string): Promise<KeptDelivery[]> {
    const kept = (await this.#all()).filter((each) => each.userId === userId && each.value !== null && !this.#isOld(each))
    return kept.sort((one, other) => other.keptAt - one.keptAt)
  }

  async lastUser(): Promise<string | null> {
    const last = (await this.#all()).filter((kept) => !this.#isOld(kept)).sort((one, other) => other.keptAt - one.keptAt)[0]
    return last?.userId ?? null
  }

  async remove(userId: string, name: string): Promise<void> {
    const keptAt = this.#now()
    await this.#database.put('deliveries', { userId, name, value: null, bytes: 0, pictures: [], keptAt, until: keptAt + OLD_AFTER_MS })
  }

  async forget(userId: string, name: string): Promise<void> {
    await this.#database.delete('deliveries', [userId, name])
  }

  async tidy(userId: string): Promise<void> {
    for (const kept of await this.#all()) if (kept.userId !== userId || this.#isOld(kept)) await this.forget(kept.userId, kept.name)
  }

  async forgetAll(): Promise<void> {
    await this.#database.clear('deliveries')
  }

  #all(): Promise<KeptDelivery[]> {
    return this.#database.getAll('deliveries')
  }

  #isOld({ until }: KeptDelivery): boolean {
    return this.#now() >= until
  }
}

let opened: Promise<KeptDeliveries> | null = null
/** Rejects in a browser that stores nothing. */
function keptDeliveries(): Promise<KeptDeliveries> {
  opened ??= openOfflineDatabase().then((database) => new KeptDeliveries(database))
  return opened
}

const isPicture = (value: object): value is ShownPicture => 'imageUrl' in value && typeof value.imageUrl === 'string'

/** Found anywhere in the data; a table needs no image. */
export function picturesIn(delivered: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isPicture(value)) {
      if (value.table === null) found.add(value.imageUrl)
      if (value.soundUrl) found.add(value.soundUrl)
    } else for (const part of Object.values(value)) look(part)
  }
  look(delivered)
  return [...found]
}

/** Drawings are 10 to 100 KB each, sounds 200 KB; an uploaded image is 2 MB at most. */
export const MOST_PICTURE_BYTES = 20_000_000
const KEPT_BYTES = 'kept-bytes'

interface PictureParts {
  caches: CacheStorage
  fetch: typeof globalThis.fetch
}

export class KeptPictures {
  readonly #parts: PictureParts
  /** One after the other: each has to know how much is kept already. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: PictureParts) {
    this.#parts = parts
  }

  /** Keeps missing ones as far as there is room. A picture that fails to load is replaced by words later. */
  keep(userId: string, addresses: readonly string[]): Promise<void> {
    return this.#afterOthers(async () => {
      const cache = await this.#open(userId)
      let bytes = sum(await this.#sizesIn(cache))
      for (const address of addresses) {
        if (await cache.match(address)) continue
        const answer = await this.#parts.fetch(address)
        if (!answer.ok) continue
        const image = await answer.blob()
        if (bytes + image.size > MOST_PICTURE_BYTES) continue
        bytes += image.size
        await cache.put(address, new Response(image, { headers: { 'content-type': image.type, [KEPT_BYTES]: String(image.size) } }))
      }
    })
  }

  async sizes(userId: string): Promise<ReadonlyMap<string, number>> {
    return this.#sizesIn(await this.#open(userId))
  }

  keepOnly(userId: string, wanted: ReadonlySet<string>): Promise<void> {
    return this.#afterOthers(async () => {
      const { caches } = this.#parts
      for (const name of await caches.keys())
        if (name.startsWith(KEPT_PICTURES_PREFIX) && name !== KEPT_PICTURES_PREFIX + userId) await caches.delete(name)
      const cache = await this.#open(userId)
      for (const address of (await this.#sizesIn(cache)).keys()) if (!wanted.has(address)) await cache.delete(address)
    })
  }

  async #sizesIn(cache: Cache): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (const request of await cache.keys()) {
      const kept = await cache.match(request)
      sizes.set(new URL(request.url).pathname, Number(kept?.headers.get(KEPT_BYTES) ?? 0))
    }
    return sizes
  }

  #open(userId: string): Promise<Cache> {
    return this.#parts.caches.open(KEPT_PICTURES_PREFIX + userId)
  }

  #afterOthers(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}

const sum = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((bytes, size) => bytes + size, 0)

const pictures = new KeptPictures({ caches: globalThis.caches, fetch: (input, init) => globalThis.fetch(input, init) })

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

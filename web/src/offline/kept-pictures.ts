import { KEPT_PICTURES_PREFIX } from './kept-names.ts'

/** Pictures of kept questions, so that they are seen without a connection: of one account, and not too many of them. */

/** Drawings are 10 to 100 KB each, an image that somebody brought 2 MB at the most. */
export const MOST_PICTURE_BYTES = 20_000_000
const KEPT_BYTES = 'kept-bytes'

export interface PictureParts {
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

  /** Keeps those that are not kept yet, as far as there is room. One that does not come is told in words later. */
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

  /** The size of each that is kept, by its address. */
  async sizes(userId: string): Promise<ReadonlyMap<string, number>> {
    return this.#sizesIn(await this.#open(userId))
  }

  /** Forgets those that belong to nothing any more, and those of anybody else. */
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

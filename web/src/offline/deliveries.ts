import { type KeptDelivery, type OfflineDatabase, openOfflineDatabase } from './database.ts'
import { picturesIn } from './pictures-in.ts'

/** What can be read and answered without a connection: of one account, until it signs out or it is old. */

const OLD_AFTER_MS = 3 * 24 * 3_600_000

/** Where it comes from, and how long it is of use. */
export interface Keeping {
  /** Whether the person asked for it: what they have removed is kept again only then. */
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

  /** Answers whether it is kept. */
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

  /** What was kept under a name; null where there is nothing, or it is old. */
  async read(userId: string, name: string): Promise<unknown> {
    const kept = await this.#database.get('deliveries', [userId, name])
    return kept && !this.#isOld(kept) ? kept.value : null
  }

  /** All of an account, what was kept last first. */
  async list(userId: string): Promise<KeptDelivery[]> {
    const kept = (await this.#all()).filter((each) => each.userId === userId && each.value !== null && !this.#isOld(each))
    return kept.sort((one, other) => other.keptAt - one.keptAt)
  }

  /** Whose was kept last. */
  async lastUser(): Promise<string | null> {
    const last = (await this.#all()).filter((kept) => !this.#isOld(kept)).sort((one, other) => other.keptAt - one.keptAt)[0]
    return last?.userId ?? null
  }

  /** Removes what the person does not want to be kept. */
  async remove(userId: string, name: string): Promise<void> {
    const keptAt = this.#now()
    await this.#database.put('deliveries', { userId, name, value: null, bytes: 0, pictures: [], keptAt, until: keptAt + OLD_AFTER_MS })
  }

  /** Forgets what is of no use any more. */
  async forget(userId: string, name: string): Promise<void> {
    await this.#database.delete('deliveries', [userId, name])
  }

  /** Forgets what is old, and what is of anybody else. */
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

const opened = openOfflineDatabase().then((database) => new KeptDeliveries(database))
// Who uses it hears of it; a browser that keeps nothing has nothing to show without a connection.
opened.catch(() => undefined)
export const keptDeliveries = (): Promise<KeptDeliveries> => opened

import { type KeptDelivery, type OfflineDatabase, openOfflineDatabase } from './database.ts'

/** What can be read and answered without a connection: of one account, until it signs out or it is old. */

const OLD_AFTER_MS = 3 * 24 * 3_600_000

export class KeptDeliveries {
  readonly #database: OfflineDatabase
  readonly #now: () => number

  constructor(database: OfflineDatabase, now: () => number = Date.now) {
    this.#database = database
    this.#now = now
  }

  async keep(userId: string, name: string, value: unknown): Promise<void> {
    await this.#database.put('deliveries', { userId, name, value, keptAt: this.#now() })
  }

  /** What was kept under a name; null where there is nothing, or it is old. */
  async read(userId: string, name: string): Promise<unknown> {
    const kept = await this.#database.get('deliveries', [userId, name])
    return kept && !this.#isOld(kept) ? kept.value : null
  }

  async names(userId: string): Promise<string[]> {
    return (await this.#all()).filter((kept) => kept.userId === userId && !this.#isOld(kept)).map(({ name }) => name)
  }

  /** Whose was kept last. */
  async lastUser(): Promise<string | null> {
    const last = (await this.#all()).filter((kept) => !this.#isOld(kept)).sort((one, other) => other.keptAt - one.keptAt)[0]
    return last?.userId ?? null
  }

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

  #isOld({ keptAt }: KeptDelivery): boolean {
    return this.#now() - keptAt > OLD_AFTER_MS
  }
}

const opened = openOfflineDatabase().then((database) => new KeptDeliveries(database))
// Who uses it hears of it; a browser that keeps nothing has nothing to show without a connection.
opened.catch(() => undefined)
export const keptDeliveries = (): Promise<KeptDeliveries> => opened

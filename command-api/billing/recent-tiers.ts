import { subscription } from '@medicready/domain/billing/subscription'
import type { Tier } from '@medicready/domain/billing/tiers'
import { LRUCache } from 'lru-cache'
import type { Commands } from '../commands.ts'

const REMEMBERED = 20_000
/** As long as a session is remembered. */
const BEHIND_MILLISECONDS = 10_000

/**
 * The tiers of accounts, for what is shown: who upgrades sees it at once, whichever process they did it with; a plan
 * that ended elsewhere may show on for seconds. What a tier limits is asked of the log.
 */
export class RecentTiers {
  readonly #commands: Commands
  readonly #recent: LRUCache<string, true>

  constructor(commands: Commands, milliseconds: () => number = () => performance.now()) {
    this.#commands = commands
    this.#recent = new LRUCache({ max: REMEMBERED, ttl: BEHIND_MILLISECONDS, ttlResolution: 0, perf: { now: milliseconds } })
  }

  async of(userId: string): Promise<Tier> {
    if (this.#recent.has(userId)) return (await this.#commands.recall(subscription, userId)).state.tier
    const { state } = await this.#commands.load(subscription, userId)
    if (state.tier !== 'free') this.#recent.set(userId, true)
    return state.tier
  }
}

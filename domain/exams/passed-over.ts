import type { CalendarDay } from '../core/calendar.ts'
import type { Balance } from './blueprints.ts'
import type { Share } from './exam-plan.ts'
import type { PreparedPool } from './prepared-pool.ts'

/** Within this many days an answer measures memory. */
export const REMEMBERED_DAYS = 30
/** Keep this multiple of a category's share in the longest exam, so that there is a choice. */
const CHOICE_OF = 2

interface Asked {
  readonly balance: Balance
  readonly shares: readonly Share[]
  readonly maxItems: number
  readonly metOn: ReadonlyMap<string, CalendarDay>
}

/** Recently met questions, as pool indexes. If a category has too few left, those met longest ago stay in. */
export function passedOver(pool: PreparedPool, { balance, shares, maxItems, metOn }: Asked): number[] {
  const places = Map.groupBy(pool.items.keys(), (place) => categoryAt(pool, balance, place))
  return shares
    .flatMap(({ category, percent }) => {
      const inCategory = places.get(category) ?? []
      const toLeave = Math.ceil((CHOICE_OF * maxItems * percent) / 100)
      return inCategory
        .flatMap((place) => ({ place, day: metOn.get(pool.items[place]?.questionId ?? '') ?? '' }))
        .filter(({ day }) => day !== '')
        .toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : one.place - other.place))
        .slice(0, Math.max(0, inCategory.length - toLeave))
        .map(({ place }) => place)
    })
    .toSorted((one, other) => one - other)
}

export function available(pool: PreparedPool, { balance, shares }: Pick<Asked, 'balance' | 'shares'>): { scored: number; pilots: number } {
  const categories = new Set(shares.map(({ category }) => category))
  const counts = { scored: 0, pilots: 0 }
  for (const place of pool.items.keys()) {
    const portion = pool.portionOf[place] ?? -1
    if (portion < 0 || !categories.has(categoryAt(pool, balance, place))) continue
    if (pool.isPilot[portion] === 1) counts.pilots += 1
    else counts.scored += 1
  }
  return counts
}

/** A whole set counts as one; an incomplete one has no category. */
const categoryAt = ({ byBalance, portionOf }: PreparedPool, balance: Balance, place: number): string =>
  byBalance[balance].categoryOf[portionOf[place] ?? -1] ?? ''

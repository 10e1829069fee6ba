import type { PaidTier } from '@medicready/domain/billing/tiers'
import type { OfferedPrices } from '@medicready/domain/contract/prices'

/** What a query has to bring of a price that was announced. */
export interface AnnouncedRow {
  readonly announced: number | null
  readonly holds_from: string | null
}

/** The price that comes after this amount; null where none was announced, or it is there already. */
export const announcedPrice = ({ announced, holds_from }: AnnouncedRow, amount: number): OfferedPrices[PaidTier]['announced'] =>
  announced === null || holds_from === null || announced === amount ? null : { amount: announced, holdsFrom: holds_from }

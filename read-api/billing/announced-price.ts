import type { PaidTier } from '@medicready/domain/billing/tiers'
import type { OfferedPrices } from '@medicready/domain/contract/billing/prices'
import type { AnnouncedPrice } from '@medicready/projector/read-models/billing/plan-queries'

/** The price that comes after this amount; null where none was announced, or it is there already. */
export const announcedPrice = ({ announced, holds_from }: AnnouncedPrice, amount: number): OfferedPrices[PaidTier]['announced'] =>
  announced === null || holds_from === null || announced === amount ? null : { amount: announced, holdsFrom: holds_from }

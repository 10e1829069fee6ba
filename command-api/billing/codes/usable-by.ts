import { type KnownCode, usable } from '@medicready/domain/billing/discount-code'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../../parts.ts'
import { tierOf } from '../tier-of.ts'
import { findCode } from './find-code.ts'

interface Asked {
  readonly userId: string
  /** As it was typed. */
  readonly code: string
  readonly now: string
}

/**
 * A code that somebody can use now. Refused with the reason where they cannot. A free subscription is for those who
 * have no plan: beside one that they have, its months would pass unused.
 */
export async function usableBy(parts: Pick<Parts, 'commands'>, { userId, code, now }: Asked): Promise<KnownCode> {
  const known = usable((await findCode(parts, code)).state, { userId, now })
  const isFree = known.terms.discountType === 'free_subscription'
  if (isFree && (await tierOf(parts, userId)) !== 'free') throw new Rejection('discountCodeNeedsFreePlan')
  return known
}

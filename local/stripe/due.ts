import type { Kind, Kinds } from './kinds.ts'
import { DAY, HOUR } from './time.ts'

/** How long a subscription waits for its first payment. */
const FIRST_PAYMENT_WITHIN = 23 * HOUR
/** After the first failure of a renewal it is tried again after so many days; then the subscription ends. */
export const RETRIES_AFTER_DAYS = [3, 5, 7, 14] as const

/** What a refund says of its reference that its bank will not take; it fails so many seconds later. */
export const FAILS_LATER = 'unavailable'
const REFUND_FAILS_AFTER = 1

/** The test clock by which an object's time passes; empty for the clock of the server. */
export function clockOf(object: Kinds[Kind]): string {
  const clock = 'test_clock' in object ? object.test_clock : null
  return typeof clock === 'string' ? clock : ''
}

/** When something is to happen to an object by itself; null when nothing is. */
export function dueOf(object: Kinds[Kind]): number | null {
  switch (object.object) {
    case 'subscription':
      return dueOfSubscription(object)
    case 'invoice':
      if (object.status === 'draft') return object.automatically_finalizes_at
      return object.status === 'open' ? object.next_payment_attempt : null
    case 'checkout.session':
      return object.status === 'open' ? object.expires_at : null
    case 'refund':
      return object.status === 'succeeded' && object.destination_details?.card?.reference_status === FAILS_LATER
        ? object.created + REFUND_FAILS_AFTER
        : null
    default:
      return null
  }
}

function dueOfSubscription({ status, created, cancel_at, items }: Kinds['subscription']): number | null {
  if (status === 'incomplete') return created + FIRST_PAYMENT_WITHIN
  if (status !== 'active' && status !== 'past_due') return null
  const periodEnd = Math.min(...items.data.map((item) => item.current_period_end))
  return cancel_at === null ? periodEnd : Math.min(cancel_at, periodEnd)
}

/** When a renewal whose payment failed is tried again; null when it was tried often enough. */
export function nextAttempt(finalizedAt: number, attempts: number): number | null {
  const days = RETRIES_AFTER_DAYS[attempts - 1]
  return days === undefined ? null : finalizedAt + days * DAY
}

/**
 * Reasons for which a refund can never succeed: the bank returned the money, it was refunded before, or too little of
 * it is left.
 */
export const refundRefusals = ['disputed', 'already_refunded', 'more_than_left'] as const
export type RefundRefusal = (typeof refundRefusals)[number]

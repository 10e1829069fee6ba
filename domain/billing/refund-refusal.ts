/**
 * Why the payment provider never gives a payment back, however often it is asked: its holder has it back, or will,
 * through their bank; all of it went back before; or less of it is left.
 */
export const refundRefusals = ['disputed', 'already_refunded', 'more_than_left'] as const
export type RefundRefusal = (typeof refundRefusals)[number]

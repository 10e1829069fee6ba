/**
 * Why the payment provider never gives a payment back, however often it is asked: its holder has it back, or will, through
 * their bank; all of it went back before; or less of it is left.
 */
export const refundRefusals = ['disputed', 'alreadyRefunded', 'moreThanLeft'] as const
export type RefundRefusal = (typeof refundRefusals)[number]

export const refundRefusalWords: Readonly<Record<RefundRefusal, string>> = {
  disputed: 'the payment is disputed',
  alreadyRefunded: 'the payment was already refunded',
  moreThanLeft: 'less of the payment is left',
}

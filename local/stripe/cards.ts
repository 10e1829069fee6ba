/**
 * What the well-known test cards do. No one's real card is taken: a number that is none of these is declined, as in
 * Stripe's test mode.
 */
interface TestCard {
  readonly brand: string
  readonly declines?: Decline
  /** Fails whenever its holder is not there to pay. */
  readonly declinesLater?: Decline
  /** Its holder takes the money back through their bank. */
  readonly isDisputed?: true
  /** A refund to it is taken at first, and fails afterwards. */
  readonly failsRefunds?: true
  /** Asks for authentication: always, or unless that was done when it was saved. */
  readonly asks?: 'always' | 'unless set up'
}

export interface Decline {
  readonly code: string
  readonly decline_code?: string
  readonly message: string
}

const generic: Decline = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }
const insufficient: Decline = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' }
const unauthenticated: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
export const notAuthenticated: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
const notATestCard: Decline = {
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message: 'Your card was declined. This stand-in takes test cards only.',
}

const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '4000000000000002': { brand: 'visa', declines: generic },
  '4000000000009995': { brand: 'visa', declines: insufficient },
  '4000000000000341': { brand: 'visa', declinesLater: generic },
  '4000002500003155': { brand: 'visa', asks: 'unless set up' },
  '4000002760003184': { brand: 'visa', asks: 'always' },
  '4000000000000259': { brand: 'visa', isDisputed: true },
  '4000000000005126': { brand: 'visa', failsRefunds: true },
}

/** Payment methods that exist in every test account. */
export const tokens: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
  pm_card_refundFail: '4000000000005126',
}

export type Outcome = { readonly kind: 'succeeds' | 'asks' } | { readonly kind: 'declined'; readonly decline: Decline }

interface Circumstances {
  /** The holder is not there to authenticate anything. */
  readonly offSession: boolean
  /** It was authenticated when it was saved for later payments. */
  readonly isSetUp: boolean
  /** Its holder has just authenticated this payment. */
  readonly authenticated?: boolean
}

/** What comes of a payment by a card. */
export function outcomeOf(number: string, { offSession, isSetUp, authenticated = false }: Circumstances): Outcome {
  const card = testCards[number]
  if (!card) return { kind: 'declined', decline: notATestCard }
  if (card.declines) return { kind: 'declined', decline: card.declines }
  if (card.declinesLater && offSession) return { kind: 'declined', decline: card.declinesLater }
  const asks = card.asks === 'always' || (card.asks === 'unless set up' && !(offSession && isSetUp))
  if (!asks || authenticated) return { kind: 'succeeds' }
  return offSession ? { kind: 'declined', decline: unauthenticated } : { kind: 'asks' }
}

export const isDisputed = (number: string): boolean => testCards[number]?.isDisputed ?? false
export const failsRefunds = (number: string): boolean => testCards[number]?.failsRefunds ?? false

export const brandOf = (number: string): string => testCards[number]?.brand ?? 'unknown'

/** Whether the digits of a number fit together (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

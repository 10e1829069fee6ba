import type { Calls } from './calls.ts'
import { catalogueCalls } from './catalogue.ts'
import { checkoutCalls } from './checkout.ts'
import { clockCalls } from './clocks.ts'
import { couponCalls } from './coupons.ts'
import { customerCalls } from './customers.ts'
import { disputeCalls } from './disputes.ts'
import { eventCalls } from './events.ts'
import { invoiceCalls } from './invoices.ts'
import { paymentMethodCalls } from './payment-methods.ts'
import { paymentCalls } from './payments.ts'
import { portalCalls } from './portal.ts'
import { refundCalls } from './refunds.ts'
import { subscriptionCalls } from './subscriptions.ts'

export const everyCall: Calls = {
  ...catalogueCalls,
  ...customerCalls,
  ...paymentMethodCalls,
  ...checkoutCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...refundCalls,
  ...disputeCalls,
  ...couponCalls,
  ...portalCalls,
  ...eventCalls,
  ...clockCalls,
}

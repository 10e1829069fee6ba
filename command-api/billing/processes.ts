import { MAILS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { sendCancellation, sendPlanEnded, sendPriceChange, sendReceipt, sendRefund, sendReminder } from './billing-mails.ts'
import { carryOutAnnouncement, keepPrices } from './change-prices.ts'
import { endFreePeriods } from './codes/end-free-periods.ts'
import { grantRedeemed } from './codes/grant-free-period.ts'
import { makeCouponOf } from './codes/make-coupon.ts'
import { redeemPayment } from './codes/redeem-payment.ts'
import { releaseAbandoned, releaseOfCheckout } from './codes/release-code.ts'
import { endCheckouts } from './end-checkouts.ts'
import { endOverduePlans, remindAtOnce } from './end-overdue-plans.ts'
import { forgetCustomer, tellNewAddress } from './forget-customer.ts'
import { carryOutMoneyBack } from './money-back.ts'
import { findDisputes, settleDisputedPlan } from './observe-dispute.ts'
import { reconcile } from './reconcile.ts'
import { reactToStripe } from './stripe-events.ts'
import { tellOfProblem } from './tell-of-problem.ts'

export const billingProcesses: Processes = {
  reactions: [
    { name: 'free-subscriptions', on: { CodeRedeemed: grantRedeemed } },
    {
      name: 'coupons',
      on: { DiscountCodeCreated: makeCouponOf, DiscountCodeRevised: makeCouponOf, DiscountCodeActivated: makeCouponOf },
    },
    { name: 'code-uses', on: { CheckoutEnded: releaseOfCheckout, InvoicePaid: redeemPayment } },
    { name: 'stripe-events', on: { StripeEventReceived: reactToStripe } },
    { name: 'money-back', on: { MoneyBackClaimed: carryOutMoneyBack } },
    { name: 'disputed-plans', on: { DisputeClosed: settleDisputedPlan } },
    {
      name: 'payment-problems',
      atOnce: MAILS_AT_ONCE,
      on: {
        TutoringRefundFailed: tellOfProblem,
        TutoringRefundRefused: tellOfProblem,
        MoneyBackRefused: tellOfProblem,
        DisputeOpened: tellOfProblem,
      },
    },
    { name: 'announced-prices', on: { PriceAnnounced: carryOutAnnouncement } },
    { name: 'failed-payments', on: { PaymentFailed: remindAtOnce } },
    { name: 'customers', on: { AccountErased: forgetCustomer, EmailChanged: tellNewAddress } },
    {
      name: 'billing-mails',
      atOnce: MAILS_AT_ONCE,
      on: {
        InvoicePaid: sendReceipt,
        PaymentReminded: sendReminder,
        CancellationScheduled: sendCancellation,
        SubscriptionEnded: sendPlanEnded,
        RefundIssued: sendRefund,
        PriceChangeTold: sendPriceChange,
      },
    },
  ],
  jobs: [
    { name: 'free-periods', schedule: '*/5 * * * *', atStart: true, run: endFreePeriods },
    { name: 'abandoned-codes', schedule: '*/10 * * * *', run: releaseAbandoned },
    { name: 'prices', schedule: '2 * * * *', atStart: true, run: keepPrices },
    { name: 'overdue-plans', schedule: '17 * * * *', run: endOverduePlans },
    { name: 'checkouts', schedule: '*/10 * * * *', run: endCheckouts },
    // At night: it looks at all that the payment provider has.
    { name: 'reconciliation', schedule: '30 7 * * *', run: reconcile },
    { name: 'disputes', schedule: '40 7 * * *', run: findDisputes },
  ],
}

import { MAILS_AT_ONCE, type Processes } from '../worker/definitions.ts'
import { billingMails, tellOfProblem } from './billing-mails.ts'
import { carryOutAnnouncement, keepPrices } from './change-prices.ts'
import { endCheckouts } from './checkout.ts'
import { makeCouponOf, redeemPayment, releaseAbandoned, releaseOfCheckout } from './codes/reserve-code.ts'
import { endFreePeriods, grantRedeemed } from './codes/use-code.ts'
import { forgetCustomer, tellNewAddress } from './customer.ts'
import { endOverduePlans, remindAtOnce } from './end-overdue-plans.ts'
import { carryOutMoneyBack } from './money-back.ts'
import { reconcile } from './reconcile.ts'
import { findDisputes, reactToStripe, settleDisputedPlan } from './stripe-events.ts'

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
    { name: 'billing-mails', atOnce: MAILS_AT_ONCE, on: billingMails },
  ],
  jobs: [
    { name: 'free-periods', schedule: '*/5 * * * *', atStart: true, run: endFreePeriods },
    { name: 'abandoned-codes', schedule: '*/10 * * * *', run: releaseAbandoned },
    { name: 'prices', schedule: '2 * * * *', atStart: true, run: keepPrices },
    { name: 'overdue-plans', schedule: '17 * * * *', run: endOverduePlans },
    { name: 'checkouts', schedule: '*/10 * * * *', run: endCheckouts },
    // At night, because it reads everything at the payment provider.
    { name: 'reconciliation', schedule: '30 7 * * *', run: reconcile },
    { name: 'disputes', schedule: '40 7 * * *', run: findDisputes },
  ],
}

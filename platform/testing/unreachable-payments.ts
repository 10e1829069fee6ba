import { Payments } from '../payments/payments.ts'

export const unreachablePayments = new Payments({
  STRIPE_SECRET_KEY: 'sk_test_that_no_one_answers',
  STRIPE_WEBHOOK_SECRET: 'whsec_that_no_one_signs_with',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
})

import { Payments } from '../payments/payments.ts'

export const unreachablePayments = new Payments({
  secretKey: 'sk_test_of_nobody_in_tests',
  webhookSecret: 'whsec_of_nobody_in_tests',
  apiBase: 'http://127.0.0.1:9',
})

import { accountCalls, mailDeliveryCalls, personalDataCalls, profileCalls, recoveryCalls, sessionCalls } from './accounts.ts'
import { secondFactorCalls } from './second-factors.ts'
import { roleCalls } from './students.ts'

export const allAccountCalls = {
  ...accountCalls,
  ...profileCalls,
  ...personalDataCalls,
  ...recoveryCalls,
  ...mailDeliveryCalls,
  ...sessionCalls,
  ...roleCalls,
  ...secondFactorCalls,
} as const

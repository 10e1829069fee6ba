import { hoursAfter } from '../../core/calendar.ts'
import type { AccountEvent } from '../account.ts'
import { VERIFICATION_HOURS } from '../rules.ts'

type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data']

const ana = { firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC', agreedTo: null } as const

export const accountRegistered = (
  userId: string,
  data: Partial<DataOf<'AccountRegistered'>> = {},
): Extract<AccountEvent, { type: 'AccountRegistered' }> => ({
  type: 'AccountRegistered',
  data: { userId, email: 'ana@example.com', ...ana, ...data },
})

/** Verified without a link: the profile stays that of the first registration. */
export const emailVerified = (
  userId: string,
  data: Partial<DataOf<'EmailVerified'>> = {},
): Extract<AccountEvent, { type: 'EmailVerified' }> => ({
  type: 'EmailVerified',
  data: { userId, verificationId: null, firstName: null, lastName: null, timeZone: null, agreedTo: null, ...data },
})

export const verificationRequested = (
  userId: string,
  data: Pick<DataOf<'VerificationRequested'>, 'verificationId' | 'credentialId' | 'expiresAt'> & Partial<DataOf<'VerificationRequested'>>,
): Extract<AccountEvent, { type: 'VerificationRequested' }> => ({
  type: 'VerificationRequested',
  data: { userId, ...ana, mailAt: hoursAfter(data.expiresAt, -VERIFICATION_HOURS), ...data },
})

import { hoursAfter } from '../../core/shown/calendar.ts'
import type { AccountEvent } from '../account.ts'
import { VERIFICATION_HOURS } from '../shown/rules.ts'

type Fact<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>

const ana = { firstName: 'Ana', lastName: 'Silva', timeZone: 'UTC', agreedTo: null } as const

export const accountRegistered = (userId: string, data: Partial<Fact<'AccountRegistered'>['data']> = {}): Fact<'AccountRegistered'> => ({
  type: 'AccountRegistered',
  data: { userId, email: 'ana@example.com', ...ana, ...data },
})

/** Verified without a link: the profile stays that of the first registration. */
export const emailVerified = (userId: string, data: Partial<Fact<'EmailVerified'>['data']> = {}): Fact<'EmailVerified'> => ({
  type: 'EmailVerified',
  data: { userId, verificationId: null, firstName: null, lastName: null, timeZone: null, agreedTo: null, ...data },
})

type Requested = Fact<'VerificationRequested'>

export const verificationRequested = (
  userId: string,
  data: Pick<Requested['data'], 'verificationId' | 'credentialId' | 'expiresAt'> & Partial<Requested['data']>,
): Requested => ({
  type: 'VerificationRequested',
  data: { userId, ...ana, mailAt: hoursAfter(data.expiresAt, -VERIFICATION_HOURS), ...data },
})

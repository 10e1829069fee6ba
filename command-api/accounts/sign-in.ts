import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { NIL as nobody } from 'uuid'
import type { Parts } from '../parts.ts'
import { findAccount } from './find-account.ts'
import type { Lane } from './hashing-queue.ts'
import { matching, type StoredPassword, wayOf } from './passwords.ts'

/**
 * Whose email and password these are. Refused with `credentialsInvalid` or `emailNotVerified`; the latter for every
 * password that was offered for the address by a registration which nobody has verified, whatever else is known of it:
 * who registers an address and signs in with the password of that registration is told the same, be it free, taken or
 * somebody's account. It costs the same as well: one hash, beside which the address is looked up, and one statement.
 */
export async function signIn(
  parts: Pick<Parts, 'commands' | 'passwords' | 'hashEmail'>,
  { email, password }: { readonly email: string; readonly password: string },
  lane: Lane = 'signIn',
): Promise<Outcome<RegisteredAccount>> {
  const { passwords, hashEmail } = parts
  const emailHash = await hashEmail(email)
  const [passwordHash, account] = await Promise.all([passwords.hash(password, emailHash, lane), findAccount(parts, email)])
  const offered = await passwords.offeredTo(account?.state.userId ?? nobody)
  const matches = matching(offered, passwordHash)
  if (account?.state.situation === 'verified') {
    const own = offered.find(({ credentialId }) => credentialId === account.state.credentialId)
    if (own && (matches.includes(own.credentialId) || (await isOlderHashOf(parts, own, { password, passwordHash }, lane))))
      return { answer: account.state, position: account.position }
  }
  throw new Rejection(matches.length > 0 ? 'emailNotVerified' : 'credentialsInvalid')
}

/**
 * Whether a password was stored with another salt or cost, such as before its address was changed. It is stored as
 * others are from then on.
 */
async function isOlderHashOf(
  { passwords }: Pick<Parts, 'passwords'>,
  { credentialId, passwordHash: older }: StoredPassword,
  { password, passwordHash }: { readonly password: string; readonly passwordHash: string },
  lane: Lane,
): Promise<boolean> {
  if (wayOf(older) === wayOf(passwordHash)) return false
  const isSame = (await passwords.find([credentialId], password, lane)) !== null
  if (isSame) await passwords.replace({ credentialId, passwordHash })
  return isSame
}

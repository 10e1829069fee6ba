import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { networkOf } from '@medicready/platform/http/network'
import type { Logger } from '@medicready/platform/logger'
import { NIL as NO_USER } from 'uuid'
import type { Dependencies } from '../dependencies.ts'
import type { Device, Devices } from '../devices.ts'
import type { CheckAttempts } from './attempts.ts'
import { findAccount } from './find-account.ts'
import type { Lane } from './hashing-queue.ts'
import { matching, type StoredPassword, wayOf } from './passwords.ts'
import { logSecurity } from './security-log.ts'

interface SignInDeps extends Pick<Dependencies, 'commands' | 'passwords' | 'hashEmail'> {
  readonly checkAttempts: CheckAttempts
  readonly devices: Devices
}

interface SignIn {
  readonly email: string
  readonly password: string
  readonly ip: string
  readonly device: Device | null
  readonly session: string | null
}

export async function signIn(deps: SignInDeps, { email, password, ip, device, session }: SignIn, log: Pick<Logger, 'info'>) {
  const address = await deps.hashEmail(email)
  const isKnownDevice = device !== null && (await isDeviceOfAccount(deps, email, device))
  const lane = isKnownDevice ? 'known' : 'signIn'
  let userId: string | null = null
  try {
    deps.passwords.queue.refuseIfFull(lane)
    const attempt = await deps.checkAttempts({ ip }, { purpose: 'signIn', email, deviceId: isKnownDevice ? device.deviceId : null })
    const [passwordHash, account] = await Promise.all([deps.passwords.hash(password, address, lane), findAccount(deps, email)])
    userId = account?.state.userId ?? null
    const refusal = await refusalOf(deps, account?.state ?? null, { password, passwordHash }, lane)
    if (refusal !== null || account === null) throw new Rejection(refusal ?? 'credentialsInvalid')
    await attempt.succeeded()
    return { account: account.state, isKnownDevice }
  } catch (error) {
    if (error instanceof Rejection)
      logSecurity(log, 'signInFailed', { userId, address, network: networkOf(ip), isKnownDevice, session, reason: error.code })
    throw error
  }
}

async function isDeviceOfAccount(deps: Pick<SignInDeps, 'commands' | 'hashEmail' | 'devices'>, email: string, device: Device) {
  const account = await findAccount(deps, email)
  return account !== null && deps.devices.isOf(device, account.state)
}

interface OfferedPassword {
  readonly password: string
  readonly passwordHash: string
}

/**
 * Null if the password is right. Any password of an unverified registration of the address gets `emailNotVerified`, so
 * that registering an address gives the same answers whether it is free, taken or verified. The cost is the same too:
 * one hash and one statement.
 */
async function refusalOf(
  deps: Pick<Dependencies, 'passwords'>,
  account: RegisteredAccount | null,
  given: OfferedPassword,
  lane: Lane,
): Promise<'credentialsInvalid' | 'emailNotVerified' | null> {
  const offered = await deps.passwords.offeredTo(account?.userId ?? NO_USER)
  const matches = matching(offered, given.passwordHash)
  if (account?.situation === 'verified') {
    const own = offered.find(({ credentialId }) => credentialId === account.credentialId)
    if (own && (matches.includes(own.credentialId) || (await isOlderHashOf(deps, own, given, lane)))) return null
  }
  return matches.length > 0 ? 'emailNotVerified' : 'credentialsInvalid'
}

/** The password may have been stored with another salt or cost; then it is stored again. */
async function isOlderHashOf(
  { passwords }: Pick<Dependencies, 'passwords'>,
  { credentialId, passwordHash: older }: StoredPassword,
  { password, passwordHash }: OfferedPassword,
  lane: Lane,
): Promise<boolean> {
  if (wayOf(older) === wayOf(passwordHash)) return false
  const isSame = (await passwords.find([credentialId], password, lane)) !== null
  if (isSame) await passwords.replace({ credentialId, passwordHash })
  return isSame
}

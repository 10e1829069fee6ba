import { type AccountState, accountAggregate, grantRole, verifyEmail } from '@medicready/domain/accounts/account'
import { v5 as uuidV5 } from 'uuid'
import { type Clock, idFrom } from '../command-context.ts'
import type { Commands } from '../commands.ts'
import type { Registration } from './registration.ts'

const ADMIN_NAMESPACE = '8c3d3f6e-2c53-4ad0-9a0c-1f6f7b1a2e90'

/**
 * Makes sure that there is an administrator with this address. A verified account that has the address keeps its password. One that nobody verified may be
 * anybody's: it gets the administrator's password, verified in place of the link of a mail.
 */
export async function ensureAdministrator(
  admin: { email: string; password: string },
  { commands, registration, clock }: { commands: Commands; registration: Registration; clock: Clock },
): Promise<void> {
  const now = clock()
  const context = (step: string) => ({
    commandId: uuidV5(`${step}/${admin.email}/${now}`, ADMIN_NAMESPACE),
    actorId: 'setup',
    correlationId: `setup-${now}`,
    now,
  })
  let state: AccountState | undefined = (await registration.find(admin.email))?.state
  if (state?.situation !== 'verified') {
    const registering = context('register')
    const person = { ...admin, firstName: 'Site', lastName: 'Administrator', timeZone: 'UTC' }
    state = (await registration.register(person, registering)).state
    if (state.situation === 'unregistered') throw new Error('The administrator was registered and is not there.')
    const verificationId = idFrom(registering, 'verification')
    await commands.execute(accountAggregate, state.userId, verifyEmail({ verificationId, now }), context('verify'))
  }
  const { userId } = state
  await commands.execute(accountAggregate, userId, grantRole({ role: 'admin' }), context('grant'))
}

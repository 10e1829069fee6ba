import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import type { Parts } from '../parts.ts'

/**
 * Whether an account has still what somebody signed in by: the password, the role, the second factors. Asked once the
 * session stands: what is changed after that ends it, and what was changed before is seen here, so that none slips
 * through between.
 */
export const stillSo =
  ({ commands }: Pick<Parts, 'commands'>, account: RegisteredAccount): (() => Promise<boolean>) =>
  async () => {
    const { state } = await commands.load(accountAggregate, account.userId)
    return isRegistered(state) && signedInBy(state) === signedInBy(account)
  }

const signedInBy = ({ credentialId, role, secondFactors }: RegisteredAccount): string =>
  JSON.stringify([credentialId, role, ...secondFactors.map(({ factorId }) => factorId)])

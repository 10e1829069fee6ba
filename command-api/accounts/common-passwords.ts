import { errors } from '@medicready/domain/contract/errors'
import { Rejection } from '@medicready/domain/rejection'
import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 passwords that are found most often in what was stolen elsewhere, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/**
 * Refuses with `passwordTooCommon` a password that the person who guesses tries first. To be asked wherever someone
 * chooses a password, before anything is known of them.
 */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw new Rejection('passwordTooCommon', [{ path: field, message: errors.passwordTooCommon.message }])
}

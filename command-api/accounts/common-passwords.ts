import { errors } from '@medicready/domain/refusals/errors'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/** Throws `passwordTooCommon`. Call this before anything is known of the caller. */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw new Rejection('passwordTooCommon', [{ path: field, message: errors.passwordTooCommon.message }])
}

import { accountWords, asPersonName, MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH, personNamePattern } from '@medicready/domain/accounts/rules'
import { isEmail } from '../app/is-email.ts'

export interface Credentials {
  email: string
  password: string
}

export interface Names {
  firstName: string
  lastName: string
}

export type Registration = Credentials & Names

export type FormErrors<Fields> = Partial<Record<keyof Fields, string>>

export const credentialErrors = ({ email, password }: Credentials): FormErrors<Credentials> => ({
  ...(!isEmail(email.trim()) && { email: accountWords.invalidEmail }),
  ...(password.length < MIN_PASSWORD_LENGTH && { password: accountWords.passwordTooShort }),
})

/** What is wrong with a name, as the server judges it. */
function nameError(typed: string, required: string): string | undefined {
  const name = asPersonName(typed)
  if (name === '') return required
  if (name.length > MAX_NAME_LENGTH) return accountWords.nameTooLong
  return personNamePattern.test(name) ? undefined : accountWords.nameUnusual
}

export function nameErrors({ firstName, lastName }: Names): FormErrors<Names> {
  const [first, last] = [nameError(firstName, accountWords.firstNameRequired), nameError(lastName, accountWords.lastNameRequired)]
  return { ...(first && { firstName: first }), ...(last && { lastName: last }) }
}

/** A password that is chosen. Common ones are the server's to refuse. */
export const newPasswordErrors = ({ newPassword }: { newPassword: string }): FormErrors<{ newPassword: string }> =>
  newPassword.length < MIN_PASSWORD_LENGTH ? { newPassword: accountWords.passwordTooShort } : {}

export const registrationErrors = ({ email, password, ...names }: Registration): FormErrors<Registration> => ({
  ...nameErrors(names),
  ...credentialErrors({ email, password }),
})

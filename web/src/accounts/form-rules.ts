import {
  accountWords,
  asPersonName,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  personNamePattern,
} from '@medicready/domain/accounts/rules'

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

/**
 * The pattern of the server's schema language, so that browser and server accept the same addresses; a test holds the
 * two together.
 */
const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)

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

import { accountWords, MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH } from '@medicready/domain/accounts/rules'

export interface Credentials {
  email: string
  password: string
}

export interface Registration extends Credentials {
  firstName: string
  lastName: string
}

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

export const registrationErrors = ({ firstName, lastName, ...credentials }: Registration): FormErrors<Registration> => ({
  ...(firstName.trim() === '' && { firstName: accountWords.firstNameRequired }),
  ...(lastName.trim() === '' && { lastName: accountWords.lastNameRequired }),
  ...credentialErrors(credentials),
})

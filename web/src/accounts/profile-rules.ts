import { MAX_PHONE_LENGTH, PHONE_UNUSUAL, phonePattern } from '@medicready/domain/accounts/settings-rules'
import { type FormErrors, type Names, nameErrors } from './form-rules.ts'

export interface Profile extends Names {
  /** '' where none is given. */
  phone: string
}

const isPhone = (text: string): boolean => text.length <= MAX_PHONE_LENGTH && phonePattern.test(text)

export const profileErrors = ({ phone, ...names }: Profile): FormErrors<Profile> => ({
  ...nameErrors(names),
  ...(phone.trim() !== '' && !isPhone(phone.trim()) && { phone: PHONE_UNUSUAL }),
})

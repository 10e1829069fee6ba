import type { FirstLanguage } from '@medicready/domain/accounts/background'
import { MAX_PHONE_LENGTH, PHONE_UNUSUAL, phonePattern } from '@medicready/domain/accounts/settings-rules'
import { type FormErrors, type Names, nameErrors } from './form-rules.ts'

export interface Profile extends Names {
  /** '' where it is not told, as of those that follow. */
  phone: string
  firstLanguage: FirstLanguage | ''
  paramedicProgram: string
}

const isPhone = (text: string): boolean => text.length <= MAX_PHONE_LENGTH && phonePattern.test(text)

export const profileErrors = ({ phone, ...names }: Names & Pick<Profile, 'phone'>): FormErrors<Profile> => ({
  ...nameErrors(names),
  ...(phone.trim() !== '' && !isPhone(phone.trim()) && { phone: PHONE_UNUSUAL }),
})

import { accountWords } from '@medicready/domain/accounts/rules'
import { contactWords, MAX_CONTACT_MESSAGE_LENGTH, MAX_CONTACT_NAME_LENGTH } from '@medicready/domain/legal/contact-rules'
import type { RequestKindName } from '@medicready/domain/legal/request-kinds'
import { isEmail } from '../shared/is-email.ts'

export interface ContactDraft {
  readonly kind: RequestKindName | ''
  readonly name: string
  readonly email: string
  readonly message: string
  /** Not seen by people. */
  readonly website: string
}
export type ContactFaults = Partial<Record<keyof ContactDraft, string>>

export function contactFaults({ kind, name, email, message, website }: ContactDraft): ContactFaults {
  const nameFault =
    name.trim() === '' ? contactWords.nameRequired : name.trim().length > MAX_CONTACT_NAME_LENGTH ? contactWords.nameTooLong : ''
  const length = message.trim().length
  const messageFault = length === 0 ? contactWords.messageRequired : length > MAX_CONTACT_MESSAGE_LENGTH ? contactWords.messageTooLong : ''
  return {
    ...(kind === '' && { kind: contactWords.kindRequired }),
    ...(nameFault && { name: nameFault }),
    ...(!isEmail(email.trim()) && { email: accountWords.invalidEmail }),
    ...(messageFault && { message: messageFault }),
    ...(website !== '' && { website: contactWords.leftEmpty }),
  }
}

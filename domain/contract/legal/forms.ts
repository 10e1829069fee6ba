import * as z from 'zod/mini'
import { printableText } from '../../core/text.ts'
import {
  contactWords,
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_CONTACT_NAME_LENGTH,
  MAX_CONTACT_NOTE_LENGTH,
  requestKindNames,
} from '../../legal/shown/request-kinds.ts'
import { email } from '../accounts/forms.ts'

export const ContactMessage = z.object({
  kind: z.enum(requestKindNames, contactWords.kindRequired),
  name: printableText({ max: MAX_CONTACT_NAME_LENGTH, required: contactWords.nameRequired, tooLong: contactWords.nameTooLong }),
  email,
  message: printableText({
    max: MAX_CONTACT_MESSAGE_LENGTH,
    required: contactWords.messageRequired,
    tooLong: contactWords.messageTooLong,
  }),
  /** People do not see this field; programs that fill in every field do. */
  website: z._default(z.literal('', contactWords.leftEmpty), ''),
})

export const ContactAnswer = z.object({
  /** The index of the promise that is kept; those before it count as kept too. */
  promise: z.int().check(z.minimum(0), z.maximum(9)),
  note: printableText({ max: MAX_CONTACT_NOTE_LENGTH, required: contactWords.noteRequired }),
})

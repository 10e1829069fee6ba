export const MAX_CONTACT_NAME_LENGTH = 120
export const MAX_CONTACT_MESSAGE_LENGTH = 5_000
export const MAX_CONTACT_NOTE_LENGTH = 500

export const contactWords = {
  kindRequired: 'Please choose what it is about',
  nameRequired: 'Please tell us your name',
  nameTooLong: 'Please use at most 120 characters',
  messageRequired: 'Please write your message',
  messageTooLong: 'Please use at most 5,000 characters',
  leftEmpty: 'Please leave this field empty',
  noteRequired: 'Please write what you answered.',
} as const

import { MAX_EMAIL_LENGTH } from '@medicready/domain/accounts/rules'

/**
 * The pattern of the server's schema language, so that browser and server accept the same addresses; a test holds the
 * two together.
 */
const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)

import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ApiError, serverMessage } from '../api/errors.ts'

/** What came of a link of a mail, in words. */
export interface FollowedLink {
  outcome: 'done' | 'passwordRequired' | 'refused'
  words: string
}

const refused = (words: string): FollowedLink => ({ outcome: 'refused', words })

interface Answer {
  success: boolean
  message: string
  passwordRequired: boolean
}

async function follow(ask: () => Promise<Answer>, failure: { refused: string; noAnswer: string }): Promise<FollowedLink> {
  try {
    const { success, message, passwordRequired } = await ask()
    if (passwordRequired) return { outcome: 'passwordRequired', words: message }
    return success ? { outcome: 'done', words: message } : refused(message || failure.refused)
  } catch (error) {
    return refused(error instanceof ApiError ? (serverMessage(error) ?? failure.refused) : failure.noAnswer)
  }
}

/**
 * Follows the link of a verification mail. A query, although it acts, so that it is made once however often the screen
 * is drawn.
 */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'verification', token],
    queryFn: async () =>
      token === ''
        ? refused('Invalid verification link. Please check your email for the correct link.')
        : follow(() => api('GET /api/auth/verify-email', { query: { token } }), {
            refused: 'Email verification failed.',
            noAnswer: 'An error occurred during verification. Please try again.',
          }),
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Follows the link that was mailed to a new address: once, as the one above. */
export const emailConfirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'emailConfirmation', token],
    queryFn: async () =>
      token === ''
        ? refused('This link is not complete. Please check your email for the correct link.')
        : follow(() => api('POST /api/auth/confirm-email', { body: { token } }), {
            refused: 'Your email address could not be changed.',
            noAnswer: 'We could not reach the server. Please open the link again.',
          }),
    gcTime: Number.POSITIVE_INFINITY,
  })

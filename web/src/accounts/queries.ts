import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ApiError, serverMessage } from '../api/errors.ts'

/** What came of a verification link, in words. */
export interface Verification {
  isVerified: boolean
  words: string
}

const refused = (words = 'Email verification failed.'): Verification => ({ isVerified: false, words })

const verify = async (token: string): Promise<Verification> => {
  if (token === '') return refused('Invalid verification link. Please check your email for the correct link.')
  try {
    const { success, message } = await api('GET /api/auth/verify-email', { query: { token } })
    return success ? { isVerified: true, words: message } : refused(message || undefined)
  } catch (error) {
    if (error instanceof ApiError) return refused(serverMessage(error))
    return refused('An error occurred during verification. Please try again.')
  }
}

/** Uses up the link's token. A query, although it acts, so that it is made once however often the screen is drawn. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'verification', token],
    queryFn: () => verify(token),
    gcTime: Number.POSITIVE_INFINITY,
  })

import type { ErrorBody, ErrorCode } from '@medicready/domain/refusals/shown/errors'

/** `message` is "<status>: <body or status text>"; `code` is missing when another server answered. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly body: Partial<ErrorBody> | undefined

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseBody(bodyText)
    this.code = this.body?.code
  }
}

/** No answer came: offline, server gone, or connection cut. Whether a write took effect is unknown. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('We could not reach the server. Please check your connection and try again.', { cause })
    this.name = 'ConnectionError'
  }
}

export class WithheldError extends Error {
  constructor() {
    super('Your answer is recorded. This question is in your timed exam: what is right is shown when the exam has ended.')
    this.name = 'WithheldError'
  }
}

const parseBody = (text: string): Partial<ErrorBody> | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Partial<ErrorBody>) : undefined
  } catch {
    return undefined
  }
}

export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body?.message || undefined : undefined

/** Words for any failure, where the specification has none of its own. */
export const friendlyMessage = (error: unknown): string =>
  serverMessage(error) ??
  (error instanceof ConnectionError || error instanceof WithheldError ? error.message : 'Something went wrong. Please try again.')

/** Refused credentials are a 401 too, but do not count. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'credentialsInvalid'

/** For reads where a 401 means "no result", and for writes that report it in their own words. */
export const quietWhenSignedOut = { meta: { isQuiet: true } }

/** For reads where a 401 means "no result": `orNullWhenSignedOut(api('GET /api/auth/user'))`. */
export const orNullWhenSignedOut = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isSignedOut(error)) return null
    throw error
  })

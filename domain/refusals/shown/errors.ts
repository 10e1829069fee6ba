import refusals from './errors.json' with { type: 'json' }

export type ErrorCode = keyof typeof refusals

/** Each refusal: a stable code, its HTTP status, and the message shown to people. */
export const errors: Readonly<Record<ErrorCode, { readonly status: number; readonly message: string }>> = refusals

export const examAnswerRequired = 'You must choose an answer before continuing.'

/** Messages of fields that have an error code of their own. */
export const codesOfFieldWords: Readonly<Record<string, ErrorCode>> = {
  [errors.answerRequired.message]: 'answerRequired',
  [examAnswerRequired]: 'answerRequired',
}

export interface ErrorBody {
  message: string
  code: ErrorCode
  emailNotVerified?: true
  examId?: string
  issues?: { path: string; message: string }[]
}

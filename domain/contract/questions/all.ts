import { authoringCalls, packageCalls } from './authoring.ts'
import { noteCalls } from './notes.ts'
import { questionCalls } from './questions.ts'
import { reviewFigureCalls } from './review-requests.ts'

export const allQuestionCalls = {
  ...questionCalls,
  ...reviewFigureCalls,
  ...noteCalls,
  ...authoringCalls,
  ...packageCalls,
} as const

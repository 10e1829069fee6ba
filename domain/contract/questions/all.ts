import { authoringCalls, packageCalls } from './authoring.ts'
import { guidelineNoticeCalls } from './guideline-notices.ts'
import { noteCalls } from './notes.ts'
import { questionCalls } from './questions.ts'
import { reviewFigureCalls } from './review-requests.ts'

export const allQuestionCalls = {
  ...questionCalls,
  ...reviewFigureCalls,
  ...noteCalls,
  ...guidelineNoticeCalls,
  ...authoringCalls,
  ...packageCalls,
} as const

import * as z from 'zod/mini'
import { printableText } from '../../core/text.ts'
import '../call/field-words.ts'

/** Of a reason, and of the reply to those who gave one. */
export const MAX_REVIEW_TEXT_LENGTH = 2_000
export const REVIEW_REASON_REQUIRED = 'Please provide a reason for requesting this review.'

export const NewReviewRequest = z.object({
  reason: printableText({ max: MAX_REVIEW_TEXT_LENGTH, required: REVIEW_REASON_REQUIRED }),
  /** The latest version given to the caller if left out. */
  version: z._default(z.nullable(z.int().check(z.minimum(1))), null),
})

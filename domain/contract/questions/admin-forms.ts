import * as z from 'zod/mini'
import { printableText } from '../../core/text.ts'
import { QuestionContent } from '../../questions/content/content.ts'
import { MAX_REVIEW_TEXT_LENGTH } from './forms.ts'

export const reviewDecisions = ['kept', 'revised', 'retired'] as const

const version = z.int().check(z.minimum(1))
/** Without it, content with warnings is refused. */
const acceptWarnings = z._default(z.boolean(), false)
const newContent = z._default(z.nullable(QuestionContent), null)

export const NewQuestion = z.object({ content: QuestionContent, acceptWarnings })
export const QuestionRevision = z.object({ version, content: QuestionContent, acceptWarnings })

export const BankSettlement = z.object({
  version,
  /** The bank's file may have changed since the educator looked. */
  offer: z.int().check(z.minimum(1)),
  decision: z.enum(['taken', 'kept', 'edited']),
  content: newContent,
  acceptWarnings,
})

export const ReviewResolution = z.object({
  version,
  /** Requests that arrived after the educator looked are not decided unread. */
  requestsSeen: z.int().check(z.minimum(0)),
  decision: z.enum(reviewDecisions),
  note: printableText({ max: MAX_REVIEW_TEXT_LENGTH, required: 'Please write a reply to the learners who asked.' }),
  content: newContent,
  acceptWarnings,
})

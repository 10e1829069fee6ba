import * as z from 'zod/mini'
import { printableText } from '../../core/text.ts'
import '../call/field-words.ts'

export const MAX_REASON_LENGTH = 500

/** Kept with the event, sealed with the key of the account that it is about. */
export const reason = printableText({ max: MAX_REASON_LENGTH, required: 'Please enter a reason.' })
export const ReasonOnly = z.object({ reason })

import { z } from 'zod'
import { printableText } from '../core/text.ts'
import { guidelineYears, longest } from './shown/terms.ts'

const words = printableText({ max: longest.change })

/** What changed in a guideline, in the words that learners read. */
export const GuidelineChange = z.object({
  /** Derived from the words, so that a repeated command names the same change. */
  changeId: z.uuid(),
  source: printableText({ max: longest.guideline }),
  section: z.nullable(printableText({ max: longest.reference })),
  year: z.int().min(guidelineYears.min).max(guidelineYears.max),
  what: words,
  why: words,
})
export type GuidelineChange = z.infer<typeof GuidelineChange>

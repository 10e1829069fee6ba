import { QuestionContent } from '@medicready/domain/questions/content/content'
import type { GuidelineChange } from '@medicready/domain/questions/guideline-change'
import type { Inquiry } from '@medicready/platform/openai/language-model'
import { z } from 'zod'
import { reviserInstructions } from './prompts.ts'
import { itemWritten, writtenItems } from './written-item.ts'

const { stem, explanation, clinicalPearl, references, guideline } = QuestionContent.shape

const written = (kind: keyof typeof writtenItems) =>
  z.object({ stem, item: writtenItems[kind], explanation, clinicalPearl, references, guideline })
type WrittenRevision = z.infer<ReturnType<typeof written>>

const REVISER_TOKENS = 8_000

export const reviseFor = (content: QuestionContent, change: Omit<GuidelineChange, 'changeId'>): Inquiry<WrittenRevision> => ({
  name: 'revision',
  instructions: reviserInstructions,
  data: { question: content, change },
  schema: written(content.item.kind),
  maxOutputTokens: REVISER_TOKENS,
})

/** Pictures, the case, and what it is filed under stay. */
export const toRevision = (content: QuestionContent, { item, ...words }: WrittenRevision): QuestionContent => ({
  ...content,
  ...words,
  item: itemWritten(content.item.kind, item),
})

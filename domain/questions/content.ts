import { z } from 'zod'
import { moduleNames } from '../study/modules.ts'
import { printableText } from '../text.ts'
import { Item } from './item.ts'
import { ageGroups, bloomsLevels, difficulties, guidelineYears, judgmentSteps, nremtDomains } from './terms.ts'

const text = (max: number) => printableText({ max })

/** All that a question says. The same shape stands in the bank's files, in events, and in what a model generates. */
export const QuestionContent = z.object({
  module: z.enum(moduleNames),
  stem: text(2000),
  item: Item,
  /** Why the answer is right. */
  explanation: text(3000),
  clinicalPearl: text(600),
  /** By name and year: guideline or standard text. */
  references: z.array(text(300)).min(1).max(6),
  difficulty: z.enum(difficulties),
  bloomsLevel: z.enum(bloomsLevels),
  /** The guideline that the answer rests on, so that a change of it finds its questions. */
  guideline: z.object({ name: text(150), year: z.int().min(guidelineYears.min).max(guidelineYears.max) }),
  tags: z.object({
    domain: z.enum(nremtDomains),
    subTopic: text(80),
    ageGroup: z.enum(ageGroups),
    judgmentStep: z.enum(judgmentSteps).nullable(),
  }),
})
export type QuestionContent = z.infer<typeof QuestionContent>

/** An entry of the curated bank: its content under a name that never changes, such as `airway-001`. */
export const BankQuestion = QuestionContent.extend({ id: z.string().regex(/^[a-z]+-\d{3}$/) })
export type BankQuestion = z.infer<typeof BankQuestion>

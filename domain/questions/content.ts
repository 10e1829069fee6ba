import { z } from 'zod'
import { moduleNames } from '../study/modules.ts'
import { printableText } from '../text.ts'
import { ageGroups, bloomsLevels, difficulties, guidelineYears, judgmentSteps, nremtDomains, questionTypes } from './terms.ts'

const text = (max: number) => printableText({ max })

export const Distractor = z.object({
  text: text(300),
  /** Why this option is not the answer. */
  rationale: text(1200),
})

/** All that a question says. The same shape stands in the bank's files, in events, and in what a model generates. */
export const QuestionContent = z.object({
  module: z.enum(moduleNames),
  questionType: z.enum(questionTypes).default('multiple_choice'),
  stem: text(2000),
  correctAnswer: text(300),
  distractors: z.array(Distractor).length(3),
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

/** The choices as a learner sees them: sorted, so that the place says nothing of the answer. */
export const choicesOf = (content: Pick<QuestionContent, 'correctAnswer' | 'distractors'>): string[] =>
  [content.correctAnswer, ...content.distractors.map((distractor) => distractor.text)].sort(alphabetically)

/** Great and small letters alike. Not by a locale: its rules differ between machines, and the order has to be the same everywhere. */
const alphabetically = (a: string, b: string): number => byCodeUnits(a.toLowerCase(), b.toLowerCase()) || byCodeUnits(a, b)
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

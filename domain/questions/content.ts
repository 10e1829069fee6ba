import { z } from 'zod'
import { moduleNames } from '../study/modules.ts'
import { printableText } from '../text.ts'

export const difficulties = ['easy', 'moderate', 'hard'] as const
export type Difficulty = (typeof difficulties)[number]

/** Bloom's revised taxonomy, lowest first. */
export const bloomsLevels = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const

export const questionTypes = [
  'multiple_choice',
  'scenario_sequence',
  'matching',
  'drag_drop',
  'fill_in_blank',
  'true_false',
  'clinical_image',
] as const

export const nremtDomains = [
  'Airway, Respiration & Ventilation',
  'Cardiology & Resuscitation',
  'Trauma',
  'Medical / Obstetrics & Gynecology',
  'EMS Operations',
] as const

export const ageGroups = ['neonate', 'infant', 'child', 'adolescent', 'adult', 'geriatric', 'any'] as const

/** The steps of clinical judgment as the national exam names them. */
export const judgmentSteps = [
  'recognize cues',
  'analyze cues',
  'define hypotheses',
  'generate solutions',
  'take action',
  'evaluate outcomes',
] as const

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
  guideline: z.object({ name: text(150), year: z.int().min(2010).max(2100) }),
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
  [content.correctAnswer, ...content.distractors.map((distractor) => distractor.text)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

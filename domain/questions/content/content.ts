import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { moduleNames } from '../shown/modules.ts'
import {
  ageGroups,
  bloomsLevels,
  difficulties,
  guidelineYears,
  judgmentSteps,
  longest,
  nremtDomains,
  type QuestionType,
} from '../shown/terms.ts'
import { Item } from './item.ts'
import { Picture } from './picture.ts'

const text = (max: number) => printableText({ max })

export const MIN_SCENARIO_PARTS = 3
export const MAX_SCENARIO_PARTS = 6

/** One patient's case in several questions, delivered as a whole; each part opens when the one before is answered. */
export const ScenarioPart = z
  .object({
    /** Such as `trauma-set-01`; the same in all parts. */
    set: z.string().regex(new RegExp(`^[a-z0-9-]{1,${longest.set}}$`)),
    part: z.int().min(1).max(MAX_SCENARIO_PARTS),
    of: z.int().min(MIN_SCENARIO_PARTS).max(MAX_SCENARIO_PARTS),
    /** What is known at the start; the same in all parts. */
    patient: text(longest.patient),
  })
  .refine(({ part, of }) => part <= of, 'A set has no more parts than it says')
export type ScenarioPart = z.infer<typeof ScenarioPart>

const yearWords = 'Please enter a year, such as 2025'

const shape = {
  module: z.enum(moduleNames),
  stem: text(longest.stem),
  picture: Picture.refine(({ kind }) => kind !== 'table', 'A table can only be shown with the explanation')
    .refine((picture) => !('marks' in picture), 'Marks on an ECG can only be shown with the explanation')
    .nullable()
    .default(null),
  scenario: ScenarioPart.nullable().default(null),
  item: Item,
  explanation: text(longest.explanation),
  explanationPicture: Picture.nullable().default(null),
  clinicalPearl: text(longest.clinicalPearl),
  references: z.array(text(longest.reference)).min(1).max(6),
  difficulty: z.enum(difficulties),
  bloomsLevel: z.enum(bloomsLevels),
  /** Lets a guideline change find its questions. */
  guideline: z.object({
    name: text(longest.guideline),
    year: z.int(yearWords).min(guidelineYears.min, yearWords).max(guidelineYears.max, yearWords),
  }),
  tags: z.object({
    domain: z.enum(nremtDomains),
    subTopic: text(longest.subTopic),
    ageGroup: z.enum(ageGroups),
    judgmentStep: z.enum(judgmentSteps).nullable(),
  }),
}
const pictured = ({ item, picture }: { item: Item; picture: Picture | null }) => item.kind !== 'hot_spot' || picture !== null
const picturedWords = 'A place can only be pointed at in a picture'

/** One shape for the bank's files, events, and generated questions. */
export const QuestionContent = z.object(shape).refine(pictured, picturedWords)
export type QuestionContent = z.infer<typeof QuestionContent>

/** The name never changes, such as `airway-001`. */
export const BankQuestion = z.object({ id: z.string().regex(/^[a-z]+-\d{3}$/), ...shape }).refine(pictured, picturedWords)
export type BankQuestion = z.infer<typeof BankQuestion>

/** Precedence: part of a set, then picture, then item kind. */
export function questionTypeOf({ item, picture, scenario }: Pick<QuestionContent, 'item' | 'picture' | 'scenario'>): QuestionType {
  if (scenario !== null) return 'scenario_sequence'
  return picture === null ? typeOfItem(item) : 'clinical_image'
}

function typeOfItem(item: Item): QuestionType {
  if (item.kind === 'options_table' && item.columns.length === 2 && item.columns.every(({ text }) => /^(?:true|false)$/i.test(text)))
    return 'true_false'
  if (item.kind === 'drag_drop' && item.things.length === item.boxes.length) return 'matching'
  return item.kind
}

import { z } from 'zod'
import { moduleNames } from '../study/modules.ts'
import { printableText } from '../text.ts'
import { Item } from './item.ts'
import { Picture } from './pictures/picture.ts'
import { ageGroups, bloomsLevels, difficulties, guidelineYears, judgmentSteps, nremtDomains } from './terms.ts'

const text = (max: number) => printableText({ max })

export const MIN_SCENARIO_PARTS = 3
export const MAX_SCENARIO_PARTS = 6

/**
 * The set that a question is a part of: one patient, whose case unfolds from part to part. Each part is a question of
 * its own; the set is given as a whole, and a part opens once the one before it was answered.
 */
export const ScenarioPart = z
  .object({
    /** The same in all parts of a set, such as `trauma-set-01`. */
    set: z.string().regex(/^[a-z0-9-]{1,60}$/),
    /** Counted from 1. */
    part: z.int().min(1).max(MAX_SCENARIO_PARTS),
    of: z.int().min(MIN_SCENARIO_PARTS).max(MAX_SCENARIO_PARTS),
    /** What is known when the set begins. The same for every part. Their stems tell what came since. */
    patient: text(2000),
  })
  .refine(({ part, of }) => part <= of, 'A set has no more parts than it says')
export type ScenarioPart = z.infer<typeof ScenarioPart>

const shape = {
  module: z.enum(moduleNames),
  stem: text(2000),
  /** What the stem shows; null where it shows nothing. */
  picture: Picture.nullable().default(null),
  scenario: ScenarioPart.nullable().default(null),
  item: Item,
  /** Why the answer is correct. */
  explanation: text(3000),
  /** Shown with the explanation. */
  explanationPicture: Picture.nullable().default(null),
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
}
const pictured = ({ item, picture }: { item: Item; picture: Picture | null }) => item.kind !== 'hot_spot' || picture !== null
const picturedWords = 'A place can only be pointed at in a picture'

/** All that a question says. The same shape stands in the bank's files, in events, and in what a model generates. */
export const QuestionContent = z.object(shape).refine(pictured, picturedWords)
export type QuestionContent = z.infer<typeof QuestionContent>

/** An entry of the curated bank: its content under a name that never changes, such as `airway-001`. */
export const BankQuestion = z.object({ id: z.string().regex(/^[a-z]+-\d{3}$/), ...shape }).refine(pictured, picturedWords)
export type BankQuestion = z.infer<typeof BankQuestion>

import { GENERATED_SET_PARTS, type GeneratedKind } from '@medicready/domain/questions/authoring/generation-day'
import { QuestionContent, ScenarioPart } from '@medicready/domain/questions/content'
import type { judgmentSteps } from '@medicready/domain/questions/terms'
import type { Inquiry } from '@medicready/platform/openai/language-model'
import { z } from 'zod'
import type { Guideline } from './bank.ts'
import type { WantedSet } from './plan.ts'
import { setWriterInstructions } from './prompts.ts'
import { itemWritten, writtenItems } from './written-item.ts'
import { pictureWritten, writtenPictureFor } from './written-picture.ts'

const SET_WRITER_TOKENS = 16_000

const { stem, explanation, clinicalPearl, references, guideline, tags } = QuestionContent.shape

const itemOf = <Kind extends GeneratedKind>(kind: Kind) => z.object({ kind: z.literal(kind), item: writtenItems[kind] })
const choice = itemOf('multiple_choice')
const response = itemOf('multiple_response')
const list = itemOf('build_list')
const sorting = itemOf('drag_drop')
const grid = itemOf('options_table')

const asked = <Asks extends z.ZodType>(asks: Asks, steps: readonly (typeof judgmentSteps)[number][]) =>
  z.object({
    stem,
    picture: writtenPictureFor('multiple_choice'),
    asks,
    explanation,
    clinicalPearl,
    references,
    guideline,
    judgmentStep: z.enum(steps),
  })

const WrittenSet = z.object({
  patient: ScenarioPart.shape.patient,
  domain: tags.shape.domain,
  ageGroup: tags.shape.ageGroup,
  first: asked(z.union([response, sorting, grid]), ['recognize cues', 'analyze cues']),
  second: asked(choice, ['define hypotheses', 'generate solutions']),
  third: asked(z.union([choice, response, list, grid]), ['take action', 'evaluate outcomes']),
})
export type WrittenSet = z.infer<typeof WrittenSet>

export const writeSet = (wanted: WantedSet, guidelines: readonly Guideline[], avoid: readonly string[]): Inquiry<WrittenSet> => ({
  name: 'scenario_set',
  instructions: setWriterInstructions,
  data: { wanted, guidelines, avoid },
  schema: WrittenSet,
  maxOutputTokens: SET_WRITER_TOKENS,
})

/** `seed` is that of the first part's picture. */
export function toSet(wanted: WantedSet, written: WrittenSet, { set, seed }: { set: string; seed: number }): QuestionContent[] {
  const { module, subTopic, difficulty, bloomsLevel } = wanted
  const { patient, domain, ageGroup, first, second, third } = written
  return [first, second, third].map(({ picture, asks, judgmentStep, ...rest }, index) => ({
    ...rest,
    module,
    picture: pictureWritten(picture, seed + index),
    scenario: { set, part: index + 1, of: GENERATED_SET_PARTS, patient },
    item: itemWritten(asks.kind, asks.item),
    explanationPicture: null,
    difficulty,
    bloomsLevel,
    tags: { domain, subTopic, ageGroup, judgmentStep },
  }))
}

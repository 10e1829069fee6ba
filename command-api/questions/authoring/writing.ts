import { GENERATED_SET_PARTS, type GeneratedKind } from '@medicready/domain/questions/authoring/generation-day'
import { QuestionContent, ScenarioPart } from '@medicready/domain/questions/content/content'
import type { judgmentSteps } from '@medicready/domain/questions/shown/terms'
import type { Inquiry, LanguageModel, Reply, Spent } from '@medicready/platform/openai/language-model'
import { z } from 'zod'
import { seedOfAttempt, setOfAttempt } from './attempt.ts'
import type { Guideline, KnownQuestions } from './bank.ts'
import type { Wanted, WantedSet } from './plan.ts'
import { longestGuess, longestReading, longestReadingAfter, setWriterInstructions, toContent, writeQuestion } from './prompts.ts'
import { itemWritten, writtenItems } from './written-item.ts'
import { pictureWritten, writtenPictureFor } from './written-picture.ts'

export interface Writing {
  readonly most: Spent
  ask(signal: AbortSignal): Promise<Reply<QuestionContent[]>>
}

export const sum = (one: Spent, other: Spent): Spent => ({ calls: one.calls + other.calls, cost: one.cost + other.cost })

export function writingOf(wanted: Wanted, attemptId: string, known: KnownQuestions, model: LanguageModel): Writing {
  const guidelines = known.guidelinesOf(wanted.module)
  const avoid = known.stemsLike(wanted)
  const seed = seedOfAttempt(attemptId)
  if (wanted.kind === 'scenario_set') {
    const readings = Array.from({ length: GENERATED_SET_PARTS }, (_, before) => [longestReadingAfter(before), longestGuess]).flat()
    const toContents = (written: Parameters<typeof toSet>[1]) => toSet(wanted, written, { set: setOfAttempt(attemptId), seed })
    return writing(model, writeSet(wanted, guidelines, avoid), toContents, readings)
  }
  return writing(model, writeQuestion(wanted, guidelines, avoid), (written) => [toContent(wanted, written, seed)], [
    longestReading,
    longestGuess,
  ])
}

const writing = <Written>(
  model: LanguageModel,
  inquiry: Inquiry<Written>,
  toContents: (written: Written) => QuestionContent[],
  readings: readonly Inquiry<unknown>[],
): Writing => ({
  most: readings.reduce((most, reading) => sum(most, model.most(reading)), model.most(inquiry)),
  async ask(signal) {
    const reply = await model.ask(inquiry, signal)
    return reply.kind === 'answered' ? { ...reply, answer: toContents(reply.answer) } : reply
  },
})

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

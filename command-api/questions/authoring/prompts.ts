import { QuestionContent } from '@medicready/domain/questions/content'
import { correctAnswerOf, type ItemKind } from '@medicready/domain/questions/item'
import { describePicture } from '@medicready/domain/questions/pictures/draw'
import type { Inquiry } from '@medicready/platform/openai/language-model'
import { z } from 'zod'
import type { Guideline } from './bank.ts'
import { guesserInstructions, readerInstructions, writerInstructions } from './instructions.ts'
import type { WantedQuestion } from './plan.ts'
import { answerSchemas, type ShownItem, toldOf } from './read-item.ts'
import { itemWritten, writtenItems } from './written-item.ts'
import { pictureWritten, writtenPictureFor } from './written-picture.ts'

const WRITER_TOKENS = 8_000
const READER_TOKENS = 4_000

/** A question as a model writes it, but for its item. */
const WrittenQuestion = z.object(QuestionContent.shape).omit({ item: true, picture: true, scenario: true, explanationPicture: true })

/** What was asked for is fixed: a model cannot file its question elsewhere. */
const writtenFor = ({ module, subTopic, difficulty, bloomsLevel, kind }: WantedQuestion) =>
  WrittenQuestion.extend({
    item: writtenItems[kind],
    picture: writtenPictureFor(kind),
    module: z.enum([module]),
    difficulty: z.enum([difficulty]),
    bloomsLevel: z.enum([bloomsLevel]),
    tags: QuestionContent.shape.tags.extend({ subTopic: z.enum([subTopic]) }),
  })

export type WrittenQuestion = z.infer<ReturnType<typeof writtenFor>>

/** What the model has written, in the shape of the bank. The seed is that of its picture. */
export const toContent = ({ kind }: WantedQuestion, { item, picture, ...rest }: WrittenQuestion, seed: number): QuestionContent => ({
  ...rest,
  picture: pictureWritten(picture, seed),
  scenario: null,
  explanationPicture: null,
  item: itemWritten(kind, item),
})

export const writeQuestion = (
  wanted: WantedQuestion,
  guidelines: readonly Guideline[],
  avoid: readonly string[],
): Inquiry<WrittenQuestion> => ({
  name: 'question',
  instructions: writerInstructions,
  data: { wanted, guidelines, avoid },
  schema: writtenFor(wanted),
  maxOutputTokens: WRITER_TOKENS,
})

/** How sure somebody is, in percent. */
const percent = z.int().min(0).max(100)

const blindReading = (kind: ItemKind) =>
  z.object({ answer: answerSchemas[kind], alsoDefensible: z.string().max(1000).nullable(), flaw: z.string().max(1000).nullable() })
type BlindReading = z.infer<ReturnType<typeof blindReading>>

/** What is asked, and what the picture shows to whoever looks; null where there is none. */
interface Asked {
  readonly stem: string
  readonly picture: string | null
  /** What whoever is at this part of a set knows; null for a question by itself. */
  readonly set: { readonly patient: string; readonly before: readonly { readonly stem: string; readonly answer: string }[] } | null
}
/** `before` are the earlier parts of the question's set. */
export const askedOf = ({ stem, picture, scenario }: QuestionContent, before: readonly QuestionContent[] = []): Asked => ({
  stem,
  picture: picture && describePicture(picture),
  set: scenario && {
    patient: scenario.patient,
    before: before.map((earlier) => ({ stem: earlier.stem, answer: correctAnswerOf(earlier.item) })),
  },
})

/** Shows the question without its key, its explanation or anything else that gives it away. */
export const readBlind = ({ stem, picture, set }: Asked, item: ShownItem): Inquiry<BlindReading> => ({
  name: 'blind_reading',
  instructions: readerInstructions,
  data: { ...set, stem, ...(picture !== null && { picture }), item: toldOf(item) },
  schema: blindReading(item.kind),
  maxOutputTokens: READER_TOKENS,
})

const guess = (kind: ItemKind) => z.object({ answer: answerSchemas[kind], likely: percent })
type Guess = z.infer<ReturnType<typeof guess>>

/** Shows what there is to choose from, and nothing of what is asked. */
export const guessWithoutStem = (item: ShownItem): Inquiry<Guess> => ({
  name: 'guess_without_stem',
  instructions: guesserInstructions,
  data: { item: toldOf(item) },
  schema: guess(item.kind),
  maxOutputTokens: READER_TOKENS,
})

/** No item of the bank's schema can take more to read than this one. */
const longest = '\u0001'
const part = (letter: string) => ({ letter, id: '', text: longest.repeat(300) })
const longestItem: ShownItem = {
  kind: 'options_table',
  parts: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(part),
  targets: ['1', '2', '3', '4'].map(part),
  choose: 3,
  unit: longest.repeat(20),
}
/** No generator says more of a picture. */
export const MAX_PICTURE_WORDS = 1500
/** No right answer that can be told of an earlier part is longer: eight things, each with its box. */
export const MAX_ANSWER_WORDS = 5000
const longestAsked = { stem: longest.repeat(2000), picture: '−'.repeat(MAX_PICTURE_WORDS) }
export const longestReading = readBlind({ ...longestAsked, set: null }, longestItem)
/** That of a part of a set, by how many parts came before. */
export const longestReadingAfter = (parts: number): typeof longestReading => {
  const earlier = { stem: longest.repeat(2000), answer: longest.repeat(MAX_ANSWER_WORDS) }
  return readBlind(
    { ...longestAsked, set: { patient: longest.repeat(2000), before: Array.from({ length: parts }, () => earlier) } },
    longestItem,
  )
}
export const longestGuess = guessWithoutStem(longestItem)

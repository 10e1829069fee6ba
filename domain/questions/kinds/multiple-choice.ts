import { z } from 'zod'
import {
  AskedPart,
  alphabetically,
  askedPart,
  hasOwnIds,
  type KindRules,
  ownIdsWords,
  partId,
  partNamed,
  partText,
  rationaleText,
  sortedParts,
} from './kind.ts'

export const Option = z.object({
  id: partId,
  text: partText,
  /** Null for the key. */
  rationale: z.nullable(rationaleText),
})
export type Option = z.infer<typeof Option>

export const MultipleChoiceItem = z
  .object({
    kind: z.literal('multiple_choice'),
    /** Stored order has no meaning: learners see them sorted. */
    options: z.array(Option).length(4),
    key: partId,
  })
  .refine(({ options }) => hasOwnIds(options), ownIdsWords)
  .refine(({ options, key }) => options.some(({ id }) => id === key), 'The key must name an option')
  .refine(
    ({ options, key }) => options.every(({ id, rationale }) => (id === key) === (rationale === null)),
    'Each option but the answer needs a rationale',
  )
export type MultipleChoiceItem = z.infer<typeof MultipleChoiceItem>

export const MultipleChoiceAnswer = z.object({ kind: z.literal('multiple_choice'), option: partId })
export const AskedMultipleChoice = z.object({ kind: z.literal('multiple_choice'), options: z.array(AskedPart) })

export const multipleChoiceRules: KindRules<
  MultipleChoiceItem,
  z.infer<typeof MultipleChoiceAnswer>,
  z.infer<typeof AskedMultipleChoice>
> = {
  key: ({ kind, key }) => ({ kind, option: key }),
  fits: ({ options }, { option }) => options.some(({ id }) => id === option),
  partsRight: ({ key }, { option }) => ({ right: option === key ? 1 : 0, of: 1 }),
  words: ({ options }, { option }) => partNamed(options, option).text,
  asked: ({ kind, options }) => ({ kind, options: sortedParts(options).map(askedPart) }),
  reasons: ({ options }) =>
    sortedParts(options).flatMap(({ id, text, rationale }) => (rationale === null ? [] : [{ id, text, rationale }])),
  choices: ({ options, key }) => sortedParts(options).map(({ id, text }) => ({ id, words: text, isRight: id === key })),
  chance: ({ options }) => 1 / options.length,
  chosen: ({ option }) => [option],
  texts: ({ options }) => options.map(({ text }) => text),
}

/** Ids follow the sorted texts, so they reveal nothing. */
export function multipleChoice(
  correctAnswer: string,
  distractors: readonly { readonly text: string; readonly rationale: string }[],
): MultipleChoiceItem {
  const parts = [{ text: correctAnswer, rationale: null }, ...distractors.map(({ text, rationale }) => ({ text, rationale }))].toSorted(
    (a, b) => alphabetically(a.text, b.text),
  )
  const idAt = (index: number) => 'abcdefgh'.charAt(index)
  const key = idAt(parts.findIndex(({ rationale }) => rationale === null))
  return { kind: 'multiple_choice', options: parts.map((part, index) => ({ id: idAt(index), ...part })), key }
}

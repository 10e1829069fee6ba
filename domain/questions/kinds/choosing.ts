import { z } from 'zod'
import {
  AskedPart,
  alphabetically,
  areOwnIds,
  askedPart,
  defineKind,
  ExplainedPart,
  hasOwnIds,
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

export const multipleChoiceKind = defineKind({
  item: z
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
    ),
  answer: z.object({ kind: z.literal('multiple_choice'), option: partId }),
  asked: z.object({ kind: z.literal('multiple_choice'), options: z.array(AskedPart) }),
  rules: {
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
  },
})

/** Ids follow the sorted texts, so they reveal nothing. */
export function multipleChoice(
  correctAnswer: string,
  distractors: readonly { readonly text: string; readonly rationale: string }[],
): z.infer<typeof multipleChoiceKind.item> {
  const parts = [{ text: correctAnswer, rationale: null }, ...distractors.map(({ text, rationale }) => ({ text, rationale }))].toSorted(
    (a, b) => alphabetically(a.text, b.text),
  )
  const idAt = (index: number) => 'abcdefgh'.charAt(index)
  const key = idAt(parts.findIndex(({ rationale }) => rationale === null))
  return { kind: 'multiple_choice', options: parts.map((part, index) => ({ id: idAt(index), ...part })), key }
}

const combinations = (of: number, choose: number): number => (choose === 0 ? 1 : (combinations(of - 1, choose - 1) * of) / choose)

export const multipleResponseKind = defineKind({
  item: z
    .object({
      kind: z.literal('multiple_response'),
      /** Stored order has no meaning: learners see them sorted. */
      options: z.array(ExplainedPart).min(5).max(6),
      keys: z.array(partId).min(2).max(3),
    })
    .refine(({ options }) => hasOwnIds(options), ownIdsWords)
    .refine(({ options, keys }) => areOwnIds(keys, options), 'The keys must name options, each once'),
  answer: z.object({ kind: z.literal('multiple_response'), options: z.array(partId).max(6) }),
  asked: z.object({
    kind: z.literal('multiple_response'),
    options: z.array(AskedPart),
    choose: z.int(),
  }),
  rules: {
    key: ({ kind, keys }) => ({ kind, options: keys }),
    fits: ({ options, keys }, answer) => answer.options.length === keys.length && areOwnIds(answer.options, options),
    partsRight: ({ keys }, { options }) => ({ right: options.filter((id) => keys.includes(id)).length, of: keys.length }),
    words: ({ options }, answer) =>
      sortedParts(answer.options.map((id) => partNamed(options, id)))
        .map(({ text }) => text)
        .join('; '),
    asked: ({ kind, options, keys }) => ({ kind, options: sortedParts(options).map(askedPart), choose: keys.length }),
    reasons: ({ options }) => sortedParts(options),
    choices: ({ options, keys }) => sortedParts(options).map(({ id, text }) => ({ id, words: text, isRight: keys.includes(id) })),
    chance: ({ options, keys }) => 1 / combinations(options.length, keys.length),
    chosen: ({ options }) => options,
    texts: ({ options }) => options.map(({ text }) => text),
  },
})

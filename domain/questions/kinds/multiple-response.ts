import { z } from 'zod'
import {
  AskedPart,
  areOwnIds,
  askedPart,
  ExplainedPart,
  hasOwnIds,
  type KindRules,
  ownIdsWords,
  partId,
  partNamed,
  sortedParts,
} from './kind.ts'

export const MultipleResponseItem = z
  .object({
    kind: z.literal('multiple_response'),
    /** Stored order has no meaning: learners see them sorted. */
    options: z.array(ExplainedPart).min(5).max(6),
    keys: z.array(partId).min(2).max(3),
  })
  .refine(({ options }) => hasOwnIds(options), ownIdsWords)
  .refine(({ options, keys }) => areOwnIds(keys, options), 'The keys must name options, each once')
export type MultipleResponseItem = z.infer<typeof MultipleResponseItem>

export const MultipleResponseAnswer = z.object({ kind: z.literal('multiple_response'), options: z.array(partId).max(6) })
export const AskedMultipleResponse = z.object({
  kind: z.literal('multiple_response'),
  options: z.array(AskedPart),
  choose: z.int(),
})

const combinations = (of: number, choose: number): number => (choose === 0 ? 1 : (combinations(of - 1, choose - 1) * of) / choose)

export const multipleResponseRules: KindRules<
  MultipleResponseItem,
  z.infer<typeof MultipleResponseAnswer>,
  z.infer<typeof AskedMultipleResponse>
> = {
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
}

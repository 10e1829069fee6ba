import { z } from 'zod'
import {
  AskedPart,
  areOwnIds,
  askedPart,
  defineKind,
  ExplainedPart,
  hasOwnIds,
  ownIdsWords,
  partId,
  partNamed,
  sortedParts,
} from './kind.ts'

const placed = (id: string, place: number) => `${id}:${place}`

export const buildListKind = defineKind({
  item: z
    .object({
      kind: z.literal('build_list'),
      /** Stored order has no meaning: learners get them sorted. */
      steps: z.array(ExplainedPart).min(3).max(6),
      order: z.array(partId).min(3).max(6),
    })
    .refine(({ steps }) => hasOwnIds(steps), ownIdsWords)
    .refine(({ steps, order }) => order.length === steps.length && areOwnIds(order, steps), 'The order must name every step once'),
  answer: z.object({ kind: z.literal('build_list'), order: z.array(partId).max(6) }),
  asked: z.object({ kind: z.literal('build_list'), steps: z.array(AskedPart) }),
  rules: {
    key: ({ kind, order }) => ({ kind, order }),
    fits: ({ steps }, { order }) => order.length === steps.length && areOwnIds(order, steps),
    partsRight: (item, { order }) => ({ right: order.filter((id, index) => item.order[index] === id).length, of: item.order.length }),
    words: ({ steps }, { order }) => order.map((id, index) => `${index + 1}. ${partNamed(steps, id).text}`).join('; '),
    asked: ({ kind, steps }) => ({ kind, steps: sortedParts(steps).map(askedPart) }),
    reasons: ({ steps, order }) => order.map((id) => partNamed(steps, id)),
    choices: ({ steps, order }) =>
      order.flatMap((_, index) =>
        sortedParts(steps).map(({ id, text }) => ({
          id: placed(id, index + 1),
          words: `${index + 1}. ${text}`,
          isRight: order[index] === id,
        })),
      ),
    chance: ({ steps }) => steps.reduce((chance, _, index) => chance / (index + 1), 1),
    chosen: ({ order }) => order.map((id, index) => placed(id, index + 1)),
    texts: ({ steps }) => steps.map(({ text }) => text),
  },
})

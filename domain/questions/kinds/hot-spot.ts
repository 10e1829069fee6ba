import { z } from 'zod'
import { defineKind, hasOwnIds, ownIdsWords, partId, partNamed, partText, rationaleText } from './kind.ts'

// Named places in the picture, for people who cannot see or point. A name says where a place is, not what it shows.

/** Center in percent of the picture's width and height, from the upper left corner. */
const percent = z.number().min(0).max(100)
const Place = { x: percent, y: percent }

export const hotSpotKind = defineKind({
  item: z
    .object({
      kind: z.literal('hot_spot'),
      spots: z
        .array(z.object({ id: partId, text: partText, rationale: rationaleText, ...Place }))
        .min(3)
        .max(6),
      key: partId,
    })
    .refine(({ spots }) => hasOwnIds(spots), ownIdsWords)
    .refine(({ spots, key }) => spots.some(({ id }) => id === key), 'The key must name a place'),
  answer: z.object({ kind: z.literal('hot_spot'), spot: partId }),
  asked: z.object({
    kind: z.literal('hot_spot'),
    spots: z.array(z.object({ id: partId, text: z.string(), ...Place })),
  }),
  rules: {
    key: ({ kind, key }) => ({ kind, spot: key }),
    fits: ({ spots }, { spot }) => spots.some(({ id }) => id === spot),
    partsRight: ({ key }, { spot }) => ({ right: spot === key ? 1 : 0, of: 1 }),
    words: ({ spots }, { spot }) => partNamed(spots, spot).text,
    asked: ({ kind, spots }) => ({ kind, spots: spots.map(({ id, text, x, y }) => ({ id, text, x, y })) }),
    reasons: ({ spots }) => spots.map(({ id, text, rationale }) => ({ id, text, rationale })),
    choices: ({ spots, key }) => spots.map(({ id, text }) => ({ id, words: text, isRight: id === key })),
    chance: ({ spots }) => 1 / spots.length,
    chosen: ({ spot }) => [spot],
    texts: ({ spots }) => spots.map(({ text }) => text),
  },
})

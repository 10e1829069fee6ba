import { z } from 'zod'
import {
  AskedPart,
  askedPart,
  ExplainedPart,
  hasOwnIds,
  isPlacement,
  type KindRules,
  ownIdsWords,
  partId,
  partNamed,
  partText,
  sortedParts,
} from './kind.ts'

const Placement = z.record(partId, partId)

export const DragDropItem = z
  .object({
    kind: z.literal('drag_drop'),
    boxes: z
      .array(z.object({ id: partId, text: partText }))
      .min(2)
      .max(4),
    /** Stored order has no meaning: learners get them sorted. */
    things: z.array(ExplainedPart).min(4).max(8),
    placement: Placement,
  })
  .refine(({ boxes, things }) => hasOwnIds(boxes) && hasOwnIds(things), ownIdsWords)
  .refine(({ boxes, things, placement }) => isPlacement(placement, things, boxes), 'The placement must put every thing into one box')
  .refine(({ boxes, placement }) => boxes.every(({ id }) => Object.values(placement).includes(id)), 'Each box needs a thing')
export type DragDropItem = z.infer<typeof DragDropItem>

export const DragDropAnswer = z.object({ kind: z.literal('drag_drop'), placement: Placement })
export const AskedDragDrop = z.object({ kind: z.literal('drag_drop'), boxes: z.array(AskedPart), things: z.array(AskedPart) })

const inBox = (thing: string, box: string) => `${thing}:${box}`

export const dragDropRules: KindRules<DragDropItem, z.infer<typeof DragDropAnswer>, z.infer<typeof AskedDragDrop>> = {
  key: ({ kind, placement }) => ({ kind, placement }),
  fits: ({ boxes, things }, { placement }) => isPlacement(placement, things, boxes),
  partsRight: ({ things, placement }, answer) => ({
    right: things.filter(({ id }) => answer.placement[id] === placement[id]).length,
    of: things.length,
  }),
  words: ({ boxes, things }, { placement }) => {
    for (const [thing, box] of Object.entries(placement)) [partNamed(things, thing), partNamed(boxes, box)]
    const within = (box: string) => sortedParts(things.filter(({ id }) => placement[id] === box)).map(({ text }) => text)
    return boxes.map(({ id, text }) => `${text}: ${within(id).join(', ') || 'nothing'}`).join('; ')
  },
  asked: ({ kind, boxes, things }) => ({ kind, boxes: boxes.map(askedPart), things: sortedParts(things).map(askedPart) }),
  reasons: ({ things }) => sortedParts(things),
  choices: ({ boxes, things, placement }) =>
    sortedParts(things).flatMap((thing) =>
      boxes.map((box) => ({
        id: inBox(thing.id, box.id),
        words: `${thing.text}: ${box.text}`,
        isRight: placement[thing.id] === box.id,
      })),
    ),
  chance: ({ boxes, things }) => boxes.length ** -things.length,
  chosen: ({ placement }) => Object.entries(placement).map(([thing, box]) => inBox(thing, box)),
  texts: ({ boxes, things }) => [...boxes, ...things].map(({ text }) => text),
}

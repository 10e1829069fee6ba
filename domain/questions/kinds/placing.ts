import { z } from 'zod'
import {
  AskedPart,
  askedPart,
  defineKind,
  ExplainedPart,
  hasOwnIds,
  ownIdsWords,
  Placement,
  partId,
  partNamed,
  partText,
  placing,
  sortedParts,
} from './kind.ts'

export const dragDropKind = defineKind({
  item: z
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
    .refine(({ boxes, things, placement }) => placing.fits(placement, things, boxes), 'The placement must put every thing into one box')
    .refine(({ boxes, placement }) => boxes.every(({ id }) => Object.values(placement).includes(id)), 'Each box needs a thing'),
  answer: z.object({ kind: z.literal('drag_drop'), placement: Placement }),
  asked: z.object({ kind: z.literal('drag_drop'), boxes: z.array(AskedPart), things: z.array(AskedPart) }),
  rules: {
    key: ({ kind, placement }) => ({ kind, placement }),
    fits: ({ boxes, things }, { placement }) => placing.fits(placement, things, boxes),
    partsRight: ({ things, placement }, answer) => placing.right(answer.placement, things, placement),
    words: ({ boxes, things }, { placement }) => {
      for (const [thing, box] of Object.entries(placement)) [partNamed(things, thing), partNamed(boxes, box)]
      const within = (box: string) => sortedParts(things.filter(({ id }) => placement[id] === box)).map(({ text }) => text)
      return boxes.map(({ id, text }) => `${text}: ${within(id).join(', ') || 'nothing'}`).join('; ')
    },
    asked: ({ kind, boxes, things }) => ({ kind, boxes: boxes.map(askedPart), things: sortedParts(things).map(askedPart) }),
    reasons: ({ things }) => sortedParts(things),
    choices: ({ boxes, things, placement }) => placing.choices(placement, sortedParts(things), boxes),
    chance: ({ boxes, things }) => boxes.length ** -things.length,
    chosen: ({ placement }) => placing.chosen(placement),
    texts: ({ boxes, things }) => [...boxes, ...things].map(({ text }) => text),
  },
})

export const optionsTableKind = defineKind({
  item: z
    .object({
      kind: z.literal('options_table'),
      columns: z
        .array(z.object({ id: partId, text: partText }))
        .min(2)
        .max(3),
      rows: z.array(ExplainedPart).min(3).max(6),
      marks: Placement,
    })
    .refine(({ columns, rows }) => hasOwnIds(columns) && hasOwnIds(rows), ownIdsWords)
    .refine(({ columns, rows, marks }) => placing.fits(marks, rows, columns), 'The marks must name one column for every row'),
  answer: z.object({ kind: z.literal('options_table'), marks: Placement }),
  asked: z.object({ kind: z.literal('options_table'), columns: z.array(AskedPart), rows: z.array(AskedPart) }),
  rules: {
    key: ({ kind, marks }) => ({ kind, marks }),
    fits: ({ columns, rows }, { marks }) => placing.fits(marks, rows, columns),
    partsRight: ({ rows, marks }, answer) => placing.right(answer.marks, rows, marks),
    words: ({ columns, rows }, { marks }) => {
      for (const row of Object.keys(marks)) partNamed(rows, row)
      return rows
        .flatMap(({ id, text }) => {
          const column = marks[id]
          return column === undefined ? [] : [`${text}: ${partNamed(columns, column).text}`]
        })
        .join('; ')
    },
    asked: ({ kind, columns, rows }) => ({ kind, columns: columns.map(askedPart), rows: rows.map(askedPart) }),
    reasons: ({ rows }) => rows,
    choices: ({ columns, rows, marks }) => placing.choices(marks, rows, columns),
    chance: ({ columns, rows }) => columns.length ** -rows.length,
    chosen: ({ marks }) => placing.chosen(marks),
    texts: ({ columns, rows }) => [...columns, ...rows].map(({ text }) => text),
  },
})

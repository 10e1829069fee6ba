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
} from './kind.ts'

const Marks = z.record(partId, partId)

export const OptionsTableItem = z
  .object({
    kind: z.literal('options_table'),
    columns: z
      .array(z.object({ id: partId, text: partText }))
      .min(2)
      .max(3),
    rows: z.array(ExplainedPart).min(3).max(6),
    marks: Marks,
  })
  .refine(({ columns, rows }) => hasOwnIds(columns) && hasOwnIds(rows), ownIdsWords)
  .refine(({ columns, rows, marks }) => isPlacement(marks, rows, columns), 'The marks must name one column for every row')
export type OptionsTableItem = z.infer<typeof OptionsTableItem>

export const OptionsTableAnswer = z.object({ kind: z.literal('options_table'), marks: Marks })
export const AskedOptionsTable = z.object({ kind: z.literal('options_table'), columns: z.array(AskedPart), rows: z.array(AskedPart) })

const marked = (row: string, column: string) => `${row}:${column}`

export const optionsTableRules: KindRules<OptionsTableItem, z.infer<typeof OptionsTableAnswer>, z.infer<typeof AskedOptionsTable>> = {
  key: ({ kind, marks }) => ({ kind, marks }),
  fits: ({ columns, rows }, { marks }) => isPlacement(marks, rows, columns),
  partsRight: ({ rows, marks }, answer) => ({ right: rows.filter(({ id }) => answer.marks[id] === marks[id]).length, of: rows.length }),
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
  choices: ({ columns, rows, marks }) =>
    rows.flatMap((row) =>
      columns.map((column) => ({
        id: marked(row.id, column.id),
        words: `${row.text}: ${column.text}`,
        isRight: marks[row.id] === column.id,
      })),
    ),
  chance: ({ columns, rows }) => columns.length ** -rows.length,
  chosen: ({ marks }) => Object.entries(marks).map(([row, column]) => marked(row, column)),
  texts: ({ columns, rows }) => [...columns, ...rows].map(({ text }) => text),
}

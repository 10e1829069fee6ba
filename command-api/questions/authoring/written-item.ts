import type { GeneratedKind } from '@medicready/domain/questions/authoring/generation-day'
import type { Item, ItemOf } from '@medicready/domain/questions/content/item'
import { multipleChoice, Option } from '@medicready/domain/questions/kinds/choosing'
import { alphabetically } from '@medicready/domain/questions/kinds/kind'
import { type Lead, leads } from '@medicready/domain/questions/pictures/ecg/leads'
import { z } from 'zod'

const { text, rationale } = Option.shape
const Part = z.object({ text, rationale: rationale.unwrap() })
type Part = z.infer<typeof Part>

const Marked = z.object({ lead: z.enum(leads), rationale: rationale.unwrap() })

const figure = z.number().min(-1_000_000).max(1_000_000)

export const writtenItems = {
  multiple_choice: z.object({ correctAnswer: text, distractors: z.array(Part).length(3) }),
  multiple_response: z.object({ right: z.array(Part).min(2).max(3), wrong: z.array(Part).min(2).max(4) }),
  build_list: z.object({ steps: z.array(Part).min(3).max(6) }),
  drag_drop: z.object({
    boxes: z
      .array(z.object({ text, things: z.array(Part).min(1).max(6) }))
      .min(2)
      .max(4),
  }),
  options_table: z.object({
    columns: z.array(text).min(2).max(3),
    rows: z
      .array(z.object({ ...Part.shape, rightColumn: z.int().min(1).max(3) }))
      .min(3)
      .max(6),
  }),
  hot_spot: z.object({ rightLead: Marked, otherLeads: z.array(Marked).min(2).max(5) }),
  fill_in_blank: z.object({
    unit: z.string().trim().min(1).max(20),
    value: figure,
    tolerance: z.number().min(0).max(1_000_000),
    errors: z
      .array(z.object({ value: figure, rationale: rationale.unwrap() }))
      .min(2)
      .max(5),
  }),
} as const satisfies Record<GeneratedKind, z.ZodObject>
type Written<Kind extends GeneratedKind> = z.infer<(typeof writtenItems)[Kind]>

/** IDs follow the alphabetical order of the texts, so they tell nothing about the key. */
function named<Some extends { readonly text: string }>(parts: readonly Some[]): (Some & { id: string })[] {
  const sorted = parts.toSorted((one, other) => alphabetically(one.text, other.text))
  return parts.map((part) => ({ ...part, id: 'abcdefghijklmnopqrstuvwxyz'.charAt(sorted.indexOf(part)) }))
}
const idsOf = (parts: readonly { readonly id: string }[]): string[] => parts.map(({ id }) => id)
const explained = ({ id, text, rationale }: Part & { id: string }) => ({ id, text, rationale })
const byId = <Some extends { readonly id: string }>(parts: readonly Some[]): Some[] =>
  parts.toSorted((one, other) => alphabetically(one.id, other.id))

function placeOf(lead: Lead): { x: number; y: number } {
  const index = leads.indexOf(lead)
  return { x: 12.5 + 25 * Math.floor(index / 3), y: 12.5 + 25 * (index % 3) }
}

const makers: { readonly [Kind in GeneratedKind]: (written: Written<Kind>) => ItemOf<Kind> } = {
  multiple_choice: ({ correctAnswer, distractors }) => multipleChoice(correctAnswer, distractors),
  multiple_response: ({ right, wrong }) => {
    const options = named([...right, ...wrong])
    return { kind: 'multiple_response', options: byId(options).map(explained), keys: idsOf(options.slice(0, right.length)) }
  },
  build_list: ({ steps }) => {
    const inOrder = named(steps)
    return { kind: 'build_list', steps: byId(inOrder).map(explained), order: idsOf(inOrder) }
  },
  drag_drop: ({ boxes }) => {
    const targets = boxes.map(({ text }, index) => ({ id: `box-${index + 1}`, text }))
    const things = named(boxes.flatMap(({ things }, index) => things.map((thing) => ({ ...thing, box: `box-${index + 1}` }))))
    const placement = Object.fromEntries(things.map(({ id, box }) => [id, box]))
    return { kind: 'drag_drop', boxes: targets, things: byId(things).map(explained), placement }
  },
  options_table: ({ columns, rows }) => {
    const lines = rows.map((row, index) => ({ ...row, id: `row-${index + 1}` }))
    return {
      kind: 'options_table',
      columns: columns.map((text, index) => ({ id: `column-${index + 1}`, text })),
      rows: lines.map(explained),
      marks: Object.fromEntries(lines.map(({ id, rightColumn }) => [id, `column-${rightColumn}`])),
    }
  },
  hot_spot: ({ rightLead, otherLeads }) => {
    const marked = [rightLead, ...otherLeads].map(({ lead, rationale }) => ({ text: `Lead ${lead}`, rationale, ...placeOf(lead) }))
    const spots = named(marked)
    return { kind: 'hot_spot', spots: byId(spots), key: idsOf(spots)[0] ?? '' }
  },
  fill_in_blank: (written) => ({ kind: 'fill_in_blank', ...written }),
}

/** The linter finds what breaks a rule of the kind. The compiler cannot follow the kind's schema through a union. */
export const itemWritten = (kind: GeneratedKind, written: Written<GeneratedKind>): Item =>
  (makers[kind] as (written: Written<GeneratedKind>) => Item)(written)

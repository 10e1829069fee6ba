import { createHash } from 'node:crypto'
import {
  type AnswerOf,
  type AskedItem,
  askedItem,
  type Item,
  type ItemAnswer,
  type ItemKind,
} from '@medicready/domain/questions/content/item'
import { z } from 'zod'

/** As shown to a model and answered by it: parts have letters, targets numbers, and all fits strict schemas. */

interface Lettered {
  readonly letter: string
  readonly id: string
  readonly text: string
}

export interface ShownItem {
  readonly kind: ItemKind
  readonly parts: readonly Lettered[]
  readonly targets: readonly Lettered[]
  readonly choose: number | null
  readonly unit: string | null
}

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
const numbers = ['1', '2', '3', '4'] as const
const Letter = z.enum(letters)
const Numbered = z.enum(numbers)

/** The order follows from the seed and tells nothing about the key. */
export function shownItem(item: Item, seed: string): ShownItem {
  const place = (text: string) => createHash('sha256').update(`${seed}\n${text}`).digest('hex')
  const asked = askedItem(item)
  const parts = partsOf(asked).toSorted((one, other) => (place(one.text) < place(other.text) ? -1 : 1))
  return {
    kind: item.kind,
    parts: parts.map((part, index) => ({ ...part, letter: letters[index] ?? '' })),
    targets: targetsOf(asked).map((target, index) => ({ ...target, letter: numbers[index] ?? '' })),
    choose: asked.kind === 'multiple_response' ? asked.choose : null,
    unit: asked.kind === 'fill_in_blank' ? asked.unit : null,
  }
}

type ItemParts = readonly { readonly id: string; readonly text: string }[]

function partsOf(asked: AskedItem): ItemParts {
  switch (asked.kind) {
    case 'multiple_choice':
    case 'multiple_response':
      return asked.options
    case 'build_list':
      return asked.steps
    case 'drag_drop':
      return asked.things
    case 'options_table':
      return asked.rows
    case 'hot_spot':
      return asked.spots
    case 'fill_in_blank':
      return []
  }
}

const targetsOf = (asked: AskedItem): ItemParts =>
  asked.kind === 'drag_drop' ? asked.boxes : asked.kind === 'options_table' ? asked.columns : []

export const toldOf = ({ kind, parts, targets, choose, unit }: ShownItem) => ({
  kind,
  parts: Object.fromEntries(parts.map(({ letter, text }) => [letter, text])),
  ...(targets.length > 0 && { targets: Object.fromEntries(targets.map(({ letter, text }) => [letter, text])) }),
  ...(choose !== null && { choose }),
  ...(unit !== null && { unit }),
})

const Pairs = z.object({ pairs: z.array(z.object({ part: Letter, target: Numbered })).max(8) })
const Chosen = z.object({ chosen: z.array(Letter).max(8) })

export const answerSchemas = {
  multiple_choice: z.object({ chosen: z.array(Letter).length(1) }),
  multiple_response: Chosen,
  build_list: Chosen,
  drag_drop: Pairs,
  options_table: Pairs,
  hot_spot: z.object({ chosen: z.array(Letter).length(1) }),
  fill_in_blank: z.object({ value: z.number().min(-1_000_000).max(1_000_000) }),
} as const satisfies Record<ItemKind, z.ZodObject>
export type ModelsAnswer = z.infer<(typeof answerSchemas)[ItemKind]>

export function answerFrom({ kind, parts, targets }: ShownItem, given: ModelsAnswer): ItemAnswer {
  const idOf = (list: readonly Lettered[], letter: string) => list.find((each) => each.letter === letter)?.id ?? ''
  const chosen = 'chosen' in given ? given.chosen.map((letter) => idOf(parts, letter)) : []
  const placed = (): AnswerOf<'drag_drop'>['placement'] =>
    'pairs' in given ? Object.fromEntries(given.pairs.map(({ part, target }) => [idOf(parts, part), idOf(targets, target)])) : {}
  switch (kind) {
    case 'multiple_choice':
      return { kind, option: chosen[0] ?? '' }
    case 'hot_spot':
      return { kind, spot: chosen[0] ?? '' }
    case 'multiple_response':
      return { kind, options: chosen }
    case 'build_list':
      return { kind, order: chosen }
    case 'drag_drop':
      return { kind, placement: placed() }
    case 'options_table':
      return { kind, marks: placed() }
    case 'fill_in_blank':
      return { kind, value: 'value' in given ? given.value : 0 }
  }
}

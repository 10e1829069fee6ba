import { type AskedItem, type Item, type ItemAnswer, isRight, keyOf } from '../item.ts'

/** A complete answer as a learner may give it. `pick` chooses an index below its argument. */
export function anyAnswerTo(asked: AskedItem, pick: (of: number) => number = () => 0): ItemAnswer {
  const one = <Part extends { readonly id: string }>(parts: readonly Part[]): string => parts[pick(parts.length)]?.id ?? ''
  const shuffled = <Part extends { readonly id: string }>(parts: readonly Part[]): string[] =>
    parts.reduce<string[]>((ids, { id }, index) => ids.toSpliced(pick(index + 1), 0, id), [])
  const placed = (parts: readonly { readonly id: string }[], targets: readonly { readonly id: string }[]) =>
    Object.fromEntries(parts.map(({ id }) => [id, one(targets)]))
  switch (asked.kind) {
    case 'multiple_choice':
      return { kind: asked.kind, option: one(asked.options) }
    case 'multiple_response':
      return { kind: asked.kind, options: shuffled(asked.options).slice(0, asked.choose) }
    case 'build_list':
      return { kind: asked.kind, order: shuffled(asked.steps) }
    case 'drag_drop':
      return { kind: asked.kind, placement: placed(asked.things, asked.boxes) }
    case 'options_table':
      return { kind: asked.kind, marks: placed(asked.rows, asked.columns) }
    case 'hot_spot':
      return { kind: asked.kind, spot: one(asked.spots) }
    case 'fill_in_blank':
      return { kind: asked.kind, value: pick(1_000) }
  }
}

export function wrongAnswerTo(item: Item): ItemAnswer {
  const wrong = wrongAnswer(item)
  if (isRight(item, wrong)) throw new Error(`A wrong answer to an item of kind ${item.kind} is right.`)
  return wrong
}

function wrongAnswer(item: Item): ItemAnswer {
  const key = keyOf(item)
  const other = (parts: readonly { readonly id: string }[], id: string | undefined) => parts.find((part) => part.id !== id)?.id ?? ''
  switch (item.kind) {
    case 'multiple_choice':
      return { kind: item.kind, option: other(item.options, item.key) }
    case 'multiple_response':
      return {
        kind: item.kind,
        options: [...item.keys.slice(1), item.options.find(({ id }) => !item.keys.includes(id))?.id ?? ''],
      }
    case 'build_list':
      return { kind: item.kind, order: item.order.toReversed() }
    case 'drag_drop': {
      const [thing] = item.things
      return thing ? { kind: item.kind, placement: { ...item.placement, [thing.id]: other(item.boxes, item.placement[thing.id]) } } : key
    }
    case 'options_table': {
      const [row] = item.rows
      return row ? { kind: item.kind, marks: { ...item.marks, [row.id]: other(item.columns, item.marks[row.id]) } } : key
    }
    case 'hot_spot':
      return { kind: item.kind, spot: other(item.spots, item.key) }
    case 'fill_in_blank':
      return { kind: item.kind, value: item.errors[0]?.value ?? item.value }
  }
}

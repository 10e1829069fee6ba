import { numbersFrom } from '../core/seeded-numbers.ts'
import type { AskedItem } from './content/item.ts'

/** Learners must not memorize positions. Answers refer to ids; columns and boxes keep their order, as on a scale. */
export function shuffledItem(item: AskedItem, seed: number | null): AskedItem {
  if (seed === null) return item
  switch (item.kind) {
    case 'multiple_choice':
    case 'multiple_response':
      return { ...item, options: shuffled(item.options, seed) }
    case 'build_list':
      return { ...item, steps: shuffled(item.steps, seed) }
    case 'drag_drop':
      return { ...item, things: shuffled(item.things, seed) }
    case 'options_table':
      return { ...item, rows: shuffled(item.rows, seed) }
    case 'hot_spot':
    case 'fill_in_blank':
      return item
  }
}

/** Fisher–Yates. */
function shuffled<Part>(parts: readonly Part[], seed: number): Part[] {
  const next = numbersFrom(`shuffle ${seed}`)
  const order = [...parts]
  for (let last = order.length - 1; last > 0; last--) {
    const place = next() % (last + 1)
    const [one, other] = [order[last] as Part, order[place] as Part]
    order[last] = other
    order[place] = one
  }
  return order
}

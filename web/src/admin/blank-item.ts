import type { ItemKind } from '@medicready/domain/questions/item'
import type { ItemDraft } from './item-draft.ts'

/** Items that nobody has filled in yet, with as few parts as their kind has. */

/** Four letters by chance: an id that went by the order of writing would tell which part is right. */
export const newPartId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => 'abcdefghijklmnopqrstuvwxyz'.charAt(byte % 26)).join('')

const parts = (count: number) => Array.from({ length: count }, () => ({ id: newPartId(), text: '', rationale: '' }))
const names = (count: number) => parts(count).map(({ id, text }) => ({ id, text }))
const idAt = (list: readonly { readonly id: string }[], index: number): string => list[index]?.id ?? ''

export function blankItem(kind: ItemKind): ItemDraft {
  switch (kind) {
    case 'multiple_choice': {
      const options = parts(4)
      return { kind, options: options.map((option, index) => ({ ...option, rationale: index === 0 ? null : '' })), key: idAt(options, 0) }
    }
    case 'multiple_response': {
      const options = parts(5)
      return { kind, options, keys: [idAt(options, 0), idAt(options, 1)] }
    }
    case 'build_list': {
      const steps = parts(4)
      return { kind, steps, order: steps.map(({ id }) => id) }
    }
    case 'drag_drop': {
      const [boxes, things] = [names(2), parts(4)]
      return { kind, boxes, things, placement: Object.fromEntries(things.map(({ id }, index) => [id, idAt(boxes, index % 2)])) }
    }
    case 'options_table': {
      const [columns, rows] = [names(2), parts(3)]
      return { kind, columns, rows, marks: Object.fromEntries(rows.map(({ id }, index) => [id, idAt(columns, index % 2)])) }
    }
    case 'hot_spot': {
      const spots = parts(3).map((spot, index) => ({ ...spot, x: 20 + 30 * index, y: 50 }))
      return { kind, spots, key: idAt(spots, 0) }
    }
    case 'fill_in_blank':
      return { kind, unit: '', value: '', tolerance: '0', errors: parts(2).map(({ id }) => ({ id, value: '', rationale: '' })) }
  }
}

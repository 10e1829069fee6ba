import type { QuestionContent } from './content.ts'
import type { Item } from './item.ts'
import type { QuestionType } from './terms.ts'

/** Precedence: part of a set, then picture, then item kind. */
export function questionTypeOf({ item, picture, scenario }: Pick<QuestionContent, 'item' | 'picture' | 'scenario'>): QuestionType {
  if (scenario !== null) return 'scenario_sequence'
  return picture === null ? typeOfItem(item) : 'clinical_image'
}

function typeOfItem(item: Item): QuestionType {
  if (item.kind === 'options_table' && item.columns.length === 2 && item.columns.every(({ text }) => /^(?:true|false)$/i.test(text)))
    return 'true_false'
  if (item.kind === 'drag_drop' && item.things.length === item.boxes.length) return 'matching'
  return item.kind
}

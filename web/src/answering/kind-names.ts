import type { ItemKind } from '@medicready/domain/contract/questions/questions'

export const kindNames: Readonly<Record<ItemKind, string>> = {
  multiple_choice: 'Multiple choice',
  multiple_response: 'Multiple response',
  build_list: 'Build list',
  drag_drop: 'Drag and drop',
  options_table: 'Options table',
  hot_spot: 'Place in a picture',
  fill_in_blank: 'Number with a unit',
}

export const confidenceWords = ['Guessing', 'Unsure', 'Partly sure', 'Sure', 'Certain'] as const

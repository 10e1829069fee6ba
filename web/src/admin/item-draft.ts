import type { Item, ItemOf } from '@medicready/domain/questions/item'

/** A number with its unit as a form holds it: what is typed is no number yet. */
export interface FigureDraft extends Omit<ItemOf<'fill_in_blank'>, 'value' | 'tolerance' | 'errors'> {
  readonly value: string
  readonly tolerance: string
  /** The ids are the form's own. */
  readonly errors: readonly { readonly id: string; readonly value: string; readonly rationale: string }[]
}
export type ItemDraft = Exclude<Item, { kind: 'fill_in_blank' }> | FigureDraft

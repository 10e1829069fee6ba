import type { ItemKind } from '@medicready/domain/questions/item'
import type { ContentErrors } from '../content-draft.ts'
import type { ItemDraft } from '../item-draft.ts'

/** What the editor of every kind is given. */
export interface ItemEditorProps<Kind extends ItemKind> {
  readonly item: Extract<ItemDraft, { kind: Kind }>
  readonly errors: ContentErrors
  readonly onChange: (item: ItemDraft) => void
  /** What percent made a choice of the version that is revised, by its id; nothing where nobody answered. */
  readonly chosenBy: ReadonlyMap<string, number>
}

/** A word on how many chose it; nothing where that is not known. */
export const chosenWords = (percent: number | undefined, what = 'Chosen'): string | undefined =>
  percent === undefined ? undefined : `${what} by ${percent}% of those who answered`

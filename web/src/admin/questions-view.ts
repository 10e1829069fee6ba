import { type ItemKind, itemKinds } from '@medicready/domain/questions/item'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'

/** What stands in the address. Anything that is not understood is left out. */
export interface QuestionsView {
  readonly search: string
  readonly module: ModuleName | ''
  readonly kind: ItemKind | ''
}

const among = <Value extends string>(values: readonly Value[], value: string | null): Value | '' =>
  values.find((known) => known === value) ?? ''

export const viewFrom = (search: URLSearchParams): QuestionsView => ({
  search: (search.get('search') ?? '').slice(0, 200),
  module: among(moduleNames, search.get('module')),
  kind: among(itemKinds, search.get('kind')),
})

/** The address of a view; what is as usual is left out. */
export const searchOf = (view: QuestionsView): URLSearchParams =>
  new URLSearchParams(Object.entries(view).filter(([, value]) => value !== ''))

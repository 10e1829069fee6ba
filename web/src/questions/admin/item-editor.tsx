import { type ItemKind, itemKinds } from '@medicready/domain/questions/item'
import { kindNames } from '../../answering/kind-names.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { ContentErrors, ItemDraft } from './content-draft.ts'
import { blankItem } from './content-draft.ts'
import { FigureEditor } from './item-editors/figure-editor.tsx'
import { MultipleChoiceEditor, MultipleResponseEditor, StepsEditor } from './item-editors/options-editor.tsx'
import { DragDropEditor, OptionsTableEditor } from './item-editors/placement-editor.tsx'
import { SpotsEditor } from './item-editors/spots-editor.tsx'

interface ItemEditorProps {
  item: ItemDraft
  errors: ContentErrors
  chosenBy: ReadonlyMap<string, number>
  pictureUrl: string | null
  onChange: (item: ItemDraft) => void
}

export const ItemEditor = ({ item, onChange, ...rest }: ItemEditorProps) => (
  <>
    <SelectField<ItemKind>
      label="Kind"
      value={item.kind}
      options={itemKinds}
      word={(kind) => kindNames[kind]}
      onChange={(kind) => onChange(blankItem(kind))}
    />
    <Parts item={item} onChange={onChange} {...rest} />
  </>
)

function Parts({ item, pictureUrl, ...rest }: ItemEditorProps) {
  switch (item.kind) {
    case 'multiple_choice':
      return <MultipleChoiceEditor item={item} {...rest} />
    case 'multiple_response':
      return <MultipleResponseEditor item={item} {...rest} />
    case 'build_list':
      return <StepsEditor item={item} {...rest} />
    case 'drag_drop':
      return <DragDropEditor item={item} {...rest} />
    case 'options_table':
      return <OptionsTableEditor item={item} {...rest} />
    case 'hot_spot':
      return <SpotsEditor item={item} pictureUrl={pictureUrl} {...rest} />
    case 'fill_in_blank':
      return <FigureEditor item={item} {...rest} />
  }
}

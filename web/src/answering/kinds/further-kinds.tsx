import type { AskedItem } from '@medicready/domain/contract/questions/questions'
import { lazy, type ReactNode } from 'react'
import FillInBlank from './fill-in-blank.tsx'
import HotSpot from './hot-spot.tsx'
import { HotSpotMarkers } from './hot-spot-markers.tsx'
import type { KindProps } from './kind-props.ts'
import MultipleResponse from './multiple-response.tsx'
import OptionsTable from './options-table.tsx'

export { HotSpotMarkers }

/** What can be dragged comes with the code that drags. */
const BuildList = lazy(() => import('./build-list.tsx'))
const DragDrop = lazy(() => import('./drag-drop.tsx'))

export type FurtherItem = Exclude<AskedItem, { kind: 'multiple_choice' }>

/** An item of any kind but single choice. */
export default function FurtherKinds({ item, ...rest }: Omit<KindProps<FurtherItem['kind']>, 'item'> & { item: FurtherItem }): ReactNode {
  switch (item.kind) {
    case 'multiple_response':
      return <MultipleResponse item={item} {...rest} />
    case 'build_list':
      return <BuildList item={item} {...rest} />
    case 'drag_drop':
      return <DragDrop item={item} {...rest} />
    case 'options_table':
      return <OptionsTable item={item} {...rest} />
    case 'hot_spot':
      return <HotSpot item={item} {...rest} />
    case 'fill_in_blank':
      return <FillInBlank item={item} {...rest} />
  }
}

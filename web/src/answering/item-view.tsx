import type { AskedItem, ItemKind } from '@medicready/domain/contract/questions/questions'
import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { KindProps } from './kinds/kind-props.ts'
import { MultipleChoice } from './kinds/multiple-choice.tsx'

/** Single choice is here at once; the code of the other kinds comes with the first question of one. */
const loadFurther = () => import('./kinds/further-kinds.tsx')
const FurtherKinds = lazy(loadFurther)
const HotSpotMarkers = lazy(async () => ({ default: (await loadFurther()).HotSpotMarkers }))

type ItemViewProps = Omit<KindProps<ItemKind>, 'item'> & { item: AskedItem }

/** What a question asks the learner to do, whatever its kind. */
export const ItemView = ({ item, ...rest }: ItemViewProps) =>
  item.kind === 'multiple_choice' ? (
    <MultipleChoice item={item} {...rest} />
  ) : (
    <Suspense
      fallback={
        <div className="grid gap-3">
          <SkeletonRows rows={4} className="h-12" />
        </div>
      }
    >
      <FurtherKinds item={item} {...rest} />
    </Suspense>
  )

/** What of an item stands over the picture of its question. */
export const PictureMarkers = ({ item, ...rest }: ItemViewProps) =>
  item.kind === 'hot_spot' && (
    <Suspense>
      <HotSpotMarkers item={item} {...rest} />
    </Suspense>
  )

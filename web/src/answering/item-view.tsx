import type { AskedItem, ItemKind } from '@medicready/domain/questions/item'
import { lazy, Suspense } from 'react'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { KindProps } from './kinds/kind-props.ts'
import { MultipleChoice } from './kinds/multiple-choice.tsx'

/** Single choice is here at once; the code of the other kinds comes with the first question of one. */
const FurtherKinds = lazy(() => import('./kinds/further-kinds.tsx'))

/** What a question asks the learner to do, whatever its kind. */
export const ItemView = ({ item, ...rest }: Omit<KindProps<ItemKind>, 'item'> & { item: AskedItem }) =>
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

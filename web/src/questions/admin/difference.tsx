import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const VersionDifference = lazyPart(() => import('./version-difference.tsx'))

/** What compares words is loaded when there is something to compare. */
export const Difference = (props: ComponentProps<typeof VersionDifference>) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <VersionDifference {...props} />
  </Suspense>
)

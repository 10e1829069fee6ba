import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

const VersionDifference = lazy(() => import('./version-difference.tsx'))

/** What compares words is loaded when there is something to compare. */
export const Difference = (props: ComponentProps<typeof VersionDifference>) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <VersionDifference {...props} />
  </Suspense>
)

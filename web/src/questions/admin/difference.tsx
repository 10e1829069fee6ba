import type { ComponentProps } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Part } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const VersionDifference = lazyPart(() => import('./version-difference.tsx'))

/** The word comparison is loaded only when there is something to compare. */
export const Difference = (props: ComponentProps<typeof VersionDifference>) => (
  <Part fallback={<Skeleton className="h-16" />}>
    <VersionDifference {...props} />
  </Part>
)

import { Card } from '../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'

/** The place of a question while it is loaded. */
export const QuestionFiguresSkeleton = () => (
  <Card>
    <Skeleton className="h-7 w-72 max-w-full" />
    <Skeleton className="mt-5 h-28" />
    <div className="mt-6 grid gap-3">
      <SkeletonRows rows={4} className="h-16" />
    </div>
  </Card>
)

import { Card } from '../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'

/** The place of a question card. */
export const QuestionSkeleton = () => (
  <Card>
    <Skeleton className="h-6 w-72 max-w-full" />
    <Skeleton className="mt-4 h-35" />
    <div className="mt-6 grid gap-3">
      <SkeletonRows rows={4} className="h-12" />
    </div>
  </Card>
)

/** The place of a screen on which questions are answered one by one. */
export const AnsweringSkeleton = () => (
  <div className="mx-auto grid max-w-3xl gap-4">
    <div className="grid gap-1">
      <Skeleton className="h-11" />
      <Skeleton className="h-2" />
    </div>
    <QuestionSkeleton />
  </div>
)

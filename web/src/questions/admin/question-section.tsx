import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'

export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  )
}

export const QuestionFiguresSkeleton = () => (
  <Card>
    <Skeleton className="h-7 w-72 max-w-full" />
    <Skeleton className="mt-5 h-28" />
    <div className="mt-6 grid gap-3">
      <SkeletonRows rows={4} className="h-16" />
    </div>
  </Card>
)

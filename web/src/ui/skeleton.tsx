import { classList } from './class-list.ts'

interface SkeletonProps {
  /** The final size of what is on its way: `h-6 w-40`. */
  className: string
}

/** The place of something that is still on its way. It shows after 150 ms, so that what is quick does not flicker. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <div aria-hidden className={classList('animate-appear-late', className)}>
    <div className="size-full animate-breathe rounded-control bg-hairline" />
  </div>
)

/** Several equal ones below each other. */
export const SkeletonRows = ({ rows, className }: SkeletonProps & { rows: number }) =>
  Array.from({ length: rows }, (_, row) => <Skeleton key={String(row)} className={className} />)

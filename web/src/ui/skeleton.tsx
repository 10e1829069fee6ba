import { classList } from './class-list.ts'

interface SkeletonProps {
  /** The final size: `h-6 w-40`. */
  className: string
}

/** Appears after 150 ms, so that fast loads do not flicker. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <div aria-hidden className={classList('animate-appear-late', className)}>
    <div className="size-full animate-breathe rounded-control bg-hairline" />
  </div>
)

export const SkeletonRows = ({ rows, className }: SkeletonProps & { rows: number }) =>
  Array.from({ length: rows }, (_, row) => <Skeleton key={String(row)} className={className} />)

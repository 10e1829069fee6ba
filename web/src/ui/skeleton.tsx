import { LoaderCircle } from 'lucide-react'
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

interface SpinnerProps {
  label?: string
  size?: 'sm' | 'lg'
  className?: string
}

export const Spinner = ({ label = 'Loading', size = 'sm', className }: SpinnerProps) => (
  <span role="status" className={classList('inline-flex', className)}>
    <LoaderCircle aria-hidden className={classList('animate-spin', size === 'sm' ? 'size-5' : 'size-8 text-brand')} />
    <span className="sr-only">{label}</span>
  </span>
)

export const CenteredSpinner = ({ label }: Pick<SpinnerProps, 'label'>) => (
  <div className="grid min-h-[60dvh] place-items-center">
    <Spinner size="lg" {...(label && { label })} />
  </div>
)

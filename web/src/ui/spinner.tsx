import { LoaderCircle } from 'lucide-react'
import { classList } from './class-list.ts'

interface SpinnerProps {
  /** What is under way, for those who cannot see it turn. */
  label?: string
  size?: 'sm' | 'lg'
  className?: string
}

/** Something is under way whose size is not known. */
export const Spinner = ({ label = 'Loading', size = 'sm', className }: SpinnerProps) => (
  <span role="status" className={classList('inline-flex', className)}>
    <LoaderCircle aria-hidden className={classList('animate-spin', size === 'sm' ? 'size-5' : 'size-8 text-brand')} />
    <span className="sr-only">{label}</span>
  </span>
)

/** A spinner in the middle of what would be a page. */
export const CenteredSpinner = ({ label }: Pick<SpinnerProps, 'label'>) => (
  <div className="grid min-h-[60dvh] place-items-center">
    <Spinner size="lg" {...(label && { label })} />
  </div>
)

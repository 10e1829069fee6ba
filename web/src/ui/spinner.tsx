import { LoaderCircle } from 'lucide-react'
import { classList } from './class-list.ts'

interface SpinnerProps {
  /** For screen readers. */
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

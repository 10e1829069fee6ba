import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classList } from './class-list.ts'

export const Card = ({ className, ...section }: ComponentProps<'section'>) => (
  <section {...section} className={classList('rounded-card border border-hairline bg-surface p-5 sm:p-6', className)} />
)

interface FigureProps {
  term: string
  /** The accent color of streaks. */
  warm?: boolean
  children: ReactNode
}

/** Use within a `dl`. */
export const Figure = ({ term, warm = false, children }: FigureProps) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className={classList('flex items-center gap-1.5 text-2xl font-semibold tabular-nums sm:text-3xl', warm && 'text-warn')}>
      {children}
    </dd>
  </div>
)

interface EmptyStateProps {
  title: string
  /** One sentence. */
  children?: ReactNode
  icon?: LucideIcon
  /** One button or link. */
  action?: ReactNode
}

export const EmptyState = ({ title, children, icon: Icon, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 px-4 py-8 text-center">
    {Icon && (
      <span className="grid size-12 place-items-center rounded-pill bg-sunken text-muted">
        <Icon aria-hidden className="size-6" />
      </span>
    )}
    <p className="font-semibold">{title}</p>
    {children && <p className="max-w-md text-sm text-muted">{children}</p>}
    {action && <div className="mt-2">{action}</div>}
  </div>
)

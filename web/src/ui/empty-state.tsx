import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

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

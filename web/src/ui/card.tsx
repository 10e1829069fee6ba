import { Check, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classList } from './class-list.ts'

/** The heading of a card, or of a part of a page that stands like one. */
export const CardTitle = ({ children, ...heading }: ComponentProps<'h2'>) => (
  <h2 {...heading} className="text-lg font-semibold">
    {children}
  </h2>
)

interface CardProps extends ComponentProps<'section'> {
  /** Names the card. */
  heading?: ReactNode
  /** One or two sentences. */
  lead?: ReactNode
}

export function Card({ heading, lead, className, children, ...section }: CardProps) {
  const id = useId()
  const title = heading !== undefined && <CardTitle id={id}>{heading}</CardTitle>
  return (
    <section
      {...(title && { 'aria-labelledby': id })}
      {...section}
      className={classList('rounded-card border border-hairline bg-surface p-5 sm:p-6', className)}
    >
      {lead === undefined ? (
        title
      ) : (
        <div>
          {title}
          <p className="mt-1 text-sm text-muted">{lead}</p>
        </div>
      )}
      {children}
    </section>
  )
}

interface FigureProps {
  term: string
  /** The accent color of streaks. */
  warm?: boolean
  children: ReactNode
}

export const Figure = ({ term, warm = false, children }: FigureProps) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className={classList('flex items-center gap-1.5 text-2xl font-semibold tabular-nums sm:text-3xl', warm && 'text-warn')}>
      {children}
    </dd>
  </div>
)

export const CheckList = ({ points, className }: { points: readonly string[]; className: string }) => (
  <ul className={classList('grid content-start', className)}>
    {points.map((point) => (
      <li key={point} className="flex gap-2">
        <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        {point}
      </li>
    ))}
  </ul>
)

export const IconDisc = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid size-12 shrink-0 place-items-center rounded-pill bg-sunken text-muted">
    <Icon aria-hidden className="size-6" />
  </span>
)

interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: LucideIcon
  action?: ReactNode
}

export const EmptyState = ({ title, children, icon, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 px-4 py-8 text-center">
    {icon && <IconDisc icon={icon} />}
    <p className="font-semibold">{title}</p>
    {children && <p className="max-w-md text-sm text-muted">{children}</p>}
    {action && <div className="mt-2">{action}</div>}
  </div>
)

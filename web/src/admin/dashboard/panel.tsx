import { type ReactNode, useId } from 'react'
import { classList } from '../../ui/class-list.ts'

export interface PanelProps {
  title: string
  /** One sentence. */
  explanation?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a tab under its heading: told from the others by room and a line, not by a box. */
export function Panel({ title, explanation, actions, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classList('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3', className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-t border-hairline pt-4">
        <div>
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {explanation && <p className="max-w-4xl text-sm text-muted">{explanation}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

import { type ReactNode, useId } from 'react'
import { PageTitle } from '../page/page-head.tsx'

export const TabPage = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <PageTitle>{`${title} · Admin`}</PageTitle>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {children}
  </div>
)

export interface PanelProps {
  title: string
  explanation?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Panel({ title, explanation, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
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

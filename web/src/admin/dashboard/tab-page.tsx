import type { ReactNode } from 'react'
import { PageTitle } from '../../app/page-title.tsx'

interface TabPageProps {
  title: string
  /** What belongs to the whole tab: filters of time, buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** A tab of the dashboard under its heading. */
export const TabPage = ({ title, actions, children }: TabPageProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <PageTitle>{`${title} · Admin`}</PageTitle>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {children}
  </div>
)

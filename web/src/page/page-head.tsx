import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

interface PageHeadProps {
  /** The document's title, and the heading where that is not worded otherwise. */
  title: string
  heading?: string
  /** One or two sentences. */
  children?: ReactNode
}

/** How a screen begins: its title, its heading, and what it is for. */
export const PageHead = ({ title, heading = title, children }: PageHeadProps) => (
  <div>
    <PageTitle>{title}</PageTitle>
    <h1 className="text-2xl font-semibold sm:text-3xl">{heading}</h1>
    {children && <p className="mt-1 text-muted">{children}</p>}
  </div>
)

import { PRODUCT_NAME } from '@medicready/domain/product'
import type { ReactNode } from 'react'

/** React moves it to the head. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${PRODUCT_NAME}`}</title>

interface PageHeadProps {
  title: string
  heading?: string
  children?: ReactNode
}

export const PageHead = ({ title, heading = title, children }: PageHeadProps) => (
  <div>
    <PageTitle>{title}</PageTitle>
    <h1 className="text-2xl font-semibold sm:text-3xl">{heading}</h1>
    {children && <p className="mt-1 text-muted">{children}</p>}
  </div>
)

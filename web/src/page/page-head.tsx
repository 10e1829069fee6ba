import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../ui/button.tsx'

/** React moves it to the head. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${PRODUCT_NAME}`}</title>

interface PageHeadProps {
  /** The page that this one is reached from. */
  back?: { to: string; label: string }
  title: string
  heading?: string
  children?: ReactNode
}

export const PageHead = ({ back, title, heading = title, children }: PageHeadProps) => (
  <div>
    <PageTitle>{title}</PageTitle>
    {back && <LinkButton {...back} icon={ArrowLeft} variant="ghost" size="sm" className="-ml-3 text-muted" />}
    <h1 className="text-2xl font-semibold sm:text-3xl">{heading}</h1>
    {children && <p className="mt-1 text-muted">{children}</p>}
  </div>
)

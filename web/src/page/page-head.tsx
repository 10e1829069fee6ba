import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { LinkButton } from '../ui/button.tsx'

/** Takes the title on the server, where the document around the app has it. In a browser React moves it to the head. */
export const TitleTaker = createContext<((title: string) => void) | null>(null)

export function DocumentTitle({ children }: { children: string }) {
  const take = use(TitleTaker)
  take?.(children)
  return take ? null : <title>{children}</title>
}

export const PageTitle = ({ children }: { children: string }) => <DocumentTitle>{`${children} · ${PRODUCT_NAME}`}</DocumentTitle>

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

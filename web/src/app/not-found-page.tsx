import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageTitle } from './page-title.tsx'

/** Nothing is at this address. */
export default function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <Card className="mx-auto grid max-w-md justify-items-start gap-4">
      <PageTitle>Page Not Found</PageTitle>
      <h1 className="text-2xl font-semibold">404 Page Not Found</h1>
      <p className="text-muted">
        No route matches <code className="rounded-control bg-sunken px-1.5 py-0.5 text-sm break-all">{pathname}</code>. Was the page added
        to the router?
      </p>
      <LinkButton to={paths.home()}>Back to Dashboard</LinkButton>
    </Card>
  )
}

import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { friendlyMessage } from '../api/errors.ts'
import { PageTitle } from '../page/page-head.tsx'
import { Button } from '../ui/button.tsx'

export const FailedScreen = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <div role="alert" className="grid min-h-[60dvh] place-items-center">
    <PageTitle>Something went wrong</PageTitle>
    <div className="grid justify-items-center gap-3 text-center">
      <CircleAlert aria-hidden className="size-10 text-bad" />
      <h1 className="text-xl font-semibold">This page could not be loaded</h1>
      <p className="max-w-md text-balance text-muted">{friendlyMessage(error)}</p>
      <Button className="mt-2" onClick={retry} label="Try again" />
    </div>
  </div>
)

export function FailedPage() {
  const error = useRouteError()
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error)
  }, [error])
  return <FailedScreen error={error} retry={() => window.location.reload()} />
}

import type { DataExport } from '@medicready/domain/contract/accounts/personal-data'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { exportWords, mayAskAgain } from './export-words.ts'
import { exportAddress, exportsQuery, useRequestExport } from './exports.ts'

/** All that is known of a person, for themselves. */
export function DownloadData() {
  return (
    <Card aria-labelledby="download-data" className="grid gap-4">
      <div>
        <h2 id="download-data" className="text-lg font-semibold">
          Download my data
        </h2>
        <p className="mt-1 text-sm text-muted">
          All that we know of you in one ZIP: what has happened with your account as JSON, and your rows of our tables as CSV. Your password
          and the keys of your second factors are not in it.
        </p>
      </div>
      <Loaded skeleton={<Skeleton className="h-11 w-48" />} failure="Your downloads could not be loaded.">
        <Latest />
      </Loaded>
    </Card>
  )
}

function Latest() {
  const { data: exports, dataUpdatedAt } = useSuspenseQuery(exportsQuery)
  const [latest] = exports
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm empty:hidden">
        {latest && (
          <>
            {latest.situation === 'beingMade' && (
              <span aria-hidden className="mr-2 align-text-bottom">
                <Spinner />
              </span>
            )}
            {exportWords(latest)}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {latest?.situation === 'ready' && <DownloadLink latest={latest} />}
        {mayAskAgain(latest, dataUpdatedAt) && <AskButton />}
      </div>
    </div>
  )
}

const DownloadLink = ({ latest }: { latest: DataExport }) => (
  <a href={exportAddress(latest.id)} download className={buttonClasses()}>
    <Download aria-hidden className="size-4" />
    Download ZIP
  </a>
)

function AskButton() {
  const request = useRequestExport()
  const ask = async () => {
    try {
      await request.mutateAsync(undefined)
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    }
  }
  return (
    <Button variant="secondary" loading={request.isPending} onClick={() => void ask()}>
      {request.isPending ? 'Asking...' : 'Ask for my data'}
    </Button>
  )
}

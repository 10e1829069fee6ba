import { EXPORT_HOURS } from '@medicready/domain/accounts/shown/rules'
import type { DataExport } from '@medicready/domain/contract/accounts/accounts'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Loaded } from '../api/loaded.tsx'
import { read } from '../api/read.ts'
import { attempt, useWrite } from '../api/write.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Skeleton, Spinner } from '../ui/skeleton.tsx'
import { instantFormat } from '../ui/words.ts'

/** Polled while the export is being built, which takes seconds. */
const LOOK_AGAIN_MS = 1_500
/** A finished export expires while the page is open. */
const STALE_AFTER_MS = 10_000

export const exportsQuery = queryOptions({
  queryKey: ['accounts', 'exports'],
  queryFn: (query) => read(query, 'GET /api/user/exports'),
  staleTime: STALE_AFTER_MS,
  refetchInterval: ({ state }) => (state.data?.[0]?.situation === 'beingMade' ? LOOK_AGAIN_MS : false),
})

function useRequestExport() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/exports', { onSettled: () => queries.invalidateQueries({ queryKey: exportsQuery.queryKey }) })
}

/** The browser downloads it itself, so the page does not hold the file. */
const exportAddress = (id: string): string => `/api/user/exports/${encodeURIComponent(id)}`

const moment = instantFormat({ dateStyle: 'medium', timeStyle: 'short' })

export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en-US')} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export function exportWords({ situation, expiresAt, bytes }: DataExport): string {
  switch (situation) {
    case 'beingMade':
      return 'We are preparing your data. You can leave this page. We will email you when it is ready.'
    case 'ready':
      return `Your data is ready to download until ${moment(expiresAt ?? new Date(0).toISOString())}${bytes === null ? '' : ` (${sizeOf(bytes)})`}.`
    case 'expired':
      return 'Your last download has expired. You can ask for your data again.'
  }
}

/** Once a day, counted from the latest request. */
export const mayAskAgain = (latest: DataExport | undefined, now: number): boolean =>
  latest === undefined || now - Date.parse(latest.requestedAt) >= EXPORT_HOURS * 3_600_000

export function DownloadData() {
  return (
    <Card aria-labelledby="download-data" className="grid gap-4">
      <div>
        <CardTitle id="download-data">Download my data</CardTitle>
        <p className="mt-1 text-sm text-muted">
          Download all the data that we have about you as a ZIP file: your account history as JSON and your table rows as CSV. Your password
          and the keys of your second factors are not included.
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
  const ask = () =>
    attempt(async () => {
      await request.mutateAsync(undefined)
    })
  return <Button variant="secondary" onClick={() => void ask()} loading={request.isPending} busy="Asking..." label="Ask for my data" />
}

import { useQuery } from '@tanstack/react-query'
import { Check, Download } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { keptWords, useKeeping } from './keep-ahead-button.tsx'
import { keptQuery } from './keep-studies.ts'
import { keptSession } from './queries.ts'

export default function KeepOffline({ id, name }: { id: string; name: string }) {
  const { data: all } = useQuery(keptQuery(useUser().id))
  const { keepSession, removeKept } = useKeeping()
  const [isBusy, setBusy] = useState(false)
  if (all === undefined) return null
  const kept = all.find((each) => each.name === keptSession(id))
  const change = async () => {
    setBusy(true)
    await (kept ? removeKept([kept.name]) : keepSession(id))
    setBusy(false)
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4 text-sm text-muted">
      <span role="status" className="inline-flex items-center gap-1.5 empty:hidden">
        {kept && (
          <>
            <Check aria-hidden className="size-4" />
            Saved on this device ({keptWords(kept)})
          </>
        )}
      </span>
      {/* One button for both states, so that it keeps the focus. */}
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        aria-label={kept ? `Remove from this device: ${name}` : `Keep for offline: ${name}`}
        loading={isBusy}
        onClick={() => void change()}
        icon={kept ? undefined : Download}
        label={kept ? 'Remove' : 'Keep for offline'}
      />
    </span>
  )
}

import type { SessionInShort } from '@medicready/domain/contract/study-sessions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Download } from 'lucide-react'
import { useUser } from '../api/session.ts'
import { keptDeliveries } from '../offline/deliveries.ts'
import { keepFor } from '../offline/kept-reads.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { keptSession, sessionWithoutKeys } from './kept-studies.ts'
import { studySessionQuery } from './session-queries.ts'

/** Keeps the questions of a session in this browser, to be answered without a connection. */
export default function KeepOffline({ session: { id }, name }: { session: SessionInShort; name: string }) {
  const { id: userId } = useUser()
  const queries = useQueryClient()
  const keptQuery = { queryKey: ['offline', 'kept', userId], queryFn: async () => (await keptDeliveries()).names(userId) }
  const { data: kept } = useQuery({ ...keptQuery, staleTime: 0 })
  const keep = async () => {
    try {
      await keepFor(userId, keptSession(id), sessionWithoutKeys(await queries.fetchQuery(studySessionQuery(id))))
      await queries.invalidateQueries({ queryKey: keptQuery.queryKey })
    } catch {
      toast({ title: 'Error', description: 'The questions could not be kept. Please try again.', variant: 'destructive' })
    }
  }
  if (kept === undefined) return null
  if (kept.includes(keptSession(id)))
    return (
      <span className="inline-flex min-h-11 items-center gap-1.5 text-sm text-muted">
        <Check aria-hidden className="size-4" />
        Kept for offline
      </span>
    )
  return (
    <Button variant="ghost" size="sm" aria-label={`Keep for offline: ${name}`} onClick={() => void keep()}>
      <Download aria-hidden className="size-4" />
      Keep for offline
    </Button>
  )
}

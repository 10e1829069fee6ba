import type { SystemState } from '@medicready/domain/contract/admin/system'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { friendlyMessage } from '../../api/errors.ts'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboard/amounts.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'

type Reaction = SystemState['reactions'][number]
type PutAside = Reaction['putAside'][number] & { readonly reaction: string }

export const putAsidesOf = ({ reactions }: Pick<SystemState, 'reactions'>): readonly PutAside[] =>
  reactions.flatMap(({ name, putAside }) => putAside.map((aside) => ({ ...aside, reaction: name })))

const columns: readonly AdminColumn<PutAside>[] = [
  { head: 'Reaction', className: 'min-w-40', cell: ({ reaction }) => reaction, csv: ({ reaction }) => reaction },
  {
    head: 'Event',
    className: 'min-w-60',
    cell: ({ event, stream, incident }) => (
      <span className="grid">
        {event}
        <span className="text-xs break-all text-muted">{stream}</span>
        <span className="max-w-md text-xs break-words text-bad">{incident}</span>
      </span>
    ),
    csv: ({ event, stream, incident }) => `${event} of ${stream}: ${incident}`,
  },
  { head: 'Since (UTC)', className: 'whitespace-nowrap tabular-nums', cell: ({ at }) => utcInstantOf(at), csv: ({ at }) => at },
  { head: 'Waiting behind it', isNumber: true, cell: ({ behind }) => numberOf(behind), csv: ({ behind }) => behind },
  { head: 'Action', cell: (aside) => <Actions aside={aside} /> },
]

/** The events at which reactions failed. All others go on; these wait for an administrator. */
export const PutAsides = ({ asides }: { asides: readonly PutAside[] }) =>
  asides.length > 0 && (
    <AdminTable
      panel={{
        title: 'Events put aside',
        explanation: 'A reaction failed at each of these. Later events of the same person wait behind it, and everything else goes on.',
      }}
      caption="Events put aside"
      columns={columns}
      rows={asides}
      rowKey={({ reaction, eventId }) => `${reaction} ${eventId}`}
      file="events put aside"
      empty={null}
    />
  )

function Actions({ aside: { reaction, eventId, event, isDue } }: { aside: PutAside }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const onSuccess = () => void queries.invalidateQueries({ queryKey: rooms.admin })
  const retry = useWrite('POST /api/admin/system/put-aside/retry', {
    onSuccess: () => {
      onSuccess()
      toast({ title: 'Retrying', description: `${reaction} tries this event again within seconds.` })
    },
    onError: (error) => toast({ title: `Failed to retry: ${friendlyMessage(error)}`, variant: 'destructive' }),
  })
  const giveUp = useWrite('POST /api/admin/system/put-aside/give-up', { onSuccess })
  const send = async (reason: string) => {
    await giveUp.mutateAsync({ body: { reaction, eventId, reason } })
    return { title: 'Given up', description: `${reaction} does not try this event again.` }
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isDue && <Badge tone="brand">Retrying</Badge>}
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Retry ${event} for ${reaction}`}
        loading={retry.isPending}
        onClick={() => retry.mutate({ body: { reaction, eventId } })}
      >
        Retry
      </Button>
      <Button variant="ghost" size="sm" aria-label={`Give up ${event} for ${reaction}`} onClick={() => setAsking(true)}>
        Give up
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Give up ${event}`}
          description={`${reaction} never tries this event again. Events that wait behind it go on.`}
          confirm="Give up"
          isDestructive
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

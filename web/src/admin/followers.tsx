import type { SystemState } from '@medicready/domain/contract/admin/system'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { rooms } from '../api/query-keys.ts'
import { useWrite } from '../api/write.ts'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboards/amounts.ts'
import { momentColumn, numberColumn, stateColumn } from '../dashboards/columns.tsx'
import { useAdminWrite } from '../dashboards/reads.ts'
import { ReasonButton } from '../dashboards/reason-dialog.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

interface Follower {
  readonly kind: 'readModel' | 'reaction'
  readonly name: string
  readonly situation: SystemState['readModels'][number]['situation'] | SystemState['reactions'][number]['situation']
  /** Null for reactions. */
  readonly version: number | null
  readonly lag: number | null
  /** Null for read models. */
  readonly deferred: number | null
  readonly incident: SystemState['readModels'][number]['incident']
}

const situationsInOrder: readonly Follower['situation'][] = ['parked', 'backfilling', 'live', 'following']

/** Parked ones first, then those being filled, each group by name. */
export const followersOf = ({ readModels, reactions }: Pick<SystemState, 'readModels' | 'reactions'>): readonly Follower[] =>
  [
    ...readModels.map((readModel) => ({ ...readModel, kind: 'readModel' as const, deferred: null })),
    ...reactions.map((reaction) => ({ ...reaction, kind: 'reaction' as const, version: null })),
  ].toSorted(
    (one, other) =>
      situationsInOrder.indexOf(one.situation) - situationsInOrder.indexOf(other.situation) ||
      one.kind.localeCompare(other.kind) ||
      one.name.localeCompare(other.name),
  )

const kinds = { readModel: 'Read model', reaction: 'Reaction' } as const
const situations = {
  live: { word: 'Live', tone: 'ok' },
  following: { word: 'Following', tone: 'ok' },
  backfilling: { word: 'Being filled', tone: 'brand' },
  parked: { word: 'Parked', tone: 'bad' },
} as const

const followerColumns: readonly AdminColumn<Follower>[] = [
  { head: 'Name', className: 'min-w-44', value: ({ name }) => name, cell: (follower) => <NameCell follower={follower} /> },
  { head: 'Kind', className: 'whitespace-nowrap', value: ({ kind }) => kinds[kind] },
  stateColumn('Situation', ({ situation }) => situation, situations),
  { head: 'Version', isNumber: true, value: ({ version }) => version },
  {
    head: 'Behind (bytes)',
    isNumber: true,
    value: ({ lag }) => lag,
    cell: ({ lag }) => (lag === null ? 'Unknown' : numberOf(lag)),
  },
  numberColumn({ head: 'Waiting', of: ({ deferred }) => deferred }),
  { head: 'Go on', cell: (follower) => follower.situation === 'parked' && <Resume follower={follower} /> },
]

const isSound = ({ situation, lag, deferred }: Follower): boolean =>
  (situation === 'live' || situation === 'following') && !lag && !deferred

export function Followers({ followers }: { followers: readonly Follower[] }) {
  const [isWhole, setWhole] = useState(false)
  const sound = followers.filter(isSound).length
  const soundOnes = sound === followers.length ? `All ${sound} follow` : `${sound} of ${followers.length} follow`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AdminTable
        panel={{ title: 'Read models and reactions', explanation: 'How far each one has followed the log. Parked ones are first.' }}
        columns={followerColumns}
        rows={isWhole ? followers : followers.filter((follower) => !isSound(follower))}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        file={isWhole && 'read models and reactions'}
        note={`${soundOnes} the log to its end.`}
      />
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => setWhole(!isWhole)}
        label={isWhole ? 'Show those that need a look' : `Show all ${followers.length}`}
      />
    </div>
  )
}

const NameCell = ({ follower: { name, incident } }: { follower: Follower }) => (
  <span className="grid">
    {name}
    {incident && (
      <span className="max-w-md text-xs font-normal text-bad">
        {incident.incident}
        {incident.event && ` At ${incident.event}${incident.stream ? ` of ${incident.stream}` : ''}.`}
        {incident.at && ` ${utcInstantOf(incident.at)} UTC.`}
      </span>
    )}
  </span>
)

function Resume({ follower: { kind, name } }: { follower: Follower }) {
  const resume = useAdminWrite('POST /api/admin/system/resume')
  return (
    <ReasonButton
      label={`Resume ${name}`}
      title={`Resume ${name}`}
      description="It retries the event where it failed and every event that it set aside. If it fails again, it is parked again."
      confirm="Resume"
      onConfirm={async ({ reason }) => {
        const { isResumed } = await resume.mutateAsync({ body: { kind, name, reason } })
        return isResumed
          ? { title: 'It continues', description: `${name} continues within seconds.` }
          : { title: 'Nothing to resume', description: `${name} is not parked.` }
      }}
    />
  )
}

type Reaction = SystemState['reactions'][number]
type PutAside = Reaction['putAside'][number] & { readonly reaction: string }

export const putAsidesOf = ({ reactions }: Pick<SystemState, 'reactions'>): readonly PutAside[] =>
  reactions.flatMap(({ name, putAside }) => putAside.map((aside) => ({ ...aside, reaction: name })))

const putAsideColumns: readonly AdminColumn<PutAside>[] = [
  { head: 'Reaction', className: 'min-w-40', value: ({ reaction }) => reaction },
  {
    head: 'Event',
    className: 'min-w-60',
    value: ({ event, stream, incident }) => `${event} of ${stream}: ${incident}`,
    cell: ({ event, stream, incident }) => (
      <span className="grid">
        {event}
        <span className="text-xs break-all text-muted">{stream}</span>
        <span className="max-w-md text-xs break-words text-bad">{incident}</span>
      </span>
    ),
  },
  momentColumn('Since (UTC)', ({ at }) => at),
  numberColumn({ head: 'Waiting behind it', of: ({ behind }) => behind }),
  { head: 'Action', cell: (aside) => <Actions aside={aside} /> },
]

/** Events at which reactions failed, and which wait for an administrator. */
export const PutAsides = ({ asides }: { asides: readonly PutAside[] }) =>
  asides.length > 0 && (
    <AdminTable
      panel={{
        title: 'Events set aside',
        explanation: 'A reaction failed at each of these events. Later events of the same person wait. Everything else continues.',
      }}
      columns={putAsideColumns}
      rows={asides}
      rowKey={({ reaction, eventId }) => `${reaction} ${eventId}`}
    />
  )

function Actions({ aside: { reaction, eventId, event, isDue } }: { aside: PutAside }) {
  const queries = useQueryClient()
  const retry = useWrite('POST /api/admin/system/put-aside/retry', {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rooms.admin })
      toast({ title: 'Retrying', description: `${reaction} retries this event within seconds.` })
    },
    onError: (error) => toast({ title: `Failed to retry: ${friendlyMessage(error)}`, variant: 'destructive' }),
  })
  const giveUp = useAdminWrite('POST /api/admin/system/put-aside/give-up')
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isDue && <Badge tone="brand">Retrying</Badge>}
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Retry ${event} for ${reaction}`}
        loading={retry.isPending}
        onClick={() => retry.mutate({ body: { reaction, eventId } })}
        label="Retry"
      />
      <ReasonButton
        variant="ghost"
        label={`Give up ${event} for ${reaction}`}
        title={`Give up ${event}`}
        description={`${reaction} never retries this event. Events that wait behind it continue.`}
        confirm="Give up"
        isDestructive
        onConfirm={async ({ reason }) => {
          await giveUp.mutateAsync({ body: { reaction, eventId, reason } })
          return { title: 'Given up', description: `${reaction} skips this event.` }
        }}
      />
    </span>
  )
}

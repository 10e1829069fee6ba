import type { SystemState } from '@medicready/domain/contract/admin/system'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboard/amounts.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'

/** What follows the log: a read model or a reaction. */
export interface Follower {
  readonly kind: 'readModel' | 'reaction'
  readonly name: string
  readonly situation: SystemState['readModels'][number]['situation'] | SystemState['reactions'][number]['situation']
  /** Null of reactions. */
  readonly version: number | null
  readonly lag: number | null
  /** Null of read models. */
  readonly deferred: number | null
  readonly incident: SystemState['readModels'][number]['incident']
}

const situationsInOrder: readonly Follower['situation'][] = ['parked', 'backfilling', 'live', 'following']

/** What is parked first, then what is being filled; each by its name. */
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

const columns: readonly AdminColumn<Follower>[] = [
  { head: 'Name', className: 'min-w-44', cell: (follower) => <NameCell follower={follower} />, csv: ({ name }) => name },
  { head: 'Kind', className: 'whitespace-nowrap', cell: ({ kind }) => kinds[kind], csv: ({ kind }) => kinds[kind] },
  {
    head: 'Situation',
    cell: ({ situation }) => <Badge tone={situations[situation].tone}>{situations[situation].word}</Badge>,
    csv: ({ situation }) => situation,
  },
  { head: 'Version', isNumber: true, cell: ({ version }) => version ?? '–', csv: ({ version }) => version },
  {
    head: 'Behind (bytes)',
    isNumber: true,
    cell: ({ lag }) => (lag === null ? 'Unknown' : numberOf(lag)),
    csv: ({ lag }) => lag,
  },
  {
    head: 'Waiting',
    isNumber: true,
    cell: ({ deferred }) => (deferred === null ? '–' : numberOf(deferred)),
    csv: ({ deferred }) => deferred,
  },
  {
    head: 'Go on',
    cell: (follower) => (follower.situation === 'parked' ? <Resume follower={follower} /> : ''),
  },
]

const isSound = ({ situation, lag, deferred }: Follower): boolean =>
  (situation === 'live' || situation === 'following') && !lag && !deferred

/**
 * What follows the log, how far behind it is, and the way to let what is parked go on. What is sound asks for nobody.
 */
export function Followers({ followers }: { followers: readonly Follower[] }) {
  const [isWhole, setWhole] = useState(false)
  const sound = followers.filter(isSound).length
  const soundOnes = sound === followers.length ? `All ${sound} follow` : `${sound} of ${followers.length} follow`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <AdminTable
        panel={{ title: 'Read models and reactions', explanation: 'How far each follows the log. What is parked stands first.' }}
        caption="Read models and reactions"
        columns={columns}
        rows={isWhole ? followers : followers.filter((follower) => !isSound(follower))}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        file={isWhole && 'read models and reactions'}
        note={`${soundOnes} the log to its end.`}
        empty={null}
      />
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show those that need a look' : `Show all ${followers.length}`}
      </Button>
    </div>
  )
}

/** What failed stands at its name. */
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
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const resume = useWrite('POST /api/admin/system/resume', {
    onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }),
  })
  const send = async (reason: string) => {
    const { isResumed } = await resume.mutateAsync({ body: { kind, name, reason } })
    return {
      title: isResumed ? 'It goes on' : 'Nothing to resume',
      description: isResumed ? `${name} goes on within seconds.` : `${name} is not parked.`,
    }
  }
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Resume ${name}`} onClick={() => setAsking(true)}>
        Resume
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Resume ${name}`}
          description="It tries again where it failed, and every event that it put aside. If that fails again, it is parked again."
          confirm="Resume"
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

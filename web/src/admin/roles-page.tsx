import type { RoleHolder } from '@medicready/domain/contract/accounts/roles'
import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { useUser } from '../api/session.ts'
import { ShowMore } from '../api/show-more.tsx'
import { PageHead } from '../app/page-head.tsx'
import { mayRead, RightRequired } from '../app/right-required.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { capitalized } from '../ui/words.ts'
import { rolesQuery } from './queries.ts'
import { RoleDialog } from './role-dialog.tsx'

export const clientLoader = async (queries: QueryClient) => {
  if (await mayRead(queries, 'runBusiness')) void queries.prefetchInfiniteQuery(rolesQuery)
}

/** Who may do more than study, and the way to give and take it. */
export default function RolesPage() {
  return (
    <RightRequired right="runBusiness">
      <div className="mx-auto grid max-w-3xl gap-6">
        <PageHead title="Roles">
          Educators review questions, tutors give lessons, administrators do all of it. Each change is kept with its reason and your name.
        </PageHead>
        <Loaded skeleton={<SkeletonRows rows={3} className="h-16" />} failure="The roles could not be loaded.">
          <Holders />
        </Loaded>
      </div>
    </RightRequired>
  )
}

function Holders() {
  const list = useSuspenseInfiniteQuery(rolesQuery)
  /** Whose role is being changed; 'somebody' where their address is still to be typed. */
  const [changing, setChanging] = useState<RoleHolder | 'somebody' | null>(null)
  return (
    <>
      <div>
        <Button onClick={() => setChanging('somebody')}>
          <UserPlus aria-hidden className="size-4" />
          Give a role
        </Button>
      </div>
      <Card className="py-2 sm:py-2">
        <ul className="divide-y divide-hairline">
          {list.data.map((holder) => (
            <HolderRow key={holder.userId} holder={holder} onChange={() => setChanging(holder)} />
          ))}
        </ul>
      </Card>
      <ShowMore list={list} />
      {changing && <RoleDialog holder={changing === 'somebody' ? null : withName(changing)} onClose={() => setChanging(null)} />}
    </>
  )
}

const withName = (holder: RoleHolder) => ({ ...holder, name: `${holder.firstName} ${holder.lastName}` })

function HolderRow({ holder, onChange }: { holder: RoleHolder; onChange: () => void }) {
  const isOwn = useUser().id === holder.userId
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {holder.firstName} {holder.lastName}
          <Badge tone={holder.role === 'admin' ? 'brand' : 'neutral'}>{capitalized(holder.role)}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{holder.email}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Change the role of ${holder.firstName} ${holder.lastName}`}
        disabledReason={isOwn ? 'Your own role is for another administrator to change.' : undefined}
        onClick={onChange}
      >
        Change
      </Button>
    </li>
  )
}

import type { RoleHolder } from '@medicready/domain/contract/accounts/students'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Loaded } from '../../api/loaded.tsx'
import { useUser } from '../../api/session.ts'
import { ShowMore } from '../../api/show-more.tsx'
import { adminPages, dashboardLoader } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { capitalized } from '../../ui/words.ts'
import { RoleButton } from './role-button.tsx'

const rolesQuery = adminPages('GET /api/admin/roles', {})

export const clientLoader = dashboardLoader((queries) => void queries.prefetchInfiniteQuery(rolesQuery))

export default function RolesPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Roles">
        Educators review questions, tutors give sessions, analysts see data without names, and administrators can do everything. Each change
        is recorded with its reason and your name.
      </PageHead>
      <Loaded skeleton={<SkeletonRows rows={3} className="h-16" />} failure="The roles could not be loaded.">
        <Holders />
      </Loaded>
    </div>
  )
}

function Holders() {
  const list = useSuspenseInfiniteQuery(rolesQuery)
  return (
    <>
      <div>
        <RoleButton variant="primary" icon={UserPlus} button="Give a role" holder={null} />
      </div>
      <Card className="py-2 sm:py-2">
        <ul className="divide-y divide-hairline">
          {list.data.map((holder) => (
            <HolderRow key={holder.userId} holder={holder} />
          ))}
        </ul>
      </Card>
      <ShowMore list={list} />
    </>
  )
}

function HolderRow({ holder: { userId, firstName, lastName, email, role } }: { holder: RoleHolder }) {
  const name = `${firstName} ${lastName}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          <Badge tone={role === 'admin' ? 'brand' : 'neutral'}>{capitalized(role)}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{email}</p>
      </div>
      <RoleButton button="Change" label={`Change the role of ${name}`} holder={{ name, email, role }} isOwn={useUser().id === userId} />
    </li>
  )
}

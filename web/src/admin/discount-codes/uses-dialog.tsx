import { tiers } from '@medicready/domain/billing/tiers'
import type { DiscountCodeUse } from '@medicready/domain/contract/discount-codes'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { moneyOf, utcInstantOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { codeUsesQuery } from './queries.ts'

const columns: readonly AdminColumn<DiscountCodeUse>[] = [
  {
    head: 'Who',
    className: 'min-w-40',
    cell: ({ userId, name, email }) => (
      <span className="grid">
        <Link to={paths.adminStudent(userId)} className="text-brand underline-offset-4 hover:underline">
          {name === '' ? 'Erased' : name}
        </Link>
        {email !== '' && <span className="text-xs font-normal break-all text-muted">{email}</span>}
      </span>
    ),
  },
  { head: 'When (UTC)', className: 'whitespace-nowrap', cell: ({ usedAt }) => utcInstantOf(usedAt) },
  {
    head: 'For',
    className: 'min-w-36',
    cell: ({ kind, tier, months }) =>
      kind === 'payment'
        ? `First payment of ${tiers[tier].label}`
        : `${months} free ${months === 1 ? 'month' : 'months'} of ${tiers[tier].label}`,
  },
  { head: 'Saved', isNumber: true, cell: ({ amountSaved }) => moneyOf(amountSaved) },
]

/** Who has used a code: the facts behind its uses and its savings. */
export const UsesDialog = ({ code, onClose }: { code: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    size="lg"
    title={`Uses of ${code}`}
    description="Each use is a fact of its own; their number and sum are the figures of the table."
  >
    <Loaded skeleton={<SkeletonRows rows={4} className="h-11" />} failure="The uses could not be loaded.">
      <Uses code={code} />
    </Loaded>
  </Dialog>
)

function Uses({ code }: { code: string }) {
  const list = useSuspenseInfiniteQuery(codeUsesQuery(code, useAsOf()))
  return (
    <AdminTable
      caption={`Uses of ${code}`}
      columns={columns}
      rows={list.data}
      rowKey={({ id }) => id}
      list={list}
      file={false}
      empty={<EmptyState title="Nobody has used this code" />}
    />
  )
}

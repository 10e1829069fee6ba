import { type AdminFigure, adminFigures } from '@medicready/domain/admin/shown/figure-names'
import { discountInWords } from '@medicready/domain/billing/shown/discount-rules'
import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, useAsOf, useIsToday } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { numberOf, shareOf } from '../../dashboards/amounts.ts'
import { momentColumn, numberColumn } from '../../dashboards/columns.tsx'
import { TabPage } from '../../dashboards/panel.tsx'
import { adminPages, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ReasonButton } from '../../dashboards/reason-dialog.tsx'
import type { WhyPart } from '../../dashboards/why-part.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CodeDialog } from './code-dialog.tsx'

const discountCodesQuery = (asOf: AsOf) => adminPages('GET /api/admin/discount-codes', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf) => void queries.prefetchInfiniteQuery(discountCodesQuery(asOf)))

export default function DiscountCodesTab() {
  const [isCreating, setCreating] = useState(false)
  return (
    <TabPage
      title="Discount Codes"
      actions={useIsToday() && <Button icon={Plus} size="sm" onClick={() => setCreating(true)} label="Create" />}
    >
      <Loaded skeleton={<SkeletonRows rows={6} className="h-11" />} failure="The discount codes could not be loaded.">
        <Codes />
      </Loaded>
      {isCreating && <CodeDialog code={null} onClose={() => setCreating(false)} />}
    </TabPage>
  )
}

const situationOf = ({ isActive, expiresAt, maxUses, usedCount, heldCount }: AdminDiscountCode, now: string) => {
  if (!isActive) return { word: 'Inactive', tone: 'neutral' } as const
  if (expiresAt !== null && expiresAt <= now) return { word: 'Expired', tone: 'warn' } as const
  if (maxUses !== null && usedCount + heldCount >= maxUses) return { word: 'Used up', tone: 'warn' } as const
  return { word: 'Active', tone: 'ok' } as const
}

const partOf = ({ id, code }: AdminDiscountCode, figure: AdminFigure): WhyPart => ({
  figure,
  subjectId: id,
  label: `${adminFigures[figure].label}: ${code}`,
})

const columnsAt = (now: string): readonly AdminColumn<AdminDiscountCode>[] => [
  {
    head: 'Code',
    className: 'min-w-36 sm:min-w-48',
    value: ({ code }) => code,
    cell: ({ code, name }) => (
      <span className="grid">
        <span className="break-all">{code}</span>
        <span className="text-xs font-normal text-muted">{name}</span>
      </span>
    ),
  },
  {
    head: 'Status',
    className: 'whitespace-nowrap',
    value: (code) => situationOf(code, now).word,
    cell: (code) => <Badge tone={situationOf(code, now).tone}>{situationOf(code, now).word}</Badge>,
  },
  { head: 'Gives', className: 'min-w-32', value: discountInWords },
  numberColumn({
    head: 'Uses',
    of: ({ usedCount }) => usedCount,
    words: ({ usedCount, maxUses }) => `${numberOf(usedCount)}${maxUses === null ? '' : ` of ${numberOf(maxUses)}`}`,
    term: ({ code }) => `Uses of ${code}`,
    facts: (code) => partOf(code, 'codeUses'),
  }),
  numberColumn({
    head: 'At the checkout',
    of: ({ heldCount }) => heldCount,
    term: ({ code }) => `Uses of ${code} at the checkout`,
    facts: (code) => partOf(code, 'codeHolds'),
  }),
  {
    ...numberColumn({
      head: 'Conversion',
      of: ({ conversionRate }) => conversionRate,
      words: ({ conversionRate }) => shareOf(conversionRate),
      term: ({ code }) => `Conversion of ${code}`,
      facts: (code) => [partOf(code, 'codeUses'), partOf(code, 'codeLimits')],
      how: ({ maxUses }) => (maxUses === null ? 'Uses divided by 100, because the code has no limit.' : 'Uses divided by the limit.'),
    }),
    value: ({ conversionRate }) => shareOf(conversionRate),
  },
  numberColumn({
    head: 'Saved',
    of: ({ savings }) => savings,
    isMoney: true,
    term: ({ code }) => `Saved by ${code}`,
    facts: (code) => partOf(code, 'savings'),
  }),
  momentColumn('Ends (UTC)', ({ expiresAt }) => expiresAt, 'Never'),
]

const actionsColumn: AdminColumn<AdminDiscountCode> = {
  head: 'Actions',
  cell: (code) => (
    <span className="flex gap-1 whitespace-nowrap">
      <EditButton code={code} />
      <SwitchButton action={code.isActive ? 'deactivate' : 'activate'} code={code.code} />
      {code.usedCount + code.heldCount === 0 && <SwitchButton action="delete" code={code.code} />}
    </span>
  ),
}

/** Used codes are deactivated, not deleted, so that their history stays visible. */
function Codes() {
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(discountCodesQuery(asOf))
  const columns = columnsAt(asOf.asOf === undefined ? new Date().toISOString() : `${asOf.asOf}T23:59:59.999Z`)
  return (
    <AdminTable
      caption="Discount codes"
      columns={asOf.asOf === undefined ? [...columns, actionsColumn] : columns}
      list={list}
      rowKey={({ id }) => id}
      noun="code"
      empty={<EmptyState title="No discount codes yet" icon={TicketPercent} />}
    />
  )
}

function EditButton({ code }: { code: AdminDiscountCode }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={`Edit ${code.code}`} onClick={() => setEditing(true)} label="Edit" />
      {isEditing && <CodeDialog code={code} onClose={() => setEditing(false)} />}
    </>
  )
}

const switches = {
  activate: { confirm: 'Activate', description: 'It can be used again.', done: 'Code activated', isDestructive: false },
  deactivate: {
    confirm: 'Deactivate',
    description: 'No one else can start using it. People who already have it in checkout keep it.',
    done: 'Code deactivated',
    isDestructive: false,
  },
  delete: {
    confirm: 'Delete',
    description: 'It was never used. You can create a code with the same letters.',
    done: 'Code deleted',
    isDestructive: true,
  },
} as const

function SwitchButton({ action, code }: { action: keyof typeof switches; code: string }) {
  const writes = {
    activate: useAdminWrite('POST /api/admin/discount-codes/{code}/activate'),
    deactivate: useAdminWrite('POST /api/admin/discount-codes/{code}/deactivate'),
    delete: useAdminWrite('DELETE /api/admin/discount-codes/{code}'),
  }
  const { done, ...dialog } = switches[action]
  return (
    <ReasonButton
      {...dialog}
      variant="ghost"
      label={`${dialog.confirm} ${code}`}
      title={`${dialog.confirm} ${code}`}
      onConfirm={async (body) => {
        await writes[action].mutateAsync({ params: { code }, body })
        return { title: done, description: code }
      }}
    />
  )
}

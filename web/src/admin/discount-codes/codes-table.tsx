import { discountInWords } from '@medicready/domain/billing/discount-rules'
import type { AdminDiscountCode } from '@medicready/domain/contract/discount-codes'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, numberOf, shareOf, utcInstantOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { discountCodesQuery } from './queries.ts'

/** What is done with a code. */
export type CodeAction = 'edit' | 'activate' | 'deactivate' | 'delete' | 'uses'
type OnAction = (action: CodeAction, code: AdminDiscountCode) => void

const situationOf = ({ isActive, expiresAt, maxUses, usedCount, heldCount }: AdminDiscountCode, now: string) => {
  if (!isActive) return { word: 'Inactive', tone: 'neutral' } as const
  if (expiresAt !== null && expiresAt <= now) return { word: 'Expired', tone: 'warn' } as const
  if (maxUses !== null && usedCount + (heldCount ?? 0) >= maxUses) return { word: 'Used up', tone: 'warn' } as const
  return { word: 'Active', tone: 'ok' } as const
}

const usesOf = ({ usedCount, maxUses }: AdminDiscountCode): string =>
  `${numberOf(usedCount)}${maxUses === null ? '' : ` of ${numberOf(maxUses)}`}`

function columnsFor(now: string, onAction: OnAction, isNow: boolean): readonly AdminColumn<AdminDiscountCode>[] {
  return [
    {
      head: 'Code',
      className: 'min-w-36 sm:min-w-48',
      cell: ({ code, name }) => (
        <span className="grid">
          <span className="break-all">{code}</span>
          <span className="text-xs font-normal text-muted">{name}</span>
        </span>
      ),
      csv: ({ code }) => code,
    },
    {
      head: 'Status',
      className: 'whitespace-nowrap',
      cell: (code) => <Badge tone={situationOf(code, now).tone}>{situationOf(code, now).word}</Badge>,
      csv: (code) => situationOf(code, now).word,
    },
    { head: 'Gives', className: 'min-w-32', cell: discountInWords, csv: discountInWords },
    {
      head: 'Uses',
      isNumber: true,
      cell: (code) => (
        <Button
          variant="link"
          size="sm"
          className="-mx-3 font-normal! tabular-nums"
          aria-label={`Uses of ${code.code}: ${usesOf(code)}`}
          onClick={() => onAction('uses', code)}
        >
          {usesOf(code)}
        </Button>
      ),
      csv: ({ usedCount }) => usedCount,
    },
    {
      head: 'At the checkout',
      isNumber: true,
      cell: ({ heldCount }) => (heldCount === null ? '–' : numberOf(heldCount)),
      csv: ({ heldCount }) => heldCount,
    },
    { head: 'Conversion', isNumber: true, cell: (code) => shareOf(code.conversionRate), csv: (code) => shareOf(code.conversionRate) },
    { head: 'Saved', isNumber: true, cell: ({ savings }) => moneyOf(savings), csv: ({ savings }) => decimalsOf(savings) },
    {
      head: 'Ends (UTC)',
      className: 'whitespace-nowrap',
      cell: ({ expiresAt }) => (expiresAt ? utcInstantOf(expiresAt) : 'Never'),
      csv: ({ expiresAt }) => expiresAt,
    },
    ...(isNow ? [actionsColumn(onAction)] : []),
  ]
}

const actionsColumn = (onAction: OnAction): AdminColumn<AdminDiscountCode> => ({
  head: 'Actions',
  cell: (code) => {
    const action = (name: CodeAction, word: string) => (
      <Button variant="ghost" size="sm" aria-label={`${word} ${code.code}`} onClick={() => onAction(name, code)}>
        {word}
      </Button>
    )
    const isUnused = code.usedCount + (code.heldCount ?? 0) === 0
    return (
      <span className="flex gap-1 whitespace-nowrap">
        {action('edit', 'Edit')}
        {code.isActive ? action('deactivate', 'Deactivate') : action('activate', 'Activate')}
        {isUnused && action('delete', 'Delete')}
      </span>
    )
  },
})

/** The codes, newest first. Those that were used are deactivated, not deleted: what they gave stays to be seen. */
export function CodesTable({ onAction }: { onAction: OnAction }) {
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(discountCodesQuery(asOf))
  const isNow = asOf.asOf === undefined
  const now = isNow ? new Date().toISOString() : `${asOf.asOf}T23:59:59.999Z`
  return (
    <AdminTable
      caption="Discount codes"
      columns={columnsFor(now, onAction, isNow)}
      rows={list.data}
      rowKey={({ id }) => id}
      list={list}
      file="discount codes"
      note={`${numberOf(list.data.length)}${list.hasNextPage ? '+' : ''} ${list.data.length === 1 ? 'code' : 'codes'}`}
      empty={<EmptyState title="There is no discount code yet" icon={TicketPercent} />}
    />
  )
}

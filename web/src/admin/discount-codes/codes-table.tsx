import { discountInWords } from '@medicready/domain/billing/discount-rules'
import { type AdminFigure, adminFigures } from '@medicready/domain/contract/admin/figure-names'
import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, numberOf, shareOf, utcInstantOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { WhyNumber } from '../dashboard/why.tsx'
import type { WhyPart } from '../dashboard/why-part.ts'
import { discountCodesQuery } from './queries.ts'

/** What is done with a code. */
export type CodeAction = 'edit' | 'activate' | 'deactivate' | 'delete'
type OnAction = (action: CodeAction, code: AdminDiscountCode) => void

const situationOf = ({ isActive, expiresAt, maxUses, usedCount, heldCount }: AdminDiscountCode, now: string) => {
  if (!isActive) return { word: 'Inactive', tone: 'neutral' } as const
  if (expiresAt !== null && expiresAt <= now) return { word: 'Expired', tone: 'warn' } as const
  if (maxUses !== null && usedCount + heldCount >= maxUses) return { word: 'Used up', tone: 'warn' } as const
  return { word: 'Active', tone: 'ok' } as const
}

const usesOf = ({ usedCount, maxUses }: AdminDiscountCode): string =>
  `${numberOf(usedCount)}${maxUses === null ? '' : ` of ${numberOf(maxUses)}`}`

const partOf = ({ id, code }: AdminDiscountCode, figure: AdminFigure): WhyPart => ({
  figure,
  subjectId: id,
  label: `${adminFigures[figure].label}: ${code}`,
})
const conversionWords = ({ maxUses }: AdminDiscountCode): string =>
  maxUses === null ? 'Uses divided by 100, which stands in for a limit where there is none.' : 'Uses divided by the limit of uses.'

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
        <WhyNumber term={`Uses of ${code.code}`} why={{ parts: [partOf(code, 'codeUses')] }}>
          {usesOf(code)}
        </WhyNumber>
      ),
      csv: ({ usedCount }) => usedCount,
    },
    {
      head: 'At the checkout',
      isNumber: true,
      cell: (code) => (
        <WhyNumber term={`Uses of ${code.code} at the checkout`} why={{ parts: [partOf(code, 'codeHolds')] }}>
          {numberOf(code.heldCount)}
        </WhyNumber>
      ),
      csv: ({ heldCount }) => heldCount,
    },
    {
      head: 'Conversion',
      isNumber: true,
      cell: (code) => (
        <WhyNumber
          term={`Conversion of ${code.code}`}
          why={{ how: conversionWords(code), parts: [partOf(code, 'codeUses'), partOf(code, 'codeLimits')] }}
        >
          {shareOf(code.conversionRate)}
        </WhyNumber>
      ),
      csv: (code) => shareOf(code.conversionRate),
    },
    {
      head: 'Saved',
      isNumber: true,
      cell: (code) => (
        <WhyNumber term={`Saved by ${code.code}`} why={{ parts: [partOf(code, 'savings')] }}>
          {moneyOf(code.savings)}
        </WhyNumber>
      ),
      csv: ({ savings }) => decimalsOf(savings),
    },
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
    const isUnused = code.usedCount + code.heldCount === 0
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

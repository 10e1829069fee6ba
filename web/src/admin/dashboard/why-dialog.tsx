import type { FigureFact } from '@medicready/domain/contract/admin/business'
import { type FigureUnit, figureWords } from '@medicready/domain/contract/admin/figure-names'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../api/loaded.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { calendarDayInWords, capitalized } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from './admin-table.tsx'
import { decimalsOf, microDecimalsOf, microMoneyOf, moneyOf, numberOf, utcInstantOf } from './amounts.ts'
import { factName } from './fact-name.ts'
import { figureFactsQuery, figureQuery } from './figure-queries.ts'
import { WhoLink } from './who-link.tsx'
import type { WhyPart } from './why-part.ts'

interface WhyDialogProps {
  term: string
  how: string | undefined
  parts: readonly WhyPart[]
  onClose: () => void
}

const nameOf = ({ figure, group, label }: WhyPart): string =>
  label ?? `${figureWords[figure].label}${group ? ` · ${capitalized(group)}` : ''}`

/** The facts behind a number, the latest first. Their amounts add up to it. */
export function WhyDialog({ term, how, parts, onClose }: WhyDialogProps) {
  const [place, setPlace] = useState('0')
  const part = parts[Number(place)]
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={`Why this number? ${term}`}
      description={how ?? 'Every number is the sum of facts of the log. These are the ones behind it.'}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {parts.length > 1 && (
          <SelectField
            label="Facts of"
            value={place}
            options={parts.map((_, at) => String(at))}
            word={(at) => nameOf(parts[Number(at)] as WhyPart)}
            onChange={setPlace}
          />
        )}
        {part && (
          <Loaded key={place} skeleton={<SkeletonRows rows={6} className="mb-2 h-9" />} failure="The facts behind it could not be loaded.">
            <Facts part={part} />
          </Loaded>
        )}
      </div>
    </Dialog>
  )
}

function Facts({ part }: { part: WhyPart }) {
  const list = useSuspenseInfiniteQuery(figureFactsQuery(part))
  const { data: figure } = useSuspenseQuery(figureQuery(part))
  const { unit } = figureWords[part.figure]
  return (
    <AdminTable
      caption={`Facts behind ${nameOf(part)}`}
      columns={columnsOf(unit, part.group === undefined)}
      rows={list.data}
      rowKey={({ id }) => id}
      list={list}
      file={`why ${nameOf(part)}`}
      note={
        <>
          {nameOf(part)} {part.from && `from ${calendarDayInWords(part.from)} `}to {calendarDayInWords(figure.asOf)}:{' '}
          <strong className="font-semibold text-ink">{amountInWords[unit](figure.value)}</strong>
        </>
      }
      empty={<EmptyState title="No facts">Nothing has happened that counts for it, so it is 0.</EmptyState>}
    />
  )
}

const amountInWords: Readonly<Record<FigureUnit, (amount: number) => string>> = {
  cents: moneyOf,
  microDollars: microMoneyOf,
  count: numberOf,
}
const amountOf: Readonly<Record<FigureUnit, Pick<AdminColumn<FigureFact>, 'cell' | 'csv'>>> = {
  cents: { cell: ({ amount }) => moneyOf(amount), csv: ({ amount }) => Number(decimalsOf(amount)) },
  microDollars: { cell: ({ amount }) => microMoneyOf(amount), csv: ({ amount }) => Number(microDecimalsOf(amount)) },
  count: { cell: ({ amount }) => numberOf(amount), csv: ({ amount }) => amount },
}

/** Facts of one group alone do not say it again. */
const columnsOf = (unit: FigureUnit, hasGroups: boolean): readonly AdminColumn<FigureFact>[] => [
  {
    head: 'When (UTC)',
    cell: ({ at }) => <span className="font-normal whitespace-nowrap tabular-nums">{utcInstantOf(at)}</span>,
    csv: ({ at }) => at,
  },
  { head: 'Fact', cell: (fact) => <FactCell fact={fact} hasGroups={hasGroups} />, csv: ({ type }) => type },
  { head: 'Who', cell: (fact) => <WhoLink userId={fact.userId} name={fact.name} />, csv: ({ name }) => name },
  { ...amountOf[unit], head: 'Amount', isNumber: true },
]

const FactCell = ({ fact: { type, group, stream }, hasGroups }: { fact: FigureFact; hasGroups: boolean }) => (
  <span title={stream} className="whitespace-nowrap">
    {factName(type)}
    {hasGroups && group !== '' && <span className="text-muted"> · {capitalized(group)}</span>}
  </span>
)

import { type FigureUnit, figureWords, reviewFigureNames } from '@medicready/domain/admin/shown/figure-names'
import type { FigureFact } from '@medicready/domain/contract/admin/business'
import { queryOptions, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { pagesQuery } from '../api/pages.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { EmptyState } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { calendarDayInWords, capitalized } from '../ui/words.ts'
import { type AdminColumn, AdminTable, WhoLink } from './admin-table.tsx'
import { decimalsOf, factName, microDecimalsOf, microMoneyOf, moneyOf, numberOf, utcInstantOf } from './amounts.ts'
import type { BusinessFigure, WhyPart } from './why-part.ts'

/** Educators may only make the calls for reviews. */
function sentOf({ label: _, ...part }: WhyPart) {
  const { figure, questionId, version, ...query } = part
  const named = reviewFigureNames.find((name) => name === figure)
  if (named === undefined) return { of: 'business', with: { params: { figure: figure as BusinessFigure }, query } } as const
  const { userId: _user, subjectId: _subject, tutorId: _tutor, ...others } = query
  const ofQuestion = { ...(questionId !== undefined && { questionId }), ...(version !== undefined && { version }) }
  return { of: 'reviews', with: { params: { figure: named }, query: { ...others, ...ofQuestion } } } as const
}

const figureQuery = (part: WhyPart) =>
  queryOptions({
    queryKey: [...rooms.admin, 'figure', part],
    queryFn: (query) => {
      const sent = sentOf(part)
      return sent.of === 'reviews'
        ? read(query, 'GET /api/admin/review-figures/{figure}', sent.with)
        : read(query, 'GET /api/admin/figures/{figure}', sent.with)
    },
    ...sharedData,
  })

const figureFactsQuery = (part: WhyPart) =>
  pagesQuery([...rooms.admin, 'figureFacts', part], (query, page) => {
    const sent = sentOf(part)
    return sent.of === 'reviews'
      ? readWithHeaders(query, 'GET /api/admin/review-figures/{figure}/facts', { ...page, ...sent.with })
      : readWithHeaders(query, 'GET /api/admin/figures/{figure}/facts', { ...page, ...sent.with })
  })

interface WhyDialogProps {
  term: string
  how: string | undefined
  parts: readonly WhyPart[]
  onClose: () => void
}

const nameOf = ({ figure, group, label }: WhyPart): string =>
  label ?? `${figureWords[figure].label}${group ? ` · ${capitalized(group)}` : ''}`

/** Latest first. Their amounts add up to the number. */
export function WhyDialog({ term, how, parts, onClose }: WhyDialogProps) {
  const [place, setPlace] = useState('0')
  const part = parts[Number(place)]
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={`Why this number? ${term}`}
      description={how ?? 'Every number is the sum of recorded events. These are the events behind it.'}
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
          <Loaded key={place} skeleton={<SkeletonRows rows={6} className="mb-2 h-9" />} failure="The events could not be loaded.">
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
      rowKey={({ id }) => id}
      list={list}
      file={`why ${nameOf(part)}`}
      note={
        <>
          {nameOf(part)} {part.from && `from ${calendarDayInWords(part.from)} `}to {calendarDayInWords(figure.asOf)}:{' '}
          <strong className="font-semibold text-ink">{amountInWords[unit](figure.value)}</strong>
        </>
      }
      empty={<EmptyState title="No facts">No events count toward it, so it is 0.</EmptyState>}
    />
  )
}

const amountInWords: Readonly<Record<FigureUnit, (amount: number) => string>> = {
  cents: moneyOf,
  microDollars: microMoneyOf,
  count: numberOf,
}
const amountOf: Readonly<Record<FigureUnit, Pick<AdminColumn<FigureFact>, 'cell' | 'value'>>> = {
  cents: { cell: ({ amount }) => moneyOf(amount), value: ({ amount }) => Number(decimalsOf(amount)) },
  microDollars: { cell: ({ amount }) => microMoneyOf(amount), value: ({ amount }) => Number(microDecimalsOf(amount)) },
  count: { cell: ({ amount }) => numberOf(amount), value: ({ amount }) => amount },
}

const columnsOf = (unit: FigureUnit, hasGroups: boolean): readonly AdminColumn<FigureFact>[] => [
  {
    head: 'When (UTC)',
    cell: ({ at }) => <span className="font-normal whitespace-nowrap tabular-nums">{utcInstantOf(at)}</span>,
    value: ({ at }) => at,
  },
  { head: 'Fact', cell: (fact) => <FactCell fact={fact} hasGroups={hasGroups} />, value: ({ type }) => type },
  { head: 'Who', cell: (fact) => <WhoLink userId={fact.userId} name={fact.name} />, value: ({ name }) => name },
  { ...amountOf[unit], head: 'Amount', isNumber: true },
]

const FactCell = ({ fact: { type, group, stream }, hasGroups }: { fact: FigureFact; hasGroups: boolean }) => (
  <span title={stream} className="whitespace-nowrap">
    {factName(type)}
    {hasGroups && group !== '' && <span className="text-muted"> · {capitalized(group)}</span>}
  </span>
)

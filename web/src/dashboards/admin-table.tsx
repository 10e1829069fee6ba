import type { UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ShowMore } from '../api/show-more.tsx'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { countOf } from '../ui/words.ts'
import { numberOf } from './amounts.ts'
import { type CsvCell, ExportCsv } from './export-csv.tsx'
import { Panel, type PanelProps } from './panel.tsx'

export interface AdminColumn<Row, Sort extends string = never> {
  readonly head: string
  /** The value in the file, and in the table unless there is a `cell`. Columns of buttons have none. */
  readonly value?: (row: Row) => CsvCell
  readonly cell?: (row: Row) => ReactNode
  readonly sort?: Sort
  readonly isNumber?: boolean
  readonly className?: string
}

interface Sorting<Sort extends string> {
  readonly by: Sort
  readonly order: 'asc' | 'desc'
  readonly onSort: (by: Sort, order: 'asc' | 'desc') => void
}

type Pages<Row> = Pick<
  UseSuspenseInfiniteQueryResult<readonly Row[]>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

type Rows<Row> = { rows: readonly Row[]; list?: undefined } | { list: Pages<Row>; rows?: undefined }

type AdminTableProps<Row, Sort extends string> = Rows<Row> & {
  caption?: string
  columns: readonly AdminColumn<Row, Sort>[]
  rowKey: (row: Row) => string
  sorting?: Sorting<Sort>
  /** The file's name, the caption when left out; false for no export. */
  file?: string | false
  empty?: ReactNode
  noun?: string
  note?: ReactNode
  /** Adds a heading with the export next to it. */
  panel?: Pick<PanelProps, 'title' | 'explanation'>
}

/** A file has at most 20,000 rows. */
const MOST_PAGES = 200

async function allRows<Row>(list: Pages<Row>): Promise<readonly Row[]> {
  let { data, hasNextPage } = list
  for (let page = 1; hasNextPage && page < MOST_PAGES; page += 1) {
    const next = await list.fetchNextPage()
    if (next.error) throw next.error
    data = next.data ?? data
    hasNextPage = next.hasNextPage
  }
  return data
}

const countWords = ({ data, hasNextPage }: Pick<Pages<unknown>, 'data' | 'hasNextPage'>, noun: string): string =>
  hasNextPage ? `${numberOf(data.length)}+ ${noun}s` : countOf(data.length, noun)

/** Scrolls sideways; the row heads stay in view. */
export function AdminTable<Row, Sort extends string = never>(props: AdminTableProps<Row, Sort>) {
  const { panel, caption = panel?.title ?? '', columns, list, rows = list?.data ?? [], rowKey, sorting, empty, noun } = props
  const { file = caption.toLowerCase(), note = noun && list && countWords(list, noun) } = props
  const written = columns.filter((column) => column.value !== undefined)
  const fileRows = async () => (list ? await allRows(list) : rows).map((row) => written.map(({ value }) => value?.(row) ?? null))
  const wayToFile = file !== false && rows.length > 0 && <ExportCsv name={file} heads={written.map(({ head }) => head)} rows={fileRows} />
  const table = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {(note || (wayToFile && !panel)) && (
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p role="status" className="text-sm text-muted tabular-nums">
            {note}
          </p>
          {!panel && wayToFile}
        </div>
      )}
      {rows.length === 0 ? (
        typeof empty === 'string' ? (
          <EmptyState title={empty} />
        ) : (
          empty
        )
      ) : (
        <ScrollArea aria-label={`Table of ${caption.toLowerCase()}`} className="bg-surface">
          <table className="w-full border-separate border-spacing-0 text-sm">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr className="text-left text-muted">
                {columns.map((column) => (
                  <Head key={column.head} column={column} sorting={sorting} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowKey(row)} className="group">
                  {columns.map((column, place) => (
                    <Cell key={column.head} column={column} isHead={place === 0}>
                      {column.cell ? column.cell(row) : shownValue(column.value?.(row) ?? null)}
                    </Cell>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      {list && <ShowMore list={list} />}
    </div>
  )
  return panel ? (
    <Panel {...panel} actions={wayToFile}>
      {table}
    </Panel>
  ) : (
    table
  )
}

const shownValue = (value: CsvCell): string => (value === null ? '–' : typeof value === 'number' ? numberOf(value) : value)

const cellLook = 'px-3 first:pl-4 last:pr-4'
const headOfRow = 'sticky left-0 z-1 bg-surface max-sm:max-w-44'

interface CellProps<Row, Sort extends string> {
  column: AdminColumn<Row, Sort>
  isHead: boolean
  children: ReactNode
}

function Cell<Row, Sort extends string>({ column, isHead, children }: CellProps<Row, Sort>) {
  const look = classList(
    cellLook,
    'h-11 border-t border-hairline py-1.5 group-hover:bg-sunken',
    column.isNumber && 'text-right tabular-nums whitespace-nowrap',
    column.className,
  )
  return isHead ? (
    <th scope="row" className={classList(look, headOfRow, 'text-left font-medium')}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  )
}

interface HeadProps<Row, Sort extends string> {
  column: AdminColumn<Row, Sort>
  sorting: Sorting<Sort> | undefined
}

function Head<Row, Sort extends string>({ column: { head, sort, isNumber, className }, sorting }: HeadProps<Row, Sort>) {
  const look = classList(
    cellLook,
    'h-10 font-medium whitespace-nowrap first:sticky first:left-0 first:z-1 first:bg-surface',
    isNumber && 'text-right',
    className,
  )
  if (sort === undefined || !sorting)
    return (
      <th scope="col" className={look}>
        {head}
      </th>
    )
  const order = sorting.by === sort ? sorting.order : null
  return <SortHead head={head} className={look} order={order} onPress={() => sorting.onSort(sort, order === 'desc' ? 'asc' : 'desc')} />
}

interface SortHeadProps {
  head: string
  className: string
  /** Null while the table is sorted by another column. */
  order: 'asc' | 'desc' | null
  onPress: () => void
}

export function SortHead({ head, className, order, onPress }: SortHeadProps) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={order ? (order === 'desc' ? 'descending' : 'ascending') : 'none'} className={className}>
      <button
        type="button"
        onClick={onPress}
        className={classList('-mx-1 inline-flex min-h-8 items-center gap-1 rounded-control px-1 hover:text-ink', order && 'text-ink')}
      >
        {order && <Arrow aria-hidden className="size-3.5" />}
        {head}
      </button>
    </th>
  )
}

export function WhoLink({ userId, name }: { userId: string | null; name: string }) {
  if (userId === null) return <span className="text-muted">–</span>
  if (name === '') return <span className="text-muted">Erased</span>
  return (
    <Link to={paths.adminStudent(userId)} className="text-brand underline-offset-4 hover:underline">
      {name}
    </Link>
  )
}

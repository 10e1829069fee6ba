import type { UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { ShowMore } from '../../api/show-more.tsx'
import { classList } from '../../ui/class-list.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import type { CsvCell } from './csv.ts'
import { ExportCsv } from './export-csv.tsx'
import { Panel, type PanelProps } from './panel.tsx'

export interface AdminColumn<Row, Sort extends string = never> {
  /** Its own among all. */
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** What a file says of it: money as decimals. Left out of the file where it is left out here, as of buttons. */
  readonly csv?: (row: Row) => CsvCell
  /** By what the rows are sorted when its head is pressed. */
  readonly sort?: Sort
  /** Numbers stand at the right, under each other. */
  readonly isNumber?: boolean
  /** Such as `min-w-40`. */
  readonly className?: string
}

/** By what rows are sorted, and what is heard of a press on another head. */
export interface Sorting<Sort extends string> {
  readonly by: Sort
  readonly order: 'asc' | 'desc'
  readonly onSort: (by: Sort, order: 'asc' | 'desc') => void
}

type Pages<Row> = Pick<
  UseSuspenseInfiniteQueryResult<readonly Row[]>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

interface AdminTableProps<Row, Sort extends string> {
  /** What the rows are, for those who cannot see it: "Subscribers". */
  caption: string
  columns: readonly AdminColumn<Row, Sort>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sorting?: Sorting<Sort>
  /** Of rows that come page by page (api/pages.ts): the way to the next ones. */
  list?: Pages<Row>
  /** The name of the file of all rows; false where there is none, or the screen has a way of its own. */
  file: string | false
  /** What stands in place of no rows: an EmptyState. */
  empty: ReactNode
  /** Such as how many there are; stands above the table, before the way to the file. */
  note?: ReactNode
  /** Makes it a part of the screen under a heading, with the way to the file beside it. */
  panel?: Pick<PanelProps, 'title' | 'explanation'>
}

/** So many pages does a file have at most: 20,000 rows. */
const MOST_PAGES = 200

/** Every row there is, read page by page. */
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

/** A table of the dashboard. It scrolls sideways where it has no room; the heads of its rows stay in sight. */
export function AdminTable<Row, Sort extends string = never>(props: AdminTableProps<Row, Sort>) {
  const { caption, columns, rows, rowKey, sorting, list, file, empty, note, panel } = props
  const written = columns.filter((column) => column.csv !== undefined)
  const fileRows = async () => (list ? await allRows(list) : rows).map((row) => written.map(({ csv }) => csv?.(row) ?? null))
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
        empty
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
                      {column.cell(row)}
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

/** Pressed once it sorts downwards, pressed again upwards. */
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
  const isSorted = sorting.by === sort
  const Arrow = sorting.order === 'desc' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={isSorted ? (sorting.order === 'desc' ? 'descending' : 'ascending') : 'none'} className={look}>
      <button
        type="button"
        onClick={() => sorting.onSort(sort, isSorted && sorting.order === 'desc' ? 'asc' : 'desc')}
        className={classList('-mx-1 inline-flex min-h-8 items-center gap-1 rounded-control px-1 hover:text-ink', isSorted && 'text-ink')}
      >
        {isSorted && <Arrow aria-hidden className="size-3.5" />}
        {head}
      </button>
    </th>
  )
}

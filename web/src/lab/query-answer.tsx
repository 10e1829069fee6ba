import type { QueryAnswer } from '@medicready/domain/contract/lab/queries'
import { AdminTable } from '../dashboards/admin-table.tsx'
import { numberOf } from '../dashboards/amounts.ts'
import { ExportCsv } from '../dashboards/export-csv.tsx'
import { Panel } from '../dashboards/panel.tsx'
import { countOf } from '../ui/words.ts'
import { figuresIn, QueryChart } from './query-chart.tsx'

const MOST_SHOWN = 200

/** Years and codes have no commas. */
const plain = (cell: string | number | null | undefined): string => (cell === null || cell === undefined ? '–' : String(cell))

export function Answer({ answer }: { answer: QueryAnswer }) {
  const { columns, rows, isCut, seconds } = answer
  const drawable = figuresIn(answer)
  const shown = rows.slice(0, MOST_SHOWN).map((cells, at) => ({ at, cells }))
  const notes = [
    isCut ? `The first ${numberOf(rows.length)} rows` : countOf(rows.length, 'row'),
    ` in ${seconds.toFixed(1)} seconds.`,
    rows.length > MOST_SHOWN ? ` The table shows the first ${MOST_SHOWN}, the file has all.` : '',
  ]
  return (
    <Panel
      title="Answer"
      actions={<ExportCsv name="Answer" heads={columns.map(({ name }) => name)} rows={async () => rows} />}
      explanation={<span role="status">{notes.join('')}</span>}
    >
      {drawable && <QueryChart key={drawable.figures.map(({ name }) => name).join()} {...drawable} />}
      <AdminTable
        caption="Answer"
        file={false}
        columns={columns.map(({ name, isNumber }, at) => ({
          head: name,
          isNumber,
          cell: ({ cells }: { cells: QueryAnswer['rows'][number] }) => plain(cells[at]),
        }))}
        rows={shown}
        rowKey={({ at }) => String(at)}
        empty="No rows"
      />
    </Panel>
  )
}

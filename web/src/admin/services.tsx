import type { SystemState } from '@medicready/domain/contract/admin/system'
import { useState } from 'react'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { momentColumn, numberColumn, stateColumn } from '../dashboards/columns.tsx'
import { Panel } from '../dashboards/panel.tsx'
import { SelectField } from '../ui/field.tsx'
import { callsBetween, KEPT_MINUTES, type Moment, secondsWithin, workOfLastMinute } from './live.ts'
import { millisecondsOf, processorsOf, shortNumber } from './live-charts.tsx'

type Service = SystemState['services'][number]
type Call = SystemState['calls'][number]

const serviceStates = {
  ready: { word: 'Ready', tone: 'ok' },
  notReady: { word: 'Not ready', tone: 'warn' },
  silent: { word: 'No answer', tone: 'bad' },
} as const

type WorkingService = Service & { readonly work: ReturnType<typeof workOfLastMinute> }

const figure = <Row,>(head: string, of: (row: Row) => number | null, words: (value: number) => string): AdminColumn<Row> =>
  numberColumn({ head, of, words: (row) => words(of(row) ?? 0) })

const within = (share: number) => (row: WorkingService) => secondsWithin(row.work?.calls ?? [], share)
const answerOf = (wanted: string) => (row: WorkingService) => row.load?.stores.find(({ store }) => store === wanted)?.seconds ?? null

const serviceColumns: readonly AdminColumn<WorkingService>[] = [
  { head: 'Service', className: 'whitespace-nowrap', value: ({ name }) => name },
  stateColumn('State', ({ state }) => state, serviceStates),
  figure('Calls/s', ({ work }) => work?.callsPerSecond ?? null, shortNumber),
  figure('Failed/s', ({ work }) => work?.failedPerSecond ?? null, shortNumber),
  figure('p50', within(0.5), millisecondsOf),
  figure('p95', within(0.95), millisecondsOf),
  figure('p99', within(0.99), millisecondsOf),
  figure('Processor', ({ work }) => work?.processors ?? null, processorsOf),
  figure('Event loop', ({ load }) => load?.eventLoopSeconds ?? null, millisecondsOf),
  figure('Event store', answerOf('event store'), millisecondsOf),
  figure('PostgreSQL', answerOf('postgres'), millisecondsOf),
  figure('Pool wait', ({ work }) => work?.waitSeconds ?? null, millisecondsOf),
  { head: 'Version', value: ({ version }) => version },
  { ...momentColumn('Since (UTC)', ({ startedAt }) => startedAt), isNumber: true },
]

export const Services = ({ services, moments }: { services: readonly Service[]; moments: readonly Moment[] }) => (
  <AdminTable
    panel={{
      title: 'Services',
      explanation:
        'Calls and processor time of the last minute. p95: 95% of answers took no longer. Event store, PostgreSQL: how long a small read took. Pool wait: how long a transaction waited for a connection.',
    }}
    columns={serviceColumns}
    rows={services.map((service) => ({ ...service, work: workOfLastMinute(service.name, moments) }))}
    rowKey={({ name }) => name}
  />
)

const SLOWEST_SHOWN = 10

const shareColumn = (head: string, share: number): AdminColumn<Call> => ({
  ...figure(head, (call) => secondsWithin([call], share), millisecondsOf),
  cell: (call) => {
    const seconds = secondsWithin([call], share)
    // There is no bound beyond the last one.
    return seconds === null ? 'Longer' : millisecondsOf(seconds)
  },
})

const callColumns: readonly AdminColumn<Call>[] = [
  {
    head: 'Call',
    className: 'whitespace-nowrap',
    value: ({ method, route }) => `${method} ${route}`,
    cell: ({ method, route }) => <code className="font-normal">{`${method} ${route}`}</code>,
  },
  { head: 'Service', className: 'whitespace-nowrap', value: ({ service }) => service },
  numberColumn({ head: 'Calls', of: ({ calls }) => calls }),
  numberColumn({ head: 'Failed', of: ({ failed }) => failed }),
  figure('Mean', ({ calls, seconds }) => seconds / calls, millisecondsOf),
  shareColumn('p50', 0.5),
  shareColumn('p95', 0.95),
  shareColumn('p99', 0.99),
]

const windows = { start: 'The start of each service', page: `The last ${KEPT_MINUTES} minutes here` } as const
type Window = keyof typeof windows

export function SlowestCalls({ moments }: { moments: readonly Moment[] }) {
  const [since, setSince] = useState<Window>('start')
  const [first, last] = [moments[0]?.system, moments.at(-1)?.system]
  const calls = !first || !last ? [] : since === 'start' ? last.calls : callsBetween(first, last)
  const slowness = (call: Call) => secondsWithin([call], 0.99) ?? Number.POSITIVE_INFINITY
  const slowest = calls.toSorted((one, other) => slowness(other) - slowness(one) || other.seconds - one.seconds).slice(0, SLOWEST_SHOWN)
  return (
    <Panel
      title="Slowest calls"
      explanation="By 99th percentile, and by the time that they took in total."
      actions={
        <div className="w-64">
          <SelectField label="Since" value={since} options={['start', 'page']} word={(window) => windows[window]} onChange={setSince} />
        </div>
      }
    >
      <AdminTable
        caption="Slowest calls"
        columns={callColumns}
        rows={slowest}
        rowKey={({ service, method, route }) => `${service} ${method} ${route}`}
        empty="No calls yet"
      />
    </Panel>
  )
}

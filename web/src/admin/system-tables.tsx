import type { SystemState } from '@medicready/domain/contract/admin/system'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { numberOf } from '../dashboards/amounts.ts'
import { momentColumn, numberColumn, stateColumn } from '../dashboards/columns.tsx'

type Service = SystemState['services'][number]
type Job = SystemState['jobs'][number]
type SlowCall = SystemState['slowestCalls'][number]

const serviceStates = {
  ready: { word: 'Ready', tone: 'ok' },
  notReady: { word: 'Not ready', tone: 'warn' },
  silent: { word: 'No answer', tone: 'bad' },
} as const

const serviceColumns: readonly AdminColumn<Service>[] = [
  { head: 'Service', value: ({ name }) => name },
  stateColumn('State', ({ state }) => state, serviceStates),
  { head: 'Version', value: ({ version }) => version },
  { ...momentColumn('Since (UTC)', ({ startedAt }) => startedAt), isNumber: true },
]

export const Services = ({ services }: { services: readonly Service[] }) => (
  <AdminTable panel={{ title: 'Services' }} columns={serviceColumns} rows={services} rowKey={({ name }) => name} />
)

type Outcome = 'ok' | 'failed' | 'running' | 'never'

const outcomeOf = ({ lastRun }: Job): Outcome =>
  lastRun === null ? 'never' : lastRun.endedAt === null ? 'running' : lastRun.error === null ? 'ok' : 'failed'

const outcomes = {
  ok: { word: 'Done', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  running: { word: 'Running', tone: 'brand' },
  never: { word: 'Not yet', tone: 'neutral' },
} as const

const secondsOf = ({ lastRun }: Job): number | null =>
  lastRun?.endedAt ? (Date.parse(lastRun.endedAt) - Date.parse(lastRun.startedAt)) / 1000 : null

const jobColumns: readonly AdminColumn<Job>[] = [
  { head: 'Job', value: ({ name }) => name },
  { head: 'Schedule', value: ({ schedule }) => schedule, cell: ({ schedule }) => <code className="whitespace-nowrap">{schedule}</code> },
  stateColumn('Last run', outcomeOf, outcomes),
  { ...momentColumn('Began (UTC)', ({ lastRun }) => lastRun?.startedAt ?? null), isNumber: true },
  numberColumn({ head: 'Took', of: secondsOf, words: (job) => `${secondsOf(job)?.toFixed(1)} s` }),
  {
    head: 'Outcome',
    className: 'min-w-48',
    value: ({ lastRun }) => lastRun?.error ?? (lastRun?.outcome || null),
  },
]

export const Jobs = ({ jobs }: { jobs: readonly Job[] }) => (
  <AdminTable panel={{ title: 'Jobs' }} columns={jobColumns} rows={jobs} rowKey={({ name }) => name} empty="No jobs yet" />
)

/** The histogram has no bound beyond the last. */
const millisecondsOf = (milliseconds: number | null): string =>
  milliseconds === null ? 'Longer' : `${milliseconds < 10 ? milliseconds.toFixed(1) : numberOf(Math.round(milliseconds))} ms`

const milliseconds = (head: string, of: (call: SlowCall) => number | null): AdminColumn<SlowCall> => ({
  head,
  isNumber: true,
  value: of,
  cell: (call) => millisecondsOf(of(call)),
})

const callColumns: readonly AdminColumn<SlowCall>[] = [
  {
    head: 'Call',
    className: 'whitespace-nowrap',
    value: ({ method, route }) => `${method} ${route}`,
    cell: ({ method, route }) => <code className="font-normal">{`${method} ${route}`}</code>,
  },
  { head: 'Service', value: ({ service }) => service },
  numberColumn({ head: 'Calls', of: ({ calls }) => calls }),
  milliseconds('Mean', ({ meanMilliseconds }) => meanMilliseconds),
  milliseconds('Half within', ({ p50Milliseconds }) => p50Milliseconds),
  milliseconds('99% within', ({ p99Milliseconds }) => p99Milliseconds),
]

export const SlowestCalls = ({ calls }: { calls: readonly SlowCall[] }) => (
  <AdminTable
    panel={{ title: 'Slowest calls', explanation: 'Since each service started, by 99th percentile.' }}
    columns={callColumns}
    rows={calls}
    rowKey={({ service, method, route }) => `${service} ${method} ${route}`}
    empty="No calls yet"
  />
)

type Stopped = SystemState['stoppedAddresses'][number]

const stopReasons = { bounced: 'Bounced: the mailbox rejected an email', complained: 'Complaint: an email was reported as spam' } as const

const stoppedColumns: readonly AdminColumn<Stopped>[] = [
  { head: 'Cause', value: ({ reason }) => reason, cell: ({ reason }) => stopReasons[reason] },
  numberColumn({ head: 'Now', of: ({ now }) => now }),
  numberColumn({ head: 'Last 30 days', of: ({ lately }) => lately }),
]

export const StoppedAddresses = ({ stopped }: { stopped: readonly Stopped[] }) => (
  <AdminTable
    panel={{
      title: 'Stopped addresses',
      explanation:
        'We send no reminders to these addresses until their owners ask us to try again or change the address. Emails about the account are still sent. The addresses are personal data and are not shown.',
    }}
    columns={stoppedColumns}
    rows={stopped}
    rowKey={({ reason }) => reason}
    file="stopped-addresses"
  />
)

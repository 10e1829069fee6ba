import type { SystemState } from '@medicready/domain/contract/admin/system'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboard/amounts.ts'

type Service = SystemState['services'][number]
type Job = SystemState['jobs'][number]
type SlowCall = SystemState['slowestCalls'][number]

const serviceStates = {
  ready: { word: 'Ready', tone: 'ok' },
  notReady: { word: 'Not ready', tone: 'warn' },
  silent: { word: 'No answer', tone: 'bad' },
} as const

const serviceColumns: readonly AdminColumn<Service>[] = [
  { head: 'Service', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    head: 'State',
    cell: ({ state }) => <Badge tone={serviceStates[state].tone}>{serviceStates[state].word}</Badge>,
    csv: ({ state }) => state,
  },
  { head: 'Version', cell: ({ version }) => version ?? '–', csv: ({ version }) => version },
  {
    head: 'Since (UTC)',
    isNumber: true,
    cell: ({ startedAt }) => (startedAt ? utcInstantOf(startedAt) : '–'),
    csv: ({ startedAt }) => startedAt,
  },
]

export const Services = ({ services }: { services: readonly Service[] }) => (
  <AdminTable
    panel={{ title: 'Services' }}
    caption="Services"
    columns={serviceColumns}
    rows={services}
    rowKey={({ name }) => name}
    file="services"
    empty={null}
  />
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
  { head: 'Job', cell: ({ name }) => name, csv: ({ name }) => name },
  { head: 'Schedule', cell: ({ schedule }) => <code className="whitespace-nowrap">{schedule}</code>, csv: ({ schedule }) => schedule },
  {
    head: 'Last run',
    cell: (job) => <Badge tone={outcomes[outcomeOf(job)].tone}>{outcomes[outcomeOf(job)].word}</Badge>,
    csv: outcomeOf,
  },
  {
    head: 'Began (UTC)',
    isNumber: true,
    cell: ({ lastRun }) => (lastRun ? utcInstantOf(lastRun.startedAt) : '–'),
    csv: ({ lastRun }) => lastRun?.startedAt ?? null,
  },
  {
    head: 'Took',
    isNumber: true,
    cell: (job) => {
      const seconds = secondsOf(job)
      return seconds === null ? '–' : `${seconds.toFixed(1)} s`
    },
    csv: secondsOf,
  },
  {
    head: 'Outcome',
    className: 'min-w-48',
    cell: ({ lastRun }) => lastRun?.error ?? (lastRun?.outcome || '–'),
    csv: ({ lastRun }) => lastRun?.error ?? lastRun?.outcome ?? null,
  },
]

export const Jobs = ({ jobs }: { jobs: readonly Job[] }) => (
  <AdminTable
    panel={{ title: 'Jobs' }}
    caption="Jobs"
    columns={jobColumns}
    rows={jobs}
    rowKey={({ name }) => name}
    file="jobs"
    empty={<EmptyState title="No job is known" />}
  />
)

/** Beyond the last bound that is counted by, nobody knows how long. */
const millisecondsOf = (milliseconds: number | null): string =>
  milliseconds === null ? 'Longer' : `${milliseconds < 10 ? milliseconds.toFixed(1) : numberOf(Math.round(milliseconds))} ms`

const callColumns: readonly AdminColumn<SlowCall>[] = [
  {
    head: 'Call',
    className: 'whitespace-nowrap',
    cell: ({ method, route }) => (
      <code className="font-normal">
        {method} {route}
      </code>
    ),
    csv: ({ method, route }) => `${method} ${route}`,
  },
  { head: 'Service', cell: ({ service }) => service, csv: ({ service }) => service },
  { head: 'Calls', isNumber: true, cell: ({ calls }) => numberOf(calls), csv: ({ calls }) => calls },
  { head: 'Mean', isNumber: true, cell: (call) => millisecondsOf(call.meanMilliseconds), csv: (call) => call.meanMilliseconds },
  { head: 'Half within', isNumber: true, cell: (call) => millisecondsOf(call.p50Milliseconds), csv: (call) => call.p50Milliseconds },
  { head: '99% within', isNumber: true, cell: (call) => millisecondsOf(call.p99Milliseconds), csv: (call) => call.p99Milliseconds },
]

export const SlowestCalls = ({ calls }: { calls: readonly SlowCall[] }) => (
  <AdminTable
    panel={{ title: 'Slowest calls', explanation: 'Since each service began, by their 99th percentile.' }}
    caption="Slowest calls"
    columns={callColumns}
    rows={calls}
    rowKey={({ service, method, route }) => `${service} ${method} ${route}`}
    file="slowest calls"
    empty={<EmptyState title="Nothing has been called yet" />}
  />
)

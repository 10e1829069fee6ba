import type { SystemState } from '@medicready/domain/contract/admin/system'
import { DAILY_EMAILS_TRIGGERED } from '@medicready/domain/reminders/shown/rules'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Pause, Play, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { rooms } from '../api/query-keys.ts'
import { useWrite } from '../api/write.ts'
import { type AsOf, useAsOf } from '../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboards/amounts.ts'
import { momentColumn, numberColumn, stateColumn } from '../dashboards/columns.tsx'
import { Panel, TabPage } from '../dashboards/panel.tsx'
import { adminQuery, dashboardLoader } from '../dashboards/reads.ts'
import { Figures, PlainFigure, WhyFigure } from '../dashboards/why.tsx'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { Followers, followersOf, PutAsides, putAsidesOf } from './followers.tsx'
import {
  callsBetween,
  KEPT_MINUTES,
  LiveCharts,
  type Moment,
  millisecondsOf,
  processorsOf,
  secondsWithin,
  shortNumber,
  withAnswer,
  workOfLastMinute,
} from './live-charts.tsx'

const systemQuery = (asOf: AsOf) => adminQuery('GET /api/admin/system', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf) => void queries.prefetchQuery(systemQuery(asOf)))

const LIVE_MS = 4_000
/** An open page is not a person at work: it must not keep a session from ending. */
const LIVE_FOR_MS = KEPT_MINUTES * 60_000

export default function SystemTab() {
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(() => setLive(false), LIVE_FOR_MS)
    return () => clearTimeout(timer)
  }, [isLive])
  const actions = (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => setLive(!isLive)}
        icon={isLive ? Pause : Play}
        label={isLive ? 'Pause' : 'Continue'}
      />
      <Refresh />
    </>
  )
  return (
    <TabPage title="System" actions={actions}>
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The state of the system could not be loaded.">
        <SystemInFull isLive={isLive} />
      </Loaded>
    </TabPage>
  )
}

function Refresh() {
  const queries = useQueryClient()
  const [isReading, setReading] = useState(false)
  const refresh = async () => {
    setReading(true)
    await queries.invalidateQueries({ queryKey: rooms.admin })
    setReading(false)
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      loading={isReading}
      onClick={() => void refresh()}
      icon={isReading ? undefined : RefreshCw}
      label="Refresh"
    />
  )
}

const generators = {
  on: { word: 'On', tone: 'ok' },
  off: { word: 'Off', tone: 'neutral' },
  silent: { word: 'No answer', tone: 'warn' },
} as const

function SystemInFull({ isLive }: { isLive: boolean }) {
  const shown = useAsOf()
  const { data: system } = useSuspenseQuery({ ...systemQuery(shown), refetchInterval: isLive && LIVE_MS })
  const [moments, setMoments] = useState<readonly Moment[]>([])
  useEffect(() => setMoments((kept) => withAnswer(kept, system)), [system])
  const followers = followersOf(system)
  const parked = followers.filter(({ situation }) => situation === 'parked').length
  const unready = system.services.filter(({ state }) => state !== 'ready').length
  const putAsides = putAsidesOf(system)
  const { generator, mail, reconciliation } = system
  return (
    <>
      <p className="-mt-4 text-sm text-muted tabular-nums">
        Measured at {`${utcInstantOf(system.at)}:${system.at.slice(17, 19)}`} UTC
        {isLive ? ', and every few seconds.' : ' and paused.'} These numbers are live measurements, so they have no events behind them.{' '}
        {shown.asOf !== undefined && 'There are no measurements for earlier days.'}
      </p>
      {parked > 0 && (
        <Banner tone="bad" title={`${parked} parked.`}>
          Anything parked is stopped until someone resumes it. Its reason is listed.
        </Banner>
      )}
      {putAsides.length > 0 && (
        <Banner tone="warn" title={`${putAsides.length} set aside.`}>
          A reaction failed at an event. Retry or skip it in the list of events set aside.
        </Banner>
      )}
      <Figures className="lg:grid-cols-5">
        <PlainFigure
          term="Services"
          note={unready === 0 ? 'All ready' : `${unready} not ready`}
          value={`${system.services.length - unready} of ${system.services.length}`}
        />
        <PlainFigure term="Parked" note="Read models and reactions" value={numberOf(parked)} />
        <PlainFigure
          term="Mail waiting"
          note={mail.parked === 0 ? 'To be tried again' : `${mail.parked} mail reactions parked`}
          value={numberOf(mail.deferred)}
        />
        <PlainFigure
          term="Question generator"
          note={generator.model ?? 'No model'}
          value={<Badge tone={generators[generator.state].tone}>{generators[generator.state].word}</Badge>}
        />
        <Differences reconciliation={reconciliation} />
      </Figures>
      <Services services={system.services} moments={moments} />
      <LiveCharts moments={moments} />
      <PutAsides asides={putAsides} />
      <Followers followers={followers} />
      <DailyEmails />
      <StoppedAddresses stopped={system.stoppedAddresses} />
      <Jobs jobs={system.jobs} />
      <SlowestCalls moments={moments} />
    </>
  )
}

function Differences({ reconciliation }: Pick<SystemState, 'reconciliation'>) {
  const term = 'Differences from Stripe'
  if (!reconciliation) return <PlainFigure term={term} note="Before the first night" value="–" />
  const { date, at, differences } = reconciliation
  const day = at.slice(0, 10)
  return (
    <WhyFigure
      term={term}
      note={`Night of ${calendarDayInWords(date)}; 0 expected`}
      facts={{ figure: 'differences', from: day, asOf: day }}
      how="The result of the latest comparison of that night. All comparisons of the day are listed."
      value={numberOf(differences)}
    />
  )
}

function DailyEmails() {
  const queries = useQueryClient()
  const trigger = useWrite('POST /api/admin/trigger-daily-emails', {
    onSuccess: () => {
      toast({ title: DAILY_EMAILS_TRIGGERED })
      void queries.invalidateQueries({ queryKey: rooms.admin })
    },
    onError: (error) => toast({ title: `Failed to trigger daily emails: ${friendlyMessage(error)}`, variant: 'destructive' }),
  })
  return (
    <Panel
      title="Daily emails"
      explanation="Subscribers get the daily email at the time that they chose. This sends today's email now to everyone who is due one today and has not received it. No one gets two."
    >
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        loading={trigger.isPending}
        onClick={() => trigger.mutate(undefined)}
        label="Send today's daily emails"
      />
    </Panel>
  )
}

type Job = SystemState['jobs'][number]

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

const Jobs = ({ jobs }: { jobs: readonly Job[] }) => (
  <AdminTable panel={{ title: 'Jobs' }} columns={jobColumns} rows={jobs} rowKey={({ name }) => name} empty="No jobs yet" />
)

type Stopped = SystemState['stoppedAddresses'][number]

const stopReasons = { bounced: 'Bounced: the mailbox rejected an email', complained: 'Complaint: an email was reported as spam' } as const

const stoppedColumns: readonly AdminColumn<Stopped>[] = [
  { head: 'Cause', value: ({ reason }) => reason, cell: ({ reason }) => stopReasons[reason] },
  numberColumn({ head: 'Now', of: ({ now }) => now }),
  numberColumn({ head: 'Last 30 days', of: ({ lately }) => lately }),
]

const StoppedAddresses = ({ stopped }: { stopped: readonly Stopped[] }) => (
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

const Services = ({ services, moments }: { services: readonly Service[]; moments: readonly Moment[] }) => (
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

function SlowestCalls({ moments }: { moments: readonly Moment[] }) {
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

import type { SystemState } from '@medicready/domain/contract/admin/system'
import { DAILY_EMAILS_TRIGGERED } from '@medicready/domain/reminders/rules'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'
import { type AsOf, useAsOf } from '../dashboards/address.ts'
import { numberOf, utcInstantOf } from '../dashboards/amounts.ts'
import { Panel, TabPage } from '../dashboards/panel.tsx'
import { adminQuery, dashboardLoader } from '../dashboards/reads.ts'
import { Figures, PlainFigure, WhyFigure } from '../dashboards/why.tsx'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { Followers, followersOf, PutAsides, putAsidesOf } from './followers.tsx'
import { Jobs, Services, SlowestCalls, StoppedAddresses } from './system-tables.tsx'

const systemQuery = (asOf: AsOf) => adminQuery('GET /api/admin/system', { query: asOf })

export const clientLoader = dashboardLoader('runBusiness', (queries, asOf) => void queries.prefetchQuery(systemQuery(asOf)))

export default function SystemTab() {
  return (
    <TabPage title="System" actions={<Refresh />}>
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The state of the system could not be loaded.">
        <SystemInFull />
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
    <Button variant="secondary" size="sm" loading={isReading} onClick={() => void refresh()}>
      {!isReading && <RefreshCw aria-hidden className="size-4" />}
      Refresh
    </Button>
  )
}

const generators = {
  on: { word: 'On', tone: 'ok' },
  off: { word: 'Off', tone: 'neutral' },
  silent: { word: 'No answer', tone: 'warn' },
} as const

function SystemInFull() {
  const shown = useAsOf()
  const { data: system } = useSuspenseQuery(systemQuery(shown))
  const followers = followersOf(system)
  const parked = followers.filter(({ situation }) => situation === 'parked').length
  const unready = system.services.filter(({ state }) => state !== 'ready').length
  const putAsides = putAsidesOf(system)
  const { generator, mail, reconciliation } = system
  return (
    <>
      <p className="-mt-4 text-sm text-muted tabular-nums">
        Measured at {utcInstantOf(system.at)} UTC. These numbers are live measurements, so they have no events behind them.{' '}
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
        <PlainFigure term="Services" note={unready === 0 ? 'All ready' : `${unready} not ready`}>
          {system.services.length - unready} of {system.services.length}
        </PlainFigure>
        <PlainFigure term="Parked" note="Read models and reactions">
          {numberOf(parked)}
        </PlainFigure>
        <PlainFigure term="Mail waiting" note={mail.parked === 0 ? 'To be tried again' : `${mail.parked} mail reactions parked`}>
          {numberOf(mail.deferred)}
        </PlainFigure>
        <PlainFigure term="Question generator" note={generator.model ?? 'No model'}>
          <Badge tone={generators[generator.state].tone}>{generators[generator.state].word}</Badge>
        </PlainFigure>
        <Differences reconciliation={reconciliation} />
      </Figures>
      <Services services={system.services} />
      <PutAsides asides={putAsides} />
      <Followers followers={followers} />
      <DailyEmails />
      <StoppedAddresses stopped={system.stoppedAddresses} />
      <Jobs jobs={system.jobs} />
      <SlowestCalls calls={system.slowestCalls} />
    </>
  )
}

/** The latest night's by the end of the day that is shown. */
function Differences({ reconciliation }: Pick<SystemState, 'reconciliation'>) {
  const term = 'Differences from Stripe'
  if (!reconciliation)
    return (
      <PlainFigure term={term} note="Before the first night">
        –
      </PlainFigure>
    )
  const { date, at, differences } = reconciliation
  const day = at.slice(0, 10)
  return (
    <WhyFigure
      term={term}
      note={`Night of ${calendarDayInWords(date)}; 0 expected`}
      facts={{ figure: 'differences', from: day, asOf: day }}
      how="The result of the latest comparison of that night. All comparisons of the day are listed."
    >
      {numberOf(differences)}
    </WhyFigure>
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
      >
        Send today's daily emails
      </Button>
    </Panel>
  )
}

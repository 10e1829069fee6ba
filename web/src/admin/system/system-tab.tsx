import type { SystemState } from '@medicready/domain/contract/admin/system'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { numberOf, utcInstantOf } from '../dashboard/amounts.ts'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { TabPage } from '../dashboard/tab-page.tsx'
import { Figures, PlainFigure, WhyFigure } from '../dashboard/why.tsx'
import { DailyEmails } from './daily-emails.tsx'
import { Followers, followersOf } from './followers.tsx'
import { PutAsides, putAsidesOf } from './put-asides.tsx'
import { systemKey, systemQuery } from './queries.ts'
import { StoppedAddresses } from './stopped-addresses.tsx'
import { Jobs, Services, SlowestCalls } from './system-tables.tsx'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'runBusiness')) void queries.prefetchQuery(systemQuery(asOfIn(new URL(request.url).searchParams)))
}

/** How services, read models, reactions and jobs do, as they say themselves. */
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
    await queries.invalidateQueries({ queryKey: systemKey })
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
        Measured at {utcInstantOf(system.at)} UTC. These numbers are measurements of this moment and no sums of facts: no facts stand behind
        them. {shown.asOf !== undefined && 'There are none of an earlier day.'}
      </p>
      {parked > 0 && (
        <Banner tone="bad" title={`${parked} parked.`}>
          What is parked stands still until somebody lets it go on. The reason stands beside it.
        </Banner>
      )}
      {putAsides.length > 0 && (
        <Banner tone="warn" title={`${putAsides.length} put aside.`}>
          A reaction failed at an event. Retry it, or give it up, in the list of events put aside.
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

/** The one number here that is a fact: the latest night's by the end of the day that is shown. */
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
      why={{
        how: 'What the latest comparison of that night found; each one of the day is listed.',
        parts: [{ figure: 'differences', from: day, asOf: day }],
      }}
    >
      {numberOf(differences)}
    </WhyFigure>
  )
}

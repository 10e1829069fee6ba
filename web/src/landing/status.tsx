import { type ServiceStatus, STATUS_DAYS, type WatchedPart, watchedParts } from '@medicready/domain/contract/status'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { classList } from '../ui/class-list.ts'

export interface Seen {
  readonly isUp: boolean
  readonly since: string
}

/** What the edge knows: what it was told, and what it found out itself. */
export interface KnownStates {
  readonly at: string
  readonly told: ServiceStatus | null
  readonly toldAt: string | null
  readonly answers: Seen
  readonly figures: Seen
}

const parts: Readonly<Record<WatchedPart, { readonly name: string; readonly about: string }>> = {
  pages: { name: 'Pages', about: 'What your browser shows, this page among it.' },
  answers: { name: 'Signing in and answering', about: 'Accounts, answers, exams and payments.' },
  figures: { name: 'Questions and figures', about: 'What there is to answer, and what came of it.' },
  progress: { name: 'Progress', about: 'How soon an answer is seen in your figures.' },
  mails: { name: 'Mails and reminders', about: 'What we send, and what happens by itself.' },
}

/** Older measurements say nothing about the present. */
const STALE_MILLISECONDS = 5 * 60_000

type State = 'up' | 'down' | 'unknown'
interface PartState {
  readonly part: WatchedPart
  readonly state: State
  readonly since: string | null
  readonly days: ServiceStatus['parts'][number]['days']
}

/** What the edge finds out itself takes precedence over measurements up to a minute old. */
export function partStates({ at, told, answers, figures }: KnownStates): PartState[] {
  const seen: Partial<Record<WatchedPart, { isUp: boolean; since: string | null }>> = {
    pages: { isUp: true, since: null },
    answers,
    figures,
  }
  return watchedParts.map((part) => {
    const measured = told?.parts.find((one) => one.part === part)
    const own = seen[part]
    const isFresh = measured !== undefined && Date.parse(at) - Date.parse(measured.measuredAt) < STALE_MILLISECONDS
    const known = own ?? (isFresh ? measured : undefined)
    // Both agree: the measurement has looked for longer.
    const since = known && measured && isFresh && measured.isUp === known.isUp ? measured.since : (own?.since ?? null)
    return { part, state: known ? (known.isUp ? 'up' : 'down') : 'unknown', since, days: measured?.days ?? [] }
  })
}

const words: Readonly<Record<State, string>> = { up: 'Up', down: 'Does not answer', unknown: 'Not measured' }
const tones: Readonly<Record<State, string>> = { up: 'bg-ok-soft text-ok', down: 'bg-bad-soft text-bad', unknown: 'bg-warn-soft text-warn' }
const signs: Readonly<Record<State, string>> = { up: '✓', down: '✗', unknown: '?' }

function headline(states: readonly PartState[]): { words: string; state: State } {
  const names = (wanted: State) => states.filter(({ state }) => state === wanted).map(({ part }) => parts[part].name)
  const [down, unknown] = [names('down'), names('unknown')]
  if (down.length > 0) return { words: `Does not answer now: ${down.join(', ')}`, state: 'down' }
  if (unknown.length > 0) return { words: `What was asked is up. Not measured now: ${unknown.join(', ')}`, state: 'unknown' }
  return { words: 'Everything is up', state: 'up' }
}

export function States({ known }: { known: KnownStates }) {
  const states = partStates(known)
  const { words: said, state } = headline(states)
  return (
    <>
      <p className={classList('rounded-card px-5 py-4 text-lg font-semibold', tones[state])} role="status">
        <Sign of={state} /> {said}
      </p>
      <p className="text-sm text-muted">
        Asked <Time at={known.at} />.<HistoryWords known={known} />
      </p>
      <ul className="grid gap-4">
        {states.map((one) => (
          <Part key={one.part} {...one} at={known.at} />
        ))}
      </ul>
      <section aria-labelledby="incidents" className="grid gap-3">
        <h2 id="incidents" className="text-xl font-semibold">
          Incidents of the last {STATUS_DAYS} days
        </h2>
        <Incidents known={known} />
      </section>
      <section aria-labelledby="how" className="grid gap-2 text-sm text-muted">
        <h2 id="how" className="text-xl font-semibold text-ink">
          How this is measured
        </h2>
        <p>
          Each minute every part is asked whether it is ready. What does not answer, and does not answer five seconds later either, counts
          as down for that minute. Days are those of UTC. Where a day is gray, nothing was measured, and we do not know.
        </p>
        <p>
          This page comes from what serves our pages, which asks the two parts behind it by itself: you see it while the others are down.
        </p>
        <p>
          Administrators see how each service does on{' '}
          <a href={paths.adminSystem()} className="text-brand underline underline-offset-4">
            the System tab
          </a>
          .
        </p>
      </section>
    </>
  )
}

const Sign = ({ of }: { of: State }) => <span aria-hidden>{signs[of]}</span>

function HistoryWords({ known: { told, toldAt, at } }: { known: KnownStates }): ReactNode {
  if (told === null || toldAt === null) return ' What was measured before cannot be reached now.'
  if (toldAt === at) return null
  return (
    <>
      {' '}
      What was measured before is as of <Time at={toldAt} />: newer figures cannot be reached now.
    </>
  )
}

function Part({ part, state, since, days, at }: PartState & { at: string }) {
  const { name, about } = parts[part]
  return (
    <li className="grid gap-3 rounded-card border border-hairline bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="font-semibold">{name}</h2>
          <p className="text-sm text-muted">{about}</p>
        </div>
        <p className="text-sm text-muted">
          <span className={classList('rounded-pill px-2.5 py-0.5 text-xs font-semibold', tones[state])}>
            <Sign of={state} /> {words[state]}
          </span>
          {since && state !== 'unknown' && (
            <>
              {' '}
              since <Time at={since} />
            </>
          )}
        </p>
      </div>
      <svg
        role="img"
        aria-label={`${name}, the last ${STATUS_DAYS} days: ${summary(days)}`}
        viewBox={`0 0 ${STATUS_DAYS * 3} 24`}
        className="w-full"
      >
        <Bars days={days} today={at.slice(0, 10)} />
      </svg>
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
        <span>{STATUS_DAYS} days ago</span>
        <span className="order-last basis-full sm:order-none sm:basis-auto">{summary(days)}</span>
        <span>Today</span>
      </p>
    </li>
  )
}

function Bars({ days, today }: { days: PartState['days']; today: string }) {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const dates = Array.from({ length: STATUS_DAYS }, (_, index) => addDays(today, index + 1 - STATUS_DAYS))
  return dates.map((date, index) => {
    const day = byDate.get(date)
    const tone = !day ? 'fill-hairline' : day.up === day.measured ? 'fill-ok' : day.up / day.measured >= 0.99 ? 'fill-warn' : 'fill-bad'
    const height = day && day.up < day.measured ? 24 : 18
    const told = day ? `up ${percent(day.up, day.measured)} of what was measured` : 'not measured'
    return (
      <rect key={date} className={tone} x={index * 3} y={24 - height} width="2.2" height={height} rx="0.6">
        <title>{`${date}: ${told}`}</title>
      </rect>
    )
  })
}

function summary(days: PartState['days']): string {
  if (days.length === 0) return 'nothing was measured'
  const [up, measured] = [days.reduce((sum, day) => sum + day.up, 0), days.reduce((sum, day) => sum + day.measured, 0)]
  const missing = STATUS_DAYS - days.length
  return `up ${percent(up, measured)} of what was measured${missing > 0 ? `; ${missing} ${missing === 1 ? 'day' : 'days'} not measured` : ''}`
}

/** Never rounded up: an outage of a minute must show. */
const percent = (up: number, measured: number): string => `${Math.floor((10_000 * up) / measured) / 100}%`

function Incidents({ known: { told, at } }: { known: KnownStates }) {
  if (told === null) return <p className="text-muted">Past incidents cannot be loaded right now.</p>
  if (told.outages.length === 0) return <p className="text-muted">None was measured.</p>
  return (
    <ul className="grid gap-2">
      {told.outages.map(({ part, from, until }) => (
        <li key={`${part} ${from}`}>
          {parts[part].name}:{' '}
          {until === null ? (
            <>
              no answer since <Time at={from} />, for {lasted(from, at)} now.
            </>
          ) : (
            <>
              no answer for {lasted(from, until)}, from <Time at={from} /> on.
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function lasted(from: string, until: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / 60_000))
  return minutes < 120 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.round(minutes / 60)} hours`
}

/** UTC without scripts; /local-times.js converts it to the browser's time zone. */
const Time = ({ at }: { at: string }) => <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>

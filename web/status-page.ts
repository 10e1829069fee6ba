import { type ServiceStatus, STATUS_DAYS, type WatchedPart, watchedParts } from '@medicready/domain/contract/status'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { KnownStates } from './service-states.ts'

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

export function statesInHtml(known: KnownStates): string {
  const states = partStates(known)
  const { words: said, state } = headline(states)
  return `
      <p class="rounded-card px-5 py-4 text-lg font-semibold ${tones[state]}" role="status"><span aria-hidden="true">${signs[state]}</span> ${said}</p>
      <p class="text-sm text-muted">Asked ${time(known.at)}.${historyWords(known)}</p>
      <ul class="grid gap-4">${states.map((one) => partInHtml(one, known)).join('')}</ul>
      <section aria-labelledby="incidents" class="grid gap-3">
        <h2 id="incidents" class="text-xl font-semibold">Incidents of the last ${STATUS_DAYS} days</h2>
        ${incidentsInHtml(known)}
      </section>
      <section aria-labelledby="how" class="grid gap-2 text-sm text-muted">
        <h2 id="how" class="text-xl font-semibold text-ink">How this is measured</h2>
        <p>Each minute every part is asked whether it is ready. What does not answer, and does not answer five seconds later either, counts as down for that minute. Days are those of UTC. Where a day is gray, nothing was measured, and we do not know.</p>
        <p>This page comes from what serves our pages, which asks the two parts behind it by itself: you see it while the others are down.</p>
      </section>`
}

const historyWords = ({ told, toldAt, at }: KnownStates): string => {
  if (told === null || toldAt === null) return ' What was measured before cannot be reached now.'
  return toldAt === at ? '' : ` What was measured before is as of ${time(toldAt)}: newer figures cannot be reached now.`
}

function partInHtml({ part, state, since, days }: PartState, { at }: KnownStates): string {
  const { name, about } = parts[part]
  const byDate = new Map(days.map((day) => [day.date, day]))
  const today = at.slice(0, 10)
  const dates = Array.from({ length: STATUS_DAYS }, (_, index) => addDays(today, index + 1 - STATUS_DAYS))
  const bars = dates.map((date, index) => {
    const day = byDate.get(date)
    const tone = !day ? 'fill-hairline' : day.up === day.measured ? 'fill-ok' : day.up / day.measured >= 0.99 ? 'fill-warn' : 'fill-bad'
    const height = day && day.up < day.measured ? 24 : 18
    const told = day ? `up ${percent(day.up, day.measured)} of what was measured` : 'not measured'
    return `<rect class="${tone}" x="${index * 3}" y="${24 - height}" width="2.2" height="${height}" rx="0.6"><title>${date}: ${told}</title></rect>`
  })
  return `
        <li class="grid gap-3 rounded-card border border-hairline bg-surface p-5">
          <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div><h2 class="font-semibold">${name}</h2><p class="text-sm text-muted">${about}</p></div>
            <p class="text-sm text-muted"><span class="rounded-pill px-2.5 py-0.5 text-xs font-semibold ${tones[state]}"><span aria-hidden="true">${signs[state]}</span> ${words[state]}</span>${since && state !== 'unknown' ? ` since ${time(since)}` : ''}</p>
          </div>
          <svg role="img" aria-label="${name}, the last ${STATUS_DAYS} days: ${summary(days)}" viewBox="0 0 ${STATUS_DAYS * 3} 24" class="w-full">${bars.join('')}</svg>
          <p class="flex flex-wrap justify-between gap-x-4 text-xs text-muted"><span>${STATUS_DAYS} days ago</span><span class="order-last basis-full sm:order-none sm:basis-auto">${summary(days)}</span><span>Today</span></p>
        </li>`
}

function summary(days: PartState['days']): string {
  if (days.length === 0) return 'nothing was measured'
  const [up, measured] = [days.reduce((sum, day) => sum + day.up, 0), days.reduce((sum, day) => sum + day.measured, 0)]
  const missing = STATUS_DAYS - days.length
  return `up ${percent(up, measured)} of what was measured${missing > 0 ? `; ${missing} ${missing === 1 ? 'day' : 'days'} not measured` : ''}`
}

/** Never rounded up: an outage of a minute must show. */
const percent = (up: number, measured: number): string => `${Math.floor((10_000 * up) / measured) / 100}%`

function incidentsInHtml({ told, at }: KnownStates): string {
  if (told === null) return '<p class="text-muted">Past incidents cannot be loaded right now.</p>'
  if (told.outages.length === 0) return '<p class="text-muted">None was measured.</p>'
  const lines = told.outages.map(({ part, from, until }) => {
    const minutes = Math.max(1, Math.round((Date.parse(until ?? at) - Date.parse(from)) / 60_000))
    const lasted = minutes < 120 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.round(minutes / 60)} hours`
    const told = until === null ? `no answer since ${time(from)}, for ${lasted} now` : `no answer for ${lasted}, from ${time(from)} on`
    return `<li>${parts[part].name}: ${told}.</li>`
  })
  return `<ul class="grid gap-2">${lines.join('')}</ul>`
}

/** UTC without scripts; /local-times.js converts it to the browser's time zone. */
const time = (instant: string): string => `<time datetime="${instant}">${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC</time>`

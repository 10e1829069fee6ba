import { inWords } from '@medicready/domain/billing/shown/money'
import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { sessionFormats } from '@medicready/domain/tutoring/shown/rules'
import { CalendarPlus } from 'lucide-react'
import { alsoIn, clocksOf, spanIn } from '../shared/session-times.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import type { Side } from './commands.ts'
import { SessionStateShown } from './tutoring-state.tsx'

interface Entry {
  readonly uid: string
  readonly startsAt: string
  readonly endsAt: string
  readonly title: string
  readonly place: string | null
}

const stamp = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n')

const MOST_OCTETS = 75
const octets = new TextEncoder()

/** At most 75 octets per line; continuation lines begin with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const sign of line) {
    if (octets.encode(part + sign).length > MOST_OCTETS) {
      parts.push(part)
      part = ' '
    }
    part += sign
  }
  return [...parts, part].join('\r\n')
}

/** RFC 5545. The same uid replaces an earlier entry. */
export const calendarFile = ({ uid, startsAt, endsAt, title, place }: Entry, now: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Tutoring//EN`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

export function SessionHead({ session, side }: { session: TutoringSession; side: Side }) {
  const { state, format, place, studentTimeZone, tutorTimeZone, studentName, tutorName, refund, amount, currency, cancelledBy } = session
  const [own, other] = side === 'student' ? [studentTimeZone, tutorTimeZone] : [tutorTimeZone, studentTimeZone]
  const otherName = side === 'student' ? tutorName : studentName
  const elsewhere = alsoIn(session, own, other)
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-medium tabular-nums">
          {spanIn(session, own)} <span className="font-normal text-muted">{clocksOf(own)}</span>
        </p>
        <SessionStateShown state={state} />
      </div>
      <p className="text-sm text-muted">
        With {otherName}
        {elsewhere ? `, where it begins at ${elsewhere}` : ''}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {sessionFormats[format]} · <Place place={place} side={side} />
      </p>
      {state === 'cancelled' && (
        <p className="text-sm text-muted">
          Cancelled by {cancelledBy === side ? 'you' : words[cancelledBy ?? 'admin']}. {inWords({ amount: refund, currency })} of{' '}
          {inWords({ amount, currency })} is paid back.
        </p>
      )}
      {state === 'scheduled' && (
        <div className="mt-1 -ml-3">
          <Button icon={CalendarPlus} variant="link" size="sm" onClick={() => download(session, otherName)} label="Add to your calendar" />
        </div>
      )}
    </div>
  )
}

const words = { student: 'the student', tutor: 'the tutor', admin: 'our team' } as const

function Place({ place, side }: { place: string | null; side: Side }) {
  if (place === null) return side === 'student' ? 'Your tutor will tell you where' : 'No place set yet'
  if (!/^https?:\/\/\S+$/.test(place)) return place
  return (
    <a href={place} target="_blank" rel="noreferrer" className="font-medium text-brand underline underline-offset-4">
      {place}
    </a>
  )
}

function download({ id, startsAt, endsAt, place }: TutoringSession, otherName: string): void {
  // The same uid as in the emails, so that calendars keep one entry.
  const uid = `${id}@${location.hostname}`
  const file = calendarFile({ uid, startsAt, endsAt, place, title: `Tutoring with ${otherName}` }, new Date().toISOString())
  saveFile('tutoring-session.ics', new Blob([file], { type: 'text/calendar' }))
}

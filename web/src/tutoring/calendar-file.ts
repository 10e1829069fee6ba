import { PRODUCT_NAME } from '@medicready/domain/product'

interface Entry {
  readonly uid: string
  readonly startsAt: string
  readonly endsAt: string
  readonly title: string
  readonly place: string | null
}

/** 20270601T150000Z. */
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

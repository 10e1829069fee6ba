import { PRODUCT_NAME } from '@medicready/domain/product'
import { withoutLinks } from '@medicready/platform/mail/letter'
import type { Mail } from '@medicready/platform/mail/mailer'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

interface Entry {
  readonly method: 'REQUEST' | 'CANCEL'
  readonly sessionId: string
  readonly sequence: number
  /** When it was decided. */
  readonly at: string
  readonly startsAt: string
  readonly endsAt: string
  readonly summary: string
  readonly place: string | null
  /** Where mails come from. */
  readonly organizer: string
  readonly attendee: string
  readonly publicUrl: string
}

/**
 * A session as an entry of a calendar. It has one UID as long as the session lives; a higher sequence takes the place
 * of those before. Instants are in UTC: each calendar shows them by its own clock.
 */
export function calendarEntry(entry: Entry): NonNullable<Mail['calendar']> {
  const { method, sessionId, sequence, at, startsAt, endsAt, summary, place, organizer, attendee, publicUrl } = entry
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: { company: PRODUCT_NAME, product: 'Tutoring' } })
  calendar.createEvent({
    id: `${sessionId}@${new URL(publicUrl).hostname}`,
    sequence,
    stamp: new Date(at),
    start: new Date(startsAt),
    end: new Date(endsAt),
    summary,
    location: place && withoutLinks(place),
    organizer: { name: PRODUCT_NAME, email: organizer },
    attendees: [{ email: attendee, rsvp: false }],
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url: new URL('/tutoring', publicUrl).href,
  })
  return { method, content: calendar.toString() }
}

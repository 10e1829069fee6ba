import { requestStatuses, sessionStates, tutorSituations } from '@medicready/domain/tutoring/shown/rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type AsOf, among, monthIn, useAsOf } from '../../dashboards/address.ts'
import { moneyOf, numberOf } from '../../dashboards/amounts.ts'
import { adminQuery } from '../../dashboards/reads.ts'
import { Figures, WhyFigure } from '../../dashboards/why.tsx'

export const sessionsViewIn = (search: URLSearchParams) => ({
  state: among(sessionStates, search.get('state'), ''),
  month: monthIn(search),
})

/** `tutors` is the state of their applications. */
export const requestsViewIn = (search: URLSearchParams) => ({
  status: among(requestStatuses, search.get('status'), ''),
  tutors: among(tutorSituations, search.get('tutors'), ''),
})

export const tutoringFiguresQuery = (asOf: AsOf) => adminQuery('GET /api/admin/tutoring-figures', { query: asOf })

const requestCounts = [
  { of: 'all', term: 'Requests', note: 'Of all time', figure: 'tutoringRequests' },
  { of: 'waiting', term: 'Waiting', note: 'For an answer', figure: 'waitingRequests' },
  { of: 'accepted', term: 'Accepted', note: 'Of all time', figure: 'acceptedRequests' },
  { of: 'declined', term: 'Declined', note: 'Of all time', figure: 'declinedRequests' },
  { of: 'cancelled', term: 'Cancelled', note: 'Of all time', figure: 'cancelledRequests' },
] as const

export function RequestFigures() {
  const { requests } = useSuspenseQuery(tutoringFiguresQuery(useAsOf())).data
  return (
    <Figures className="lg:grid-cols-5">
      {requestCounts.map(({ of, term, note, figure }) => (
        <WhyFigure key={of} term={term} note={note} facts={figure} value={numberOf(requests[of])} />
      ))}
    </Figures>
  )
}

const sessionCounts = [
  { of: 'planned', term: 'To come', note: 'Scheduled and not settled', figure: 'plannedSessions' },
  { of: 'held', term: 'Held', note: 'Of all time', figure: 'sessions' },
  { of: 'missed', term: 'Missed', note: 'The student did not come', figure: 'missedSessions' },
  { of: 'cancelled', term: 'Cancelled', note: 'Of all time', figure: 'cancelledSessions' },
] as const

export function SessionFigures() {
  const { sessions, moneyIn, refunds, averageRating } = useSuspenseQuery(tutoringFiguresQuery(useAsOf())).data
  return (
    <Figures>
      {sessionCounts.map(({ of, term, note, figure }) => (
        <WhyFigure key={of} term={term} note={note} facts={figure} value={numberOf(sessions[of])} />
      ))}
      <WhyFigure
        term="Students paid"
        note="For tutoring, of all time"
        facts={{ figure: 'moneyIn', group: 'tutoring' }}
        value={moneyOf(moneyIn)}
      />
      <WhyFigure term="Refunded" note="Of it" facts={{ figure: 'refunds', group: 'tutoring' }} value={moneyOf(refunds)} />
      <WhyFigure
        term="Average rating"
        note="1 to 5"
        facts={[{ figure: 'stars' }, { figure: 'ratings' }]}
        how="The average of all ratings."
        value={averageRating === null ? '–' : averageRating.toFixed(1)}
      />
    </Figures>
  )
}

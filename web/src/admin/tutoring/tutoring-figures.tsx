import type { AdminFigure } from '@medicready/domain/contract/admin/figure-names'
import { useSuspenseQuery } from '@tanstack/react-query'
import { moneyOf, numberOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { Figures, WhyFigure } from '../dashboard/why.tsx'
import { tutoringFiguresQuery } from './queries.ts'

interface CountProps {
  term: string
  note: string
  figure: AdminFigure
  children: number
}

const Count = ({ term, note, figure, children }: CountProps) => (
  <WhyFigure term={term} note={note} why={{ parts: [{ figure }] }}>
    {numberOf(children)}
  </WhyFigure>
)

/** What became of requests. */
export function RequestFigures() {
  const { requests } = useSuspenseQuery(tutoringFiguresQuery(useAsOf())).data
  return (
    <Figures className="lg:grid-cols-5">
      <Count term="Requests" note="Of all time" figure="tutoringRequests">
        {requests.all}
      </Count>
      <Count term="Waiting" note="For an answer" figure="waitingRequests">
        {requests.waiting}
      </Count>
      <Count term="Accepted" note="Of all time" figure="acceptedRequests">
        {requests.accepted}
      </Count>
      <Count term="Declined" note="Of all time" figure="declinedRequests">
        {requests.declined}
      </Count>
      <Count term="Cancelled" note="Of all time" figure="cancelledRequests">
        {requests.cancelled}
      </Count>
    </Figures>
  )
}

/** What became of sessions, and of what was paid for them. */
export function SessionFigures() {
  const { sessions, moneyIn, refunds, averageRating } = useSuspenseQuery(tutoringFiguresQuery(useAsOf())).data
  return (
    <Figures>
      <Count term="To come" note="Planned, and not settled" figure="plannedSessions">
        {sessions.planned}
      </Count>
      <Count term="Held" note="Of all time" figure="sessions">
        {sessions.held}
      </Count>
      <Count term="Missed" note="The student did not come" figure="missedSessions">
        {sessions.missed}
      </Count>
      <Count term="Cancelled" note="Of all time" figure="cancelledSessions">
        {sessions.cancelled}
      </Count>
      <WhyFigure term="Students paid" note="For tutoring, of all time" why={{ parts: [{ figure: 'moneyIn', group: 'tutoring' }] }}>
        {moneyOf(moneyIn)}
      </WhyFigure>
      <WhyFigure term="Given back" note="Of it" why={{ parts: [{ figure: 'refunds', group: 'tutoring' }] }}>
        {moneyOf(refunds)}
      </WhyFigure>
      <WhyFigure
        term="Average rating"
        note="1 to 5"
        why={{
          how: 'The stars that were given, divided by how many ratings there are.',
          parts: [{ figure: 'stars' }, { figure: 'ratings' }],
        }}
      >
        {averageRating === null ? '–' : averageRating.toFixed(1)}
      </WhyFigure>
    </Figures>
  )
}

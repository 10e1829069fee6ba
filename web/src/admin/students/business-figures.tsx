import { useSuspenseQuery } from '@tanstack/react-query'
import { moneyOf, numberOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { Figures, WhyFigure } from '../dashboard/why.tsx'
import { businessMetricsQuery } from './queries.ts'

/** The business at a glance. */
export function BusinessFigures() {
  const { data: metrics } = useSuspenseQuery(businessMetricsQuery(useAsOf()))
  const { totalRevenue, activeStudents, totalSessions, averageRating } = metrics
  return (
    <Figures>
      <WhyFigure term="Total revenue" note="Paid less given back" why={{ parts: [{ figure: 'revenue' }] }}>
        {moneyOf(totalRevenue)}
      </WhyFigure>
      <WhyFigure term="Active students" note="Answered in the last 14 days" why={{ parts: [{ figure: 'activeStudents' }] }}>
        {numberOf(activeStudents)}
      </WhyFigure>
      <WhyFigure term="Tutoring sessions" note="Held" why={{ parts: [{ figure: 'sessions' }] }}>
        {numberOf(totalSessions)}
      </WhyFigure>
      <WhyFigure
        term="Average rating"
        note="Of tutoring sessions, 1 to 5"
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

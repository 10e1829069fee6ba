import { useSuspenseQuery } from '@tanstack/react-query'
import { moneyOf, numberOf } from '../../dashboards/amounts.ts'
import { useAsOf } from '../../dashboards/as-of.ts'
import { Figures, WhyFigure } from '../../dashboards/why.tsx'
import { businessMetricsQuery } from './queries.ts'

/** The business at a glance. */
export function BusinessFigures() {
  const { data: metrics } = useSuspenseQuery(businessMetricsQuery(useAsOf()))
  const { totalRevenue, activeStudents, totalSessions, averageRating } = metrics
  return (
    <Figures>
      <WhyFigure term="Total revenue" note="Payments minus refunds" why={{ parts: [{ figure: 'revenue' }] }}>
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
          how: 'The average of all ratings.',
          parts: [{ figure: 'stars' }, { figure: 'ratings' }],
        }}
      >
        {averageRating === null ? '–' : averageRating.toFixed(1)}
      </WhyFigure>
    </Figures>
  )
}

import { moduleLabel } from '@medicready/domain/study/modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useAsOf } from '../../dashboards/as-of.ts'
import { Banner } from '../../ui/banner.tsx'
import { countOf } from '../../ui/words.ts'
import { withdrawalStopsQuery } from './queries.ts'

/** Says in which modules what learners doubt stays in draws, since so much is withdrawn already. */
export function WithdrawalStops() {
  const { data: stops } = useSuspenseQuery(withdrawalStopsQuery(useAsOf()))
  return stops.map(({ module, withdrawn, questions }) => (
    <Banner key={module} tone="warn" title={`${moduleLabel(module)} has reached its limit of withdrawn questions.`}>
      {withdrawn} of {countOf(questions, 'question')} {withdrawn === 1 ? 'is' : 'are'} withdrawn. Other questions that learners report stay
      in use until you decide some of these.
    </Banner>
  ))
}

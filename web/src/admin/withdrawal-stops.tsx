import { moduleLabel } from '@medicready/domain/study/modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Banner } from '../ui/banner.tsx'
import { countOf } from '../ui/words.ts'
import { useAsOf } from './dashboard/as-of.ts'
import { withdrawalStopsQuery } from './queries.ts'

/** Says in which modules what learners doubt stays in draws, since so much is withdrawn already. */
export function WithdrawalStops() {
  const { data: stops } = useSuspenseQuery(withdrawalStopsQuery(useAsOf()))
  return stops.map(({ module, withdrawn, questions }) => (
    <Banner key={module} tone="warn" title={`No more questions are withdrawn in ${moduleLabel(module)}.`}>
      {withdrawn} of {countOf(questions, 'question')} {withdrawn === 1 ? 'is' : 'are'} withdrawn already. Further ones that learners doubt
      are given as before until you have decided some.
    </Banner>
  ))
}

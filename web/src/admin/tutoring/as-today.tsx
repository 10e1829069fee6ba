import { Banner } from '../../ui/banner.tsx'
import { useAsOf } from '../dashboard/as-of.ts'

/** Lists of tutoring have no past days: says so where the dashboard shows one. */
export const AsToday = () =>
  useAsOf().asOf !== undefined && (
    <Banner tone="warn" title="These lists are of today.">
      Requests, sessions and tutors are shown as they are now.
    </Banner>
  )

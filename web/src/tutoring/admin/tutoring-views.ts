import { requestStatuses, sessionStates, tutorSituations } from '@medicready/domain/tutoring/rules'
import { among, monthIn } from '../../dashboards/address.ts'

/** '' means all. Unknown values are ignored. */

export const sessionsViewIn = (search: URLSearchParams) => ({
  state: among(sessionStates, search.get('state'), ''),
  month: monthIn(search),
})

/** `tutors` is the state of their applications. */
export const requestsViewIn = (search: URLSearchParams) => ({
  status: among(requestStatuses, search.get('status'), ''),
  tutors: among(tutorSituations, search.get('tutors'), ''),
})

import type { RequestStatus } from '@medicready/domain/tutoring/rules'
import { requestStatuses, sessionStates, type TutorSituation, tutorSituations } from '@medicready/domain/tutoring/rules'
import type { SessionsView } from './queries.ts'

/** What the addresses of the tabs of tutoring say. Anything that is not understood is left out. */

const among = <Value extends string>(values: readonly Value[], value: string | null): Value | '' =>
  values.find((known) => known === value) ?? ''

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/

export const sessionsViewIn = (search: URLSearchParams): SessionsView => {
  const month = search.get('month') ?? ''
  return { state: among(sessionStates, search.get('state')), month: monthPattern.test(month) ? month : '' }
}

/** The address with other filters, and all else that it says. */
function withFilters(search: URLSearchParams, filters: Readonly<Record<string, string>>): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filters)) {
    if (value === '') changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}

export const withSessionsView = (search: URLSearchParams, { state, month }: SessionsView): URLSearchParams =>
  withFilters(search, { state, month })

export interface RequestsView {
  readonly status: RequestStatus | ''
  readonly tutors: TutorSituation | ''
}

/** Of tutors, those whose application waits stand first. */
export const requestsViewIn = (search: URLSearchParams): RequestsView => ({
  status: among(requestStatuses, search.get('status')),
  tutors: among(tutorSituations, search.get('tutors')),
})

export const withRequestsView = (search: URLSearchParams, { status, tutors }: RequestsView): URLSearchParams =>
  withFilters(search, { status, tutors })

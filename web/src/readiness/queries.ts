import type { ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { OUTCOME_LINK_DAYS } from '@medicready/domain/readiness/rules'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, serverMessage } from '../api/errors.ts'
import { apiOf, read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'

/** How often predictions have come true: of all students together. */
export const calibrationQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.readiness, 'calibration'],
  queryFn: (query) => read(query, 'GET /api/readiness/calibration'),
})

/** The outcome of the link in the email that asks how the real exam went. */
type FollowedLink =
  | { readonly state: 'told'; readonly outcome: ReportedOutcome }
  /** It does not say how it went. */
  | { readonly state: 'asks' }
  | { readonly state: 'refused'; readonly title: string; readonly words: string; readonly mayWorkLater: boolean }

const refused = (words: string, mayWorkLater = false): FollowedLink => ({
  state: 'refused',
  title: 'Your answer is not saved',
  words,
  mayWorkLater,
})

/** Also where the page is loaded anew, which keeps its token in no address. */
const withoutToken: FollowedLink = {
  state: 'refused',
  title: 'This link is incomplete',
  words: 'If you have told us how your exam went, your answer is saved. If not, please open the link in the email again.',
  mayWorkLater: false,
}

/**
 * Says what the link says. A query, although it acts, so that it is made once however often the screen is drawn: the
 * address itself changes nothing when something else than a browser opens it.
 */
export const outcomeLinkQuery = (token: string, outcome: ReportedOutcome | null) =>
  queryOptions({
    queryKey: [...rooms.readiness, 'outcomeLink', token, outcome],
    queryFn: async ({ client }): Promise<FollowedLink> => {
      if (token === '') return withoutToken
      if (outcome === null) return { state: 'asks' }
      try {
        await apiOf(client)('POST /api/readiness/outcome-link', { body: { token, outcome } })
        return { state: 'told', outcome }
      } catch (error) {
        if (!(error instanceof ApiError)) return refused('We could not reach the server, so your answer is not saved yet.', true)
        if (error.code === 'mailLinkInvalid') return refused(`This link is incomplete or older than ${OUTCOME_LINK_DAYS} days.`)
        return refused(serverMessage(error) ?? 'Your answer could not be saved.', error.status === 429 || error.status >= 500)
      }
    },
    gcTime: Number.POSITIVE_INFINITY,
  })

import type { ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { OUTCOME_LINK_DAYS } from '@medicready/domain/readiness/shown/rules'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, serverMessage } from '../api/errors.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { apiOf, readQuery } from '../api/read.ts'

export const calibrationQuery = { ...sharedData, ...readQuery([...rooms.readiness, 'calibration'], 'GET /api/readiness/calibration') }

type FollowedLink =
  | { readonly state: 'told'; readonly outcome: ReportedOutcome }
  /** The link does not name an outcome. */
  | { readonly state: 'asks' }
  | { readonly state: 'refused'; readonly title: string; readonly words: string; readonly mayWorkLater: boolean }

const refused = (words: string, mayWorkLater = false): FollowedLink => ({
  state: 'refused',
  title: 'Your answer is not saved',
  words,
  mayWorkLater,
})

/** After a reload, because the token is removed from the address. */
const withoutToken: FollowedLink = {
  state: 'refused',
  title: 'This link is incomplete',
  words: 'If you have told us how your exam went, your answer is saved. If not, please open the link in the email again.',
  mayWorkLater: false,
}

/**
 * A query although it acts, so that rendering twice sends it once. The address itself changes nothing, so that mail
 * scanners can open it.
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

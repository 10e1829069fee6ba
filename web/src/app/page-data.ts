import type { DehydratedState } from '@tanstack/react-query'

/** What the server tells the app about the page that it has rendered. */
export interface PageData {
  readonly queries: DehydratedState
  /** Of the routes, by their ids. */
  readonly loaderData: Readonly<Record<string, unknown>>
  /** When it was rendered, by the server's clock. */
  readonly renderedAt: number
  /** In which its instants are shown: the account's. */
  readonly timeZone: string
}

/** The id of the element that holds it, as JSON. */
export const PAGE_DATA_ID = 'page-data'

/** How the server marks parts that it leaves to the browser, since their data are missing. */
export const LEFT_TO_BROWSER = 'left to the browser'

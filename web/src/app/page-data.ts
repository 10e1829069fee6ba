import type { DehydratedState } from '@tanstack/react-query'

export interface PageData {
  readonly queries: DehydratedState
  readonly loaderData: Readonly<Record<string, unknown>>
  readonly renderedAt: number
  /** The account's time zone, in which instants are shown. */
  readonly timeZone: string
}

export const PAGE_DATA_ID = 'page-data'

/** Marks parts that the server leaves to the browser, since their data are missing. */
export const LEFT_TO_BROWSER = 'left to the browser'

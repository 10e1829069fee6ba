import type { LegalDocumentId } from '@medicready/domain/legal/shown/legal-documents'
import type { RequestKindName } from '@medicready/domain/legal/shown/request-kinds'
import { everyScreen, plainPages, type ScreenName, screens } from './screens.ts'

type Addresses = {
  readonly [Name in ScreenName]: (typeof screens)[Name]['at'][0] extends `${string}:id${string}` ? (id: string) => string : () => string
}

/** The usual address of each screen; what it is about takes the place of `:id`. */
const addresses = Object.fromEntries(
  everyScreen.map(({ name, at: [address] }) => [name, (id = '') => address.replace(':id', encodeURIComponent(id))]),
) as Addresses

const searched =
  <Search extends Readonly<Record<string, string>>>(path: string) =>
  (search: Partial<Search> = {}): string => {
    const words = new URLSearchParams(search as Search).toString()
    return words === '' ? path : `${path}?${words}`
  }

/** Every address of the product; no link is written by hand. */
export const paths = {
  ...addresses,
  dashboard: () => screens.home.at[1],
  admin: () => screens.adminStudents.at[1],
  status: () => plainPages.status.at,
  contact: searched<{ kind: RequestKindName }>(addresses.contact()),
  studyMode: searched<{ mode: 'tutor' }>(addresses.studyMode()),
  studySession: searched<{ mode: 'daily'; session: string }>(addresses.studySession()),
  practiceExams: searched<{ exam: string; module: string }>(addresses.practiceExams()),
  /** `payment`: how the payment page was left. */
  tutoring: searched<{ payment: 'done' | 'cancelled' }>(addresses.tutoring()),
  tutorDesk: searched<{ tab: 'hours' | 'payouts' }>(addresses.tutorDesk()),
  /** `create`: opens the form for a new account. */
  login: searched<{ create: '' }>(addresses.login()),
  /** The current Terms of Service by default. */
  legal: searched<{ document: LegalDocumentId; version: string }>(addresses.legal()),
} as const

/** A full page load, not a route: the server starts the sign-in. */
export const SIGN_IN_ADDRESS = '/api/login'

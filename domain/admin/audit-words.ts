import { priceInWords } from '../billing/money.ts'
import { tiers } from '../billing/tiers.ts'
import type { AuditedType } from '../contract/admin/audited-types.ts'
import type { FactOf } from '../events.ts'

/** What administrators do, for the list of it: what it was, about whom, why, and whose key seals the words. */
export interface Audited {
  readonly what: string
  readonly reason: string | null
  /** The person it is about; null if none. */
  readonly userId: string | null
  /** Whose erasure takes the reason away; null where there is none. */
  readonly sealedFor: string | null
}
type AuditedFacts = { readonly [Type in AuditedType]?: (data: FactOf<Type>['data']) => Audited }

interface AboutSomebody {
  readonly userId: string
  readonly reason: string | null
}
const about = ({ userId, reason }: AboutSomebody, what: string): Audited => ({ what, reason, userId, sealedFor: userId })
interface ByAdmin {
  readonly by: string
  readonly reason: string | null
}
const by = ({ by: admin, reason }: ByAdmin, what: string, userId: string | null = null): Audited => ({
  what,
  reason,
  userId,
  sealedFor: admin,
})

/** What only an administrator or an operator does. */
export const auditWords = {
  RoleGranted: (data) => about(data, `Gave the role ${data.role}`),
  RoleRevoked: (data) => about(data, `Took the role ${data.role}`),
  StudentInvited: (data) => about(data, 'Invited a student'),
  StudentUnlocked: (data) => about(data, 'Unlocked an account'),
  ErasureOrdered: (data) => by(data, 'Erased an account', data.userId),
  PeopleExported: (data) => by(data, `Exported the ${data.table}`),
  ProcessResumed: (data) => by(data, `Resumed ${data.name}`),
  PutAsideRetried: (data) => by({ ...data, reason: null }, `Retried an event of ${data.reaction}`),
  PutAsideGivenUp: (data) => by(data, `Skipped an event of ${data.reaction}`),
  DailyEmailsTriggered: () => ({ what: "Sent today's daily emails", reason: null, userId: null, sealedFor: null }),
  PriceAnnounced: (data) =>
    by(data, `Announced ${tiers[data.tier].label} at ${priceInWords(data)} a month from ${data.holdsFrom.slice(0, 10)} on`),
  DiscountCodeCreated: (data) => by(data, `Created the code ${data.code}`),
  DiscountCodeRevised: (data) => by(data, `Changed the code ${data.code}`),
  DiscountCodeActivated: (data) => by(data, `Activated the code ${data.code}`),
  DiscountCodeDeactivated: (data) => by(data, `Deactivated the code ${data.code}`),
  DiscountCodeDeleted: (data) => by(data, `Deleted the code ${data.code}`),
  TutoringRequestAccepted: (data) => about(data, 'Accepted a tutoring request'),
  TutoringRequestDeclined: (data) => about(data, 'Declined a tutoring request'),
  TutoringTutorAssigned: (data) => about(data, 'Reassigned a tutoring request'),
  TutoringRefundMended: (data) => about(data, 'Paid a tutoring refund another way'),
  TutorApproved: (data) => about(data, 'Approved a tutor'),
  TutorDeclined: (data) => about(data, 'Declined a tutor'),
  /** What is said of a visitor goes with the end of the request, and is not kept here. */
  ContactAnswered: (data) =>
    data.isVisitor
      ? { what: contactAnswered(data), reason: null, userId: null, sealedFor: null }
      : { what: contactAnswered(data), reason: data.note, userId: data.userId, sealedFor: data.userId },
} as const satisfies AuditedFacts

const contactAnswered = ({ isClosed }: FactOf<'ContactAnswered'>['data']): string =>
  isClosed ? 'Answered a contact request' : 'Confirmed a contact request'

/** Facts that come of many things: the ones that an administrator caused. */
export const tierGranted = (data: FactOf<'TierChanged'>['data']): Audited | null =>
  data.cause === 'granted' ? about(data, `Changed the tier from ${data.from} to ${data.to}`) : null
export const cancelledByAdmin = (data: FactOf<'TutoringRequestCancelled' | 'TutoringSessionCancelled'>['data']): Audited | null =>
  data.as === 'admin' ? about(data, 'sessionId' in data ? 'Cancelled a tutoring session' : 'Cancelled a tutoring request') : null

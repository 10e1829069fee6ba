import { priceInWords } from '@medicready/domain/billing/shown/money'
import { tiers } from '@medicready/domain/billing/shown/tiers'
import type { AuditedType } from '@medicready/domain/contract/admin/audited-types'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf } from '@medicready/domain/events'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

const tables = {
  admin_audit: table({
    key: ['fact_id'],
    columns: {
      fact_id: 'uuid',
      at: 'timestamptz',
      type: 'coded text',
      what: 'text',
      reason: 'text?',
      /** A user's id, or `operator`. */
      actor_id: 'coded text',
      user_id: 'uuid?',
      stream: 'text',
      sealed_for: 'uuid?',
    },
    foundBy: ['sealed_for'],
    indexes: ['(at, fact_id)', '(actor_id, at, fact_id)', '(type, at, fact_id)', '(user_id, at, fact_id) WHERE user_id IS NOT NULL'],
  }),
  audit_actors: table({
    key: ['actor_id'],
    columns: { actor_id: 'coded text', actions: 'integer' },
  }),
  people_exports: table({
    key: ['export_id'],
    columns: {
      export_id: 'uuid',
      exported: typed<FactOf<'PeopleExported'>['data']['table']>('text'),
      exported_by: 'uuid',
      begun_at: 'timestamptz',
    },
  }),
}

interface Audited {
  readonly what: string
  readonly reason: string | null
  readonly userId: string | null
  /** Erasing this person removes the reason. */
  readonly sealedFor: string | null
}
interface AboutUser {
  readonly userId: string
  readonly reason: string | null
}
const about = ({ userId, reason }: AboutUser, what: string): Audited => ({ what, reason, userId, sealedFor: userId })
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

const contactAnswered = ({ isClosed }: FactOf<'ContactAnswered'>['data']): string =>
  isClosed ? 'Answered a contact request' : 'Confirmed a contact request'

/** Only changes made by an administrator are audited. */
const tierGranted = (data: FactOf<'TierChanged'>['data']): Audited | null =>
  data.cause === 'granted' ? about(data, `Changed the tier from ${data.from} to ${data.to}`) : null
const cancelledByAdmin = (data: FactOf<'TutoringRequestCancelled' | 'TutoringSessionCancelled'>['data']): Audited | null =>
  data.as === 'admin' ? about(data, 'sessionId' in data ? 'Cancelled a tutoring session' : 'Cancelled a tutoring request') : null

function note(fact: Recorded, audited: Audited | null, { admin_audit, audit_actors }: Rows<typeof tables>): void {
  if (audited === null) return
  const { id: fact_id, type, streamName: stream, metadata } = fact
  const { what, reason, userId: user_id, sealedFor: sealed_for } = audited
  const { actorId: actor_id, occurredAt: at } = metadata
  admin_audit.set({ fact_id, at, type, what, reason, actor_id, user_id, stream, sealed_for })
  audit_actors.set({ actor_id, actions: (audit_actors.get({ actor_id })?.actions ?? 0) + 1 })
}

type Rowed = Rows<typeof tables>
type Fold<Data> = (fact: Recorded & { readonly data: Data }, rows: Rowed) => void
const as =
  <Data>(words: (data: Data) => Audited | null): Fold<Data> =>
  (fact, rows) =>
    note(fact, words(fact.data), rows)

const acts: { readonly [Type in AuditedType]: Fold<FactOf<Type>['data']> } = {
  RoleGranted: as((data) => about(data, `Gave the role ${data.role}`)),
  RoleRevoked: as((data) => about(data, `Took the role ${data.role}`)),
  TierChanged: as(tierGranted),
  StudentInvited: as((data) => about(data, 'Invited a student')),
  StudentUnlocked: as((data) => about(data, 'Unlocked an account')),
  ErasureOrdered: as((data) => by(data, 'Erased an account', data.userId)),
  PeopleExported: (fact, rows) => {
    const { actionId: export_id, table: exported, by: exported_by } = fact.data
    rows.people_exports.set({ export_id, exported, exported_by, begun_at: fact.metadata.occurredAt })
    note(fact, by(fact.data, `Exported the ${fact.data.table}`), rows)
  },
  FactsExported: as(({ reason }) => ({ what: 'Exported the facts for analysts', reason, userId: null, sealedFor: null })),
  ExportQueried: as(({ by: analyst, sql }) => by({ by: analyst, reason: sql }, 'Queried the export')),
  ProcessResumed: as((data) => by(data, `Resumed ${data.name}`)),
  PutAsideRetried: as((data) => by({ ...data, reason: null }, `Retried an event of ${data.reaction}`)),
  PutAsideGivenUp: as((data) => by(data, `Skipped an event of ${data.reaction}`)),
  DailyEmailsTriggered: as(() => ({ what: "Sent today's daily emails", reason: null, userId: null, sealedFor: null })),
  PriceAnnounced: as((data) =>
    by(data, `Announced ${tiers[data.tier].label} at ${priceInWords(data)} a month from ${data.holdsFrom.slice(0, 10)} on`),
  ),
  DiscountCodeCreated: as((data) => by(data, `Created the code ${data.code}`)),
  DiscountCodeRevised: as((data) => by(data, `Changed the code ${data.code}`)),
  DiscountCodeActivated: as((data) => by(data, `Activated the code ${data.code}`)),
  DiscountCodeDeactivated: as((data) => by(data, `Deactivated the code ${data.code}`)),
  DiscountCodeDeleted: as((data) => by(data, `Deleted the code ${data.code}`)),
  TutoringRequestAccepted: as((data) => about(data, 'Accepted a tutoring request')),
  TutoringRequestDeclined: as((data) => about(data, 'Declined a tutoring request')),
  TutoringTutorAssigned: as((data) => about(data, 'Reassigned a tutoring request')),
  TutoringRequestCancelled: as(cancelledByAdmin),
  TutoringSessionCancelled: as(cancelledByAdmin),
  TutoringRefundMended: as((data) => about(data, 'Paid a tutoring refund another way')),
  TutorApproved: as((data) => about(data, 'Approved a tutor')),
  TutorDeclined: as((data) => about(data, 'Declined a tutor')),
  ContactAnswered: as((data) =>
    data.isVisitor
      ? { what: contactAnswered(data), reason: null, userId: null, sealedFor: null }
      : { what: contactAnswered(data), reason: data.note, userId: data.userId, sealedFor: data.userId },
  ),
}

export const audit = defineReadModel({
  name: 'admin/audit',
  version: 7,
  tables,
  on: {
    ...acts,
    AccountErased: ({ data: { userId: sealed_for } }, { admin_audit }) => {
      for (const entry of admin_audit.where({ sealed_for })) admin_audit.set({ ...entry, reason: null })
    },
  },
})
